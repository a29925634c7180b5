import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { revisions } from 'omniport'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver } from '../interop/drivers/driver.js'
import { openOmniport } from '../interop/drivers/omniport-driver.js'
import { officialClients } from '../interop/http/official-clients.js'
import { officialServers } from '../interop/http/official-servers.js'
import type { Hosted } from '../interop/http/servers/hosted.js'
import { clientPeers } from '../interop/peers.js'
import { living, program } from '../interop/processes.js'
import { cli, runProgram } from './run-program.js'

const node = process.execPath

describe.each(officialServers)('a server of SDK $name at an address', (server) => {
  let hosted: Hosted
  let direct: Driver

  beforeAll(async () => {
    hosted = await server.host()
    direct = await openOmniport(hosted.url)
  })

  afterAll(async () => {
    await direct.close()
    await hosted.close()
  })

  test.each(clientPeers)('is a program for the client of SDK $name', async (peer) => {
    const driver = await peer.open({ command: node, args: [cli, 'bridge', hosted.url] })
    try {
      const names = async (of: Driver) => (await of.listTools()).map(({ name }) => name)
      expect(await names(driver)).toEqual(await names(direct))
      const called = await driver.callTool('add', { a: 2, b: 3 })
      expect(called['content']).toEqual((await direct.callTool('add', { a: 2, b: 3 }))['content'])
    } finally {
      await driver.close()
    }
  })
})

describe('a program is an address', () => {
  let url: string
  let end: () => Promise<unknown>
  let pid = 0

  beforeAll(async () => {
    const { command, args = [] } = program('our-server')
    const child = spawn(node, [cli, 'bridge', '--port', '0', '--', command, ...args])
    pid = child.pid ?? 0
    child.stderr.resume()
    const [line] = await once(child.stdout, 'data')
    url = (JSON.parse(String(line)) as { readonly url: string }).url
    end = () => {
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      return closed
    }
  })

  test.each(officialClients)('for the client of SDK $name', async (peer) => {
    const driver = await peer.open(url)
    try {
      expect((await driver.listTools()).length).toBeGreaterThan(0)
      expect((await driver.callTool('add', { a: 2, b: 3 }))['content']).toEqual([{ type: 'text', text: '{"sum":5}' }])
    } finally {
      await driver.close()
    }
  })

  test.each(revisions)('for ours in %s', async (revision) => {
    const driver = await openOmniport(url, undefined, { revision })
    expect((await driver.callTool('add', { a: 2, b: 3 }))['content']).toEqual([{ type: 'text', text: '{"sum":5}' }])
    await driver.close()
  })

  test('until it is interrupted, and then the program ends too', async () => {
    expect(await end()).toEqual([0, null])
    expect(living([pid])).toEqual([])
  })
})

test('the end of the input is the end', async () => {
  const { command, args = [] } = program('our-server')
  const { code, stdout } = await runProgram([node, cli, 'bridge', '--', command, ...args])
  expect([code, stdout]).toEqual([0, ''])
})

test.each([
  ['a target too many', ['bridge', 'http://127.0.0.1:1/', 'notes'], /bridge takes one target/],
  ['no target', ['bridge'], /There is no target/],
  ['an era', ['bridge', 'http://127.0.0.1:1/', '--protocol', 'legacy'], /--protocol takes auto or one revision here/],
  ['an option of other verbs', ['bridge', 'http://127.0.0.1:1/', '--log-level', 'info'], /--log-level does not apply/],
])('%s is an error', async (_, words, message) => {
  const { code, stderr } = await runProgram([node, cli, ...words])
  expect([code, JSON.parse(stderr).error.message]).toEqual([1, expect.stringMatching(message)])
})
