import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectRaw, type RawOptions } from '#test/support/connect-raw.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import type { Config } from '../../entries/host.js'
import { createServer, tool } from '../../entries/index.js'
import { type ServedHttp, serveHttp } from '../../entries/node.js'
import { defaultLimits } from '../../entries/protocol.js'
import { version } from '../version.js'
import { ConfiguredGateways } from './configured-gateways.js'
import type { GatewayFlags } from './gateway-flags.js'

let served: ServedHttp
let folder: string
const opened: ConfiguredGateways[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateways-'))
  const tools = { hello: tool({ description: 'Says hello', run: () => 'hello' }) }
  served = await serveHttp(createServer({ name: 'far', version: '3', logger: createRecordingLogger(), tools }), {
    port: 0,
  })
})

afterEach(async () => {
  for (const gateways of opened.splice(0)) await gateways.close()
  await served.close()
  await rm(folder, { recursive: true })
})

async function connect(flags: Partial<GatewayFlags>, { url = served.url, ...raw }: RawOptions & { url?: string } = {}) {
  const stderr: string[] = []
  const config = { servers: { far: { target: { url } } }, files: ['/mcp.json'], problems: [] } as unknown as Config
  const gateways = new ConfiguredGateways(config, { endpoint: [], ...flags }, { stderr: (line) => stderr.push(line) })
  opened.push(gateways)
  const [{ gateway } = { gateway: undefined }] = gateways.all
  if (gateway === undefined) throw new Error('nothing is served')
  const replace = (target: object) => gateways.replace({ ...config, servers: { far: { target } } } as unknown as Config)
  return { gateway, stderr, replace, ...(await connectRaw(gateway, raw)) }
}

const namesOf = ({ result }: { readonly result?: Readonly<Record<string, unknown>> }) =>
  ((result?.['tools'] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name)

test('without options all tools are offered, of a gateway with its own name and time-out', async () => {
  const { gateway, request, stderr, close } = await connect({})
  const { result } = await request('tools/call', { name: 'far__hello' })
  expect([namesOf(await request('tools/list')), result]).toEqual([
    ['far__hello'],
    { content: [{ type: 'text', text: 'hello' }] },
  ])
  expect([gateway.environment?.limits?.timeoutMs, stderr.length]).toEqual([defaultLimits.timeoutMs, 2])
  expect(stderr[1]).toMatch(/^\[gateway\] far: far 3 is connected, 2026-07-28, after \d+ ms$/)
  const clientInfo = { name: 'c', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  expect((await (await connect({}, { handshake: 'none' })).request('initialize', params)).result).toMatchObject({
    serverInfo: { name: 'omniport-gateway', version },
  })
  close()
})

test.each<Partial<GatewayFlags>>([{ search: true }, { search: true, endpoint: [{ name: 'x', servers: ['far'] }] }])(
  'two tools in place of all are offered with %j',
  async (flags) => {
    const { request, close } = await connect(flags)
    expect(namesOf(await request('tools/list'))).toEqual(['find_tools', 'call_tool'])
    close()
  },
)

test('the time-out of the line is that of its servers', async () => {
  const { gateway, close } = await connect({ timeout: 20 })
  expect(gateway.environment?.limits?.timeoutMs).toBe(20)
  close()
})

test('tools are pinned beside the config file, if that is wanted', async () => {
  const config = join(folder, 'mcp.json')
  const open = async (flags: Partial<GatewayFlags>) => {
    const { request, close } = await connect({ config, ...flags })
    await request('tools/list')
    close()
  }
  await open({})
  expect(await readdir(folder)).toEqual([])
  await open({ pin: true })
  expect(JSON.parse(await readFile(join(folder, 'mcp.lock'), 'utf8'))).toEqual({
    version: 1,
    servers: { far: { tools: { hello: expect.stringMatching(/^sha256-/) } } },
  })
})

test('a server that cannot be reached is said to be so once, however often it is tried', async () => {
  const { request, stderr, close } = await connect({}, { url: 'http://127.0.0.1:1/mcp' })
  for (let count = 0; count < 2; count += 1) await request('tools/list')
  expect(stderr.slice(1)).toEqual([
    '[warning] The upstream "far" failed: Cannot reach http://127.0.0.1:1/mcp: connect ECONNREFUSED 127.0.0.1:1',
  ])
  close()
})

test('a failure is printed again where another one is, or where the server was reached in between', async () => {
  const url = 'http://127.0.0.1:1/mcp'
  const { request, replace, stderr, close } = await connect({}, { url })
  const failures = () => stderr.filter((line) => line.includes(' failed: ')).length
  await request('tools/list')
  replace({ url, headers: { a: 'b' } })
  await request('tools/list')
  expect(failures()).toBe(1)
  replace({ url: served.url })
  await request('tools/list')
  replace({ url })
  await request('tools/list')
  expect(failures()).toBe(2)
  replace({ url: 'http://127.0.0.1:2/mcp' })
  await request('tools/list')
  expect(failures()).toBe(3)
  close()
})
