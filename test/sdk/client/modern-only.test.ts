import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { serveProgram } from '../../interop/serve-program.js'
import { eventually } from './eventually.js'
import { implementations, type Sdk } from './implementations.js'
import { createProvider } from './recording-provider.js'

const [, sdk] = implementations[1] as [string, Sdk]
const path = fileURLToPath(new URL('../programs/modern-only-server.mjs', import.meta.url))
const opened: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const command = (...args: readonly string[]) => ({ command: process.execPath, args: [path, ...args] })

type Way = 'stdio' | 'http' | 'guarded'
type Client = InstanceType<Sdk['Client']>

async function openTransport(library: string, way: Way) {
  if (way === 'stdio') return new sdk.StdioClientTransport({ ...command(library, way), stderr: 'ignore' })
  const { url, stop } = await serveProgram(command(library, way))
  opened.push(stop)
  const authorized = way === 'guarded' ? { requestInit: { headers: { authorization: 'Bearer secret' } } } : {}
  return new sdk.StreamableHTTPClientTransport(new URL(url), authorized)
}

const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } }

async function connect(library: string, way: Way, prepare: (client: Client) => void = () => {}): Promise<Client> {
  const client = new sdk.Client({ name: 'program', version: '1' }, { capabilities })
  prepare(client)
  await client.connect(await openTransport(library, way))
  opened.push(() => client.close())
  return client
}

const ways = [{ way: 'stdio' }, { way: 'http' }] as const

describe.each(ways)('a server that speaks only 2026-07-28, over $way', { timeout: 60_000 }, ({ way }) => {
  test('is listed, called and read', async () => {
    const client = await connect('ours', way)
    expect([client.getServerVersion()?.name, client.getInstructions()]).toEqual(['modern', 'Only the newest.'])
    expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: true }, resources: {} })
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('add')
    const { structuredContent } = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })
    expect(structuredContent).toEqual({ sum: 3 })
    const { contents } = await client.readResource({ uri: 'note://today' })
    expect(contents).toMatchObject([{ uri: 'note://today', text: 'Water' }])
    expect(await client.ping()).toEqual({})
    await expect(client.readResource({ uri: 'note://none' })).rejects.toBeInstanceOf(sdk.McpError)
    await expect(client.request({ method: 'none' } as never, sdk.ResultSchema)).rejects.toMatchObject({ code: -32601 })
  })

  test('gets the answers of the handlers of elicitation, sampling and roots', async () => {
    const asked: unknown[] = []
    const client = await connect('ours', way, (each) => {
      each.setRequestHandler(sdk.ElicitRequestSchema, ({ params }) => {
        asked.push(params.mode)
        return params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { size: 'M' } }
      })
      each.setRequestHandler(sdk.CreateMessageRequestSchema, ({ params }) => {
        asked.push(params.maxTokens)
        return { model: 'm', role: 'assistant', content: { type: 'text', text: 'word' } }
      })
      each.setRequestHandler(sdk.ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///srv' }] }))
    })
    const { content } = await client.callTool({ name: 'ask' })
    const [block] = content as [{ text: string }]
    const word = [{ type: 'text', text: 'word' }]
    expect(JSON.parse(block.text)).toEqual([{ size: 'M' }, 'accept', word, [{ uri: 'file:///srv' }]])
    expect(asked).toEqual(['form', 'url', 5])
  })

  test('rejects a call with the error of a handler', async () => {
    const client = await connect('ours', way, (each) => {
      each.setRequestHandler(sdk.ElicitRequestSchema, () => {
        throw new sdk.McpError(-32042, 'Not now')
      })
    })
    await expect(client.callTool({ name: 'ask' })).rejects.toMatchObject({ code: -32042 })
  })

  test('tells of progress, log messages and changes', async () => {
    const received: unknown[] = []
    const client = await connect('ours', way, (each) => {
      each.setNotificationHandler(sdk.LoggingMessageNotificationSchema, ({ params }) => void received.push(params))
      each.setNotificationHandler(sdk.ToolListChangedNotificationSchema, () => void received.push('tools'))
      each.setNotificationHandler(sdk.ResourceUpdatedNotificationSchema, ({ params }) => void received.push(params.uri))
    })
    await client.setLoggingLevel('debug')
    await client.subscribeResource({ uri: 'note://today' })
    const steps: unknown[] = []
    await client.callTool({ name: 'steps' }, undefined, { onprogress: (progress) => steps.push(progress) })
    expect(steps).toEqual([
      { progress: 1, total: 2, message: 'half' },
      { progress: 2, total: 2 },
    ])
    expect(received).toEqual([{ level: 'warning', logger: 'steps', data: { at: 'start' } }])
    await client.callTool({ name: 'change' })
    await eventually(() => expect(received.slice(1).sort()).toEqual(['note://today', 'tools']))
    await client.unsubscribeResource({ uri: 'note://today' })
  })

  test('is received when a call is given up', async () => {
    const client = await connect('ours', way)
    const giveUp = new AbortController()
    const waiting = client.callTool({ name: 'wait' }, undefined, { signal: giveUp.signal })
    giveUp.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(client.callTool({ name: 'wait' }, undefined, { timeout: 50 })).rejects.toMatchObject({ code: -32001 })
    expect(await client.ping()).toEqual({})
  })

  test('may be written with version 2 of the official SDK', async () => {
    const client = await connect('official', way)
    expect(client.getServerVersion()).toEqual({ name: 'interop', version: '1.0.0' })
    const { structuredContent } = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })
    expect(structuredContent).toEqual({ sum: 3 })
    expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(['today', 'dot'])
  })
})

