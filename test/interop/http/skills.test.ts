import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createServer, skill } from 'omniport'
import { connect } from 'omniport/client'
import { type ServedHttp, serveHttp } from 'omniport/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { sdk1Releases } from '../drivers/sdk-1-releases.js'

const server = () =>
  createServer({
    name: 'skills',
    version: '1.0.0',
    skills: skill({
      name: 'refunds',
      description: 'Refunds a customer',
      prefix: 'acme',
      instructions: 'See examples/email.md.',
      files: { 'examples/email.md': 'Dear customer' },
    }),
  })

let served: ServedHttp
let close: (() => Promise<void>)[] = []

beforeEach(async () => {
  const skills = server()
  served = await serveHttp(skills, { port: 0 })
  close = [() => skills.close(), () => served.close()]
})

afterEach(async () => {
  for (const each of close.splice(0).reverse()) await each()
})

const email = 'skill://acme/refunds/examples/email.md'
const files = [
  ['skill://acme/refunds/SKILL.md', 'refunds'],
  [email, 'acme/refunds/examples/email.md'],
]

test.each(sdk1Releases.filter(({ revision }) => revision !== '2024-11-05'))(
  'the SDK $name finds skills among the resources, and reads them as such',
  async ({ load }) => {
    const sdk = await load()
    const client = new sdk.Client({ name: 'sdk', version: '1.0.0' })
    close.push(() => client.close())
    await client.connect(sdk.openTransport(new URL(served.url)))
    const { resources } = await client.listResources()
    expect(resources.map(({ uri, name }) => [uri, name])).toEqual(files)
    const { contents } = await client.readResource({ uri: email })
    expect(contents).toEqual([{ uri: email, mimeType: 'text/markdown', text: 'Dear customer' }])
  },
)

test('the SDK 2.4.0 gets the entries that our client gets, by requests of its own', async () => {
  const client = new Client({ name: 'sdk', version: '2.0.0' }, { versionNegotiation: { mode: 'auto' } })
  close.push(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(new URL(served.url)))
  const omniport = await connect(served.url)
  close.push(() => omniport.close())
  expect(client.getServerCapabilities()?.extensions).toEqual({
    'io.modelcontextprotocol/skills': { directoryRead: true },
  })
  const [entry] = await omniport.listSkills()
  const { skills } = await client.request({ method: 'skills/list' }, z.looseObject({ skills: z.array(z.unknown()) }))
  expect(skills).toEqual([entry])
  const got = await client.request(
    { method: 'skills/get', params: { uri: entry?.uri } },
    z.looseObject({ skill: z.unknown() }),
  )
  expect(got.skill).toEqual(entry)
  expect((await client.readResource({ uri: email })).contents).toMatchObject([{ text: 'Dear customer' }])
})
