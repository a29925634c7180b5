import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { serveHello } from '../fixtures/serve-hello.js'
import type { Io } from '../process/io.js'
import { gatewayCommand } from './gateway-command.js'
import type { GatewayFlags } from './gateway-flags.js'

let served: Awaited<ReturnType<typeof serveHello>>
let cwd: string

beforeAll(async () => {
  served = await serveHello()
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gateway-'))
  await writeFile(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers: { notes: { type: 'http', url: served.url } } }))
})

afterEach(() => rm(cwd, { recursive: true }))

/** Starts a gateway; `stop` interrupts it. */
function start(flags: Partial<GatewayFlags>, world: Partial<Io> = {}) {
  const controller = new AbortController()
  const { io, stdout, stderr } = createMemoryIo({ cwd, signal: controller.signal, ...world })
  let onPrinted = (_text: string) => {}
  const printed = new Promise<string>((resolve) => (onPrinted = resolve))
  const own = { ...io, stdout: (text: string) => io.stdout(text).then(() => onPrinted(text)) }
  const code = gatewayCommand({ endpoint: [], config: 'mcp.json', port: 0, ...flags }, own)
  return { code, printed, stdout, stderr, stop: () => controller.abort() }
}

const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
}
const accept = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const post = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { ...accept, ...headers }, body: JSON.stringify(initialize) })

describe('over HTTP', () => {
  test('it serves until it is interrupted, and says where', async () => {
    const { code, printed, stderr, stop } = start({})
    const { urls, status } = JSON.parse(await printed)
    expect(urls).toEqual({ all: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/) })
    expect(status).toBe(new URL('/status', urls.all).href)
    expect((await post(urls.all)).status).toBe(200)
    stop()
    expect([await code, stderr().slice(0, 3)]).toEqual([
      0,
      [
        '[gateway] All clients share the connections to servers; --isolation session gives each its own',
        `[gateway] notes: connects to ${served.url} when it is needed`,
        `[gateway] Listening on ${urls.all}`,
      ],
    ])
  })

  test('it serves endpoints of their own', async () => {
    const { code, printed, stop } = start({ endpoint: [{ name: 'work', servers: ['notes'] }], isolation: 'session' })
    const { urls } = JSON.parse(await printed)
    expect(urls).toEqual({ work: expect.stringMatching(/\/mcp\/work$/) })
    stop()
    expect(await code).toBe(0)
  })

  test('it lets in who sends the token', async () => {
    const { code, printed, stderr, stop } = start(
      { tokenEnv: 'TOKEN' },
      { env: { TOKEN: 'secret-token-of-the-gateway' } },
    )
    const { urls } = JSON.parse(await printed)
    expect((await post(urls.all)).status).toBe(401)
    expect((await post(urls.all, { authorization: 'Bearer secret-token-of-the-gateway' })).status).toBe(200)
    stop()
    expect([await code, stderr().filter((line) => line.includes('isolation'))]).toEqual([0, []])
  })

  test('it ends at once where it was interrupted before', async () => {
    const { code } = start({}, { signal: AbortSignal.abort() })
    expect(await code).toBe(0)
  })
})

test('over pipes it ends with its input', async () => {
  async function* input() {
    yield Buffer.from(`${JSON.stringify(initialize)}\n`)
  }
  const { code, stdout, stderr } = start({ stdio: true, port: undefined }, { stdin: input() })
  expect(await code).toBe(0)
  expect(JSON.parse(stdout()).result.serverInfo.name).toBe('omniport-gateway')
  expect(stderr()[0]).toBe(`[gateway] notes: connects to ${served.url} when it is needed`)
})