test('the headers and the refusals of a transport hold', { timeout: 60_000 }, async () => {
  const client = await connect('ours', 'guarded')
  expect((await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).structuredContent).toEqual({ sum: 3 })
  await client.close()
  await expect(client.callTool({ name: 'add' })).rejects.toThrow('Not connected')
})

test.each(implementations)(
  'a refusal of a server of an earlier revision is the error of connect: %s',
  async (_, sdk) => {
    const refuse = `process.stdin.on('data', (chunk) => {
    for (const line of String(chunk).trim().split('\\n')) {
      const error = { code: -32602, message: 'No such client', data: { a: 1 } }
      console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, error }))
    }
  })`
    const transport = new sdk.StdioClientTransport({ command: process.execPath, args: ['-e', refuse] })
    opened.push(() => transport.close())
    const client = new sdk.Client({ name: 'program', version: '1' })
    const error = await client.connect(transport).catch((reason: Error) => reason)
    expect(error).toBeInstanceOf(sdk.McpError)
    expect(error).toMatchObject({ code: -32602, message: 'MCP error -32602: No such client', data: { a: 1 } })
  },
)

test('tokens are renewed when they end, and a user who is needed is asked for', { timeout: 60_000 }, async () => {
  const { url, stop } = await serveProgram(command('ours', 'http'))
  opened.push(stop)
  const { origin } = new URL(url)
  let token = 'first'
  let isGranted = true
  const metadata = {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    response_types_supported: ['code'],
  }
  const authorize = new Map<string, () => Response>([
    ['/prm', () => Response.json({ resource: url, authorization_servers: [origin] })],
    ['/.well-known/oauth-authorization-server', () => Response.json(metadata)],
    [
      '/token',
      () =>
        isGranted
          ? Response.json({ access_token: token, token_type: 'Bearer', refresh_token: 'again' })
          : Response.json({ error: 'invalid_grant' }, { status: 400 }),
    ],
  ])
  const challenge = { 'www-authenticate': `Bearer resource_metadata="${origin}/prm"` }
  const authProvider = createProvider({
    stored: {
      client: { client_id: 'c', issuer: origin },
      tokens: { access_token: token, token_type: 'Bearer', refresh_token: 'again', issuer: origin },
    },
  })
  const transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
    authProvider,
    fetch: async (address, init) => {
      const answer = authorize.get(new URL(address).pathname)
      if (answer !== undefined) return answer()
      const isKnown = new Headers(init?.headers).get('authorization') === `Bearer ${token}`
      return isKnown ? fetch(address, init) : new Response(null, { status: 401, headers: challenge })
    },
  })
  const client = new sdk.Client({ name: 'program', version: '1' })
  opened.push(() => client.close())
  await client.connect(transport)
  const add = () => client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })
  expect((await add()).structuredContent).toEqual({ sum: 3 })
  token = 'second'
  expect((await add()).structuredContent).toEqual({ sum: 3 })
  expect(authProvider.stored.tokens).toMatchObject({ access_token: 'second' })
  token = 'third'
  isGranted = false
  await expect(add()).rejects.toBeInstanceOf(sdk.UnauthorizedError)
  expect(authProvider.calls.map(([name]) => name)).toContain('redirectToAuthorization')
})

test('a transport of the program says what to do instead', { timeout: 60_000 }, async () => {
  const inner = await openTransport('ours', 'stdio')
  type Transport = Parameters<Client['connect']>[0]
  const transport: Transport = {
    async start() {
      inner.onmessage = (message) => transport.onmessage?.(message)
      await inner.start()
    },
    send: (message) => inner.send(message),
    close: () => inner.close(),
  }
  opened.push(() => inner.close())
  const client = new sdk.Client({ name: 'program', version: '1' })
  const error = await client.connect(transport).catch((reason: Error) => reason)
  expect(error).toBeInstanceOf(sdk.McpError)
  expect((error as Error).message).toMatch(/2026-07-28, which a transport of the program's own cannot carry: use Stdio/)
})
