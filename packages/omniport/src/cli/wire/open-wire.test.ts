import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import '../../entries/auth.js' // loaded before, since that takes longer than the test
import '../../entries/node.js'
import { serveHello } from '../fixtures/serve-hello.js'
import { losingAuth, openTokenServer } from '../fixtures/token-server.js'
import type { ResolvedTarget } from '../target/resolved-target.js'
import { prepareWires, type Wires } from './open-wire.js'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function prepare(target: ResolvedTarget, bearerEnv?: string): Promise<Wires> {
  const { io } = createMemoryIo({ cwd: tmpdir(), env: { TOKEN: 'the-token' } })
  const options = { env: [], header: [], timeout: 2_000, ...(bearerEnv !== undefined && { bearerEnv }) }
  const wires = await prepareWires(target, { target: { type: 'word', word: 'x' }, words: [], options }, io)
  closers.push(() => wires.close())
  return wires
}

const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
}

async function openOf(wires: Wires) {
  const wire = await wires.open()
  closers.push(() => wire.close())
  return wire
}

test('a command is started for each connection', async () => {
  const script = 'process.stdin.on("data", () => console.log(JSON.stringify({ id: 1, result: { pid: process.pid } })))'
  const wires = await prepare({ type: 'command', command: { command: process.execPath, args: ['-e', script] } })
  expect([wires.transport, await wires.openSse()]).toEqual(['stdio', undefined])
  const [one, two] = [await openOf(wires), await openOf(wires)]
  const pids = await Promise.all([one, two].map((wire) => wire.send(initialize, { awaits: 1 })))
  expect(pids.map(({ response }) => typeof response?.result?.['pid'])).toEqual(['number', 'number'])
  expect(pids[0]?.response).not.toEqual(pids[1]?.response)
})

test('a module is served over HTTP', async () => {
  const server = { serve: async () => ({ jsonrpc: '2.0', id: 1, result: { of: 'the module' } }) } as never
  const wires = await prepare({ type: 'module', server })
  expect([wires.transport, await wires.openSse()]).toEqual(['http', undefined])
  expect((await (await openOf(wires)).send({ jsonrpc: '2.0', id: 1, method: 'x' }, { awaits: 1 })).status).toEqual(
    expect.any(Number),
  )
})

describe('an address', () => {
  test('has the credentials of its entry, and what is wrong with their store is warned of', async () => {
    const served = await openTokenServer()
    closers.push(() => served.close())
    const { io } = createMemoryIo({ cwd: tmpdir() })
    const url = `${served.origin}/mcp`
    const target = { type: 'url', address: { url, headers: {} }, auth: losingAuth } as const
    const invocation = { target: { type: 'word', word: url }, words: [], options: { env: [], header: [] } } as const
    const wires = await prepareWires(target, invocation, io)
    closers.push(() => wires.close())
    const reply = await (await openOf(wires)).send(initialize, { awaits: 1 })
    expect(reply.response).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect(io.warnings).toContain(`OmniportError: The tokens for ${url} could not be stored`)
  })

  test('is reached over HTTP', async () => {
    const served = await serveHello()
    closers.push(() => served.close())
    const wires = await prepare({ type: 'url', address: { url: served.url, headers: {} } })
    const { response } = await (await openOf(wires)).send(initialize, { awaits: 1 })
    expect([wires.transport, response?.result]).toMatchObject(['http', { serverInfo: { name: 's' } }])
  })

  async function listen(status: (authorization: string | undefined) => number) {
    const seen: (string | undefined)[] = []
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(status(request.headers.authorization), {
        'content-type': 'application/json',
        'x-own': request.headers['x-own'] ?? '',
      })
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(
      () =>
        new Promise((resolve) => {
          server.close(resolve)
          server.closeAllConnections()
        }),
    )
    return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` }
  }

  test('gets the headers and the token that are given', async () => {
    const { seen, url } = await listen(() => 200)
    const wires = await prepare({ type: 'url', address: { url, headers: { 'x-own': 'mine' } } }, 'TOKEN')
    const reply = await (await openOf(wires)).send(initialize, { awaits: 1 })
    expect([seen, reply.headers?.get('x-own')]).toEqual([['Bearer the-token'], 'mine'])
  })

  test('that refuses a token is not asked for ever', async () => {
    const { seen, url } = await listen(() => 401)
    const wires = await prepare({ type: 'url', address: { url, headers: {} } }, 'TOKEN')
    const reply = await (await openOf(wires)).send(initialize, { awaits: 1 })
    expect(reply).toMatchObject({ failure: `${url} refuses the token of auth.token` })
    expect(seen.length).toBeLessThanOrEqual(4)
  })

  test('that has no HTTP+SSE is asked for it once', async () => {
    const { seen, url } = await listen(() => 404)
    const wires = await prepare({ type: 'url', address: { url, headers: {} } })
    expect([await wires.openSse(), await wires.openSse(), seen.length]).toEqual([undefined, undefined, 1])
  })
})