describe('over pipes', () => {
  async function* endless(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    if (!signal.aborted) await once(signal, 'abort')
    yield Buffer.alloc(0)
  }

  test('it ends when it is interrupted', async () => {
    const input = new AbortController()
    const { code, stderr, stop } = start({ stdio: true, port: undefined }, { stdin: endless(input.signal) })
    await vi.waitFor(() => expect(stderr()).toHaveLength(1))
    stop()
    expect(await code).toBe(0)
    input.abort()
  })

  test('it ends at once where it was interrupted before', async () => {
    const input = new AbortController()
    const world = { stdin: endless(input.signal), signal: AbortSignal.abort() }
    const { code, stdout } = start({ stdio: true, port: undefined }, world)
    expect([await code, stdout()]).toEqual([0, ''])
    input.abort()
  })

  test('it writes letters as they were, however long the answer is', async () => {
    async function* input() {
      yield Buffer.from(`${JSON.stringify({ ...initialize, id: `ä${'日本'.repeat(40_000)}` })}\n`)
    }
    const { code, stdout } = start({ stdio: true, port: undefined }, { stdin: input() })
    expect(await code).toBe(0)
    expect(JSON.parse(stdout()).id).toBe(`ä${'日本'.repeat(40_000)}`)
  })
})

test('a file that changes is read again', async () => {
  const { code, printed, stderr, stop } = start({})
  await printed
  const mcpServers = { notes: { type: 'http', url: served.url }, other: { command: 'one' } }
  await writeFile(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers }))
  await vi.waitFor(
    () =>
      expect(stderr().slice(-2)).toEqual([
        '[gateway] The configuration was read again; added: other',
        '[gateway] other: starts one when it is needed',
      ]),
    { timeout: 10_000 },
  )
  stop()
  expect(await code).toBe(0)
})

test('clients share connections only where that is wanted, or nobody said', async () => {
  const note = '[gateway] All clients share the connections to servers; --isolation session gives each its own'
  for (const [flags, isSaid] of [
    [{}, true],
    [{ isolation: 'shared' }, false],
    [{ isolation: 'principal' }, false],
  ] as const) {
    const { code, printed, stderr, stop } = start(flags)
    await printed
    stop()
    await code
    expect(stderr().includes(note)).toBe(isSaid)
  }
})

describe('wrong use', () => {
  test.each([
    [{ config: undefined }, 'gateway: say which servers to serve: --config mcp.json'],
    [{ stdio: true, tokenEnv: 'X' }, 'gateway: --token-env is for HTTP, and does not go with --stdio'],
    [
      { stdio: true, endpoint: [{ name: 'a', servers: [] }] },
      'gateway: --endpoint is for HTTP, and does not go with --stdio',
    ],
    [{ stdio: true, port: 0 }, 'gateway: --port is for HTTP, and does not go with --stdio'],
    [
      { stdio: true, port: undefined, allowedHost: ['a'] },
      'gateway: --allowed-host is for HTTP, and does not go with --stdio',
    ],
    [{ tokenEnv: 'MISSING' }, 'gateway: the variable MISSING is not set'],
    [
      { endpoint: [{ name: 'work', servers: ['notes', 'files'] }] },
      'gateway: --endpoint work: there is no server "files". There are notes',
    ],
    [
      { endpoint: [{ name: 'work', servers: ['toString'] }] },
      'gateway: --endpoint work: there is no server "toString". There are notes',
    ],
  ] satisfies [Partial<GatewayFlags>, string][])('%j', async (flags, message) => {
    await expect(start(flags).code).rejects.toMatchObject({ code: 'usage', message })
  })

  test('is a file without servers', async () => {
    await writeFile(join(cwd, 'mcp.json'), '{"mcpServers":{}}')
    await expect(start({}).code).rejects.toMatchObject({
      code: 'usage',
      message: `gateway: there is no server in ${join(cwd, 'mcp.json')}; add one under "mcpServers"`,
    })
  })

  test('is an open address without a token', async () => {
    await expect(start({ host: '0.0.0.0' }).code).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^gateway: .*: give --token-env, so that not everyone can use its tools$/),
    })
  })
})

test('servers that are broken or switched off are said to be', async () => {
  const mcpServers = { notes: { url: served.url }, off: { command: 'x', disabled: true }, broken: { command: 7 } }
  await writeFile(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers }))
  const { code, printed, stderr, stop } = start({})
  await printed
  stop()
  await code
  expect(stderr().slice(1, -1)).toEqual(
    expect.arrayContaining([
      '[gateway] off: switched off in its entry',
      expect.stringMatching(/^\[warning\] broken is left out: /),
    ]),
  )
})
