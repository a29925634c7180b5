// A host of many servers of 100 tools each, in one process: `host-many.mjs <servers>`. It does what it is told, and says so.
import process from 'node:process'
import { createServer, tool } from 'omniport'
import { createHost } from 'omniport/host'
import { z } from 'zod'
import { descriptions, listedTools } from '../servers/settings.mjs'

const input = z.object({ a: z.number(), b: z.number() })
const define = (description) => tool({ description, input, run: () => '' })
const idle = define(descriptions.listed)

/** The last is a server of its own, whose tools change; the others are one server in as many places. */
const names = listedTools(100)
const tools = Object.fromEntries(names.map((name) => [name, idle]))
const common = createServer({ name: 'bench', version: '1.0.0', tools })
const changing = createServer({ name: 'bench', version: '1.0.0', tools })

const hosts = []
const openHost = (count) => {
  const places = Array.from({ length: count }, (_, at) => [`server-${at}`, at === 0 ? changing : common])
  const host = createHost({ servers: Object.fromEntries(places), onChangedTool: 'allow' })
  hosts.push(host)
  return host
}

const works = {
  /** All of them are started and listed, into one catalogue. */
  load: async ({ servers }) => (await openHost(servers).tools()).length,
  /** The catalogue once more. */
  again: async ({ times }) => {
    let found = 0
    for (let each = 0; each < times; each += 1) found = (await hosts[0].tools()).length
    return found
  },
  /** One tool of one server becomes another, and the catalogue is as it should be. */
  change: async ({ times }) => {
    const [host] = hosts
    for (let each = 0; each < times; each += 1) {
      const events = host.events()
      changing.tools.set(names[0], define(`Adds ${Math.random()}`))
      for await (const event of events) if (event.type === 'tools') break
    }
    return (await host.tools()).length
  },
}

process.on('message', async (question) => {
  const { work, ...options } = question
  if (work !== undefined) process.send({ of: 'done', value: await works[work](options) })
})
process.channel.ref()
process.send({ of: 'ready' })
