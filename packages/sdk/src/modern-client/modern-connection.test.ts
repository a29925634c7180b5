import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/v4'
import { settled } from '../../test/pipe.js'
import { McpServer } from '../server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '../server/webStandardStreamableHttp.js'
import { ErrorCode, type JSONRPCMessage, McpError } from '../types.js'
import { ModernConnection } from './modern-connection.js'
import { ModernRoute } from './modern-route.js'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

function createServer(instructions?: string): McpServer {
  const server = new McpServer(
    { name: 's', version: '2' },
    { capabilities: { logging: {} }, ...(instructions !== undefined && { instructions }) },
  )
  server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }, { _meta }) => ({
    content: [{ type: 'text', text: `${text} ${JSON.stringify(_meta ?? null)}` }],
  }))
  server.registerTool('steps', {}, async ({ sendNotification, _meta }) => {
    const progressToken = _meta?.progressToken ?? 'no token'
    await sendNotification({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } })
    await sendNotification({ method: 'notifications/message', params: { level: 'warning', data: 'careful' } })
    return { content: [] }
  })
  server.registerTool('never', {}, () => new Promise(() => {}))
  server.registerResource('fixed', 'test://fixed', {}, () => {
    throw new McpError(ErrorCode.InvalidParams, 'gone', { a: 1 })
  })
  return server
}

/** A server for each request, as stateless programs have. */
function createFetch(instructions?: string): typeof fetch {
  return async (input, init) => {
    const server = createServer(instructions)
    const transport = new WebStandardStreamableHTTPServerTransport({})
    await server.connect(transport)
    return transport.handleRequest(new Request(input, init))
  }
}

function create(send: typeof fetch = createFetch()) {
  const delivered: JSONRPCMessage[] = []
  const errors: Error[] = []
  const connection = new ModernConnection({
    target: new URL('http://localhost/mcp'),
    fetch: send,
    deliver: (message) => void delivered.push(message),
    onError: (error) => void errors.push(error),
  })
  opened.push(connection)
  return { connection, delivered, errors }
}

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
} as const

const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 's', version: '2' } }

async function open(send?: typeof fetch) {
  const created = create(send)
  await created.connection.send(initialize)
  created.delivered.length = 0
  const request = (method: string, params?: object) =>
    created.connection.send({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) } as JSONRPCMessage)
  return { ...created, request }
}

describe('the client is introduced', () => {
  test('as to a server of an earlier revision', async () => {
    const { connection, delivered } = create(createFetch('read'))
    await connection.send(initialize)
    expect(delivered).toEqual([
      {
        ...{ jsonrpc: '2.0', id: 0 },
        result: {
          protocolVersion: '2025-11-25',
          capabilities: expect.objectContaining({ logging: {}, resources: { listChanged: true } }),
          serverInfo: { name: 's', version: '2' },
          instructions: 'read',
        },
      },
    ])
  })

  test('without instructions', async () => {
    const { connection, delivered } = create()
    await connection.send(initialize)
    expect(delivered).toMatchObject([{ result: { serverInfo: { name: 's' } } }])
    expect((delivered[0] as unknown as { result: object }).result).not.toHaveProperty('instructions')
  })

  test('before anything else', async () => {
    const { connection, delivered } = create()
    await expect(connection.send({ jsonrpc: '2.0', id: 1, method: 'ping' })).rejects.toThrow(new Error('Not connected'))
    expect(delivered).toEqual([])
  })

  test('and the error says what stops that', async () => {
    const { connection } = create(() => Promise.reject(new TypeError('no network')))
    await expect(connection.send(initialize)).rejects.toMatchObject({
      ...{ code: 'closed', message: 'The connection to http://localhost/mcp broke: no network' },
    })
  })
})

describe('a request', () => {
  test('is answered without what is new in the revision', async () => {
    const { delivered, request } = await open()
    await request('tools/call', { name: 'echo', arguments: { text: 'a' } })
    expect(delivered).toEqual([
      { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'a null' }], _meta } },
    ])
  })

  test('has its metadata', async () => {
    const { delivered, request } = await open()
    await request('tools/call', { name: 'echo', arguments: { text: 'a' }, _meta: { 'x.example/a': 1 } })
    expect(delivered).toMatchObject([{ result: { content: [{ text: 'a {"x.example/a":1}' }] } }])
  })

  test('without parameters is sent too', async () => {
    const { delivered, request } = await open()
    await request('tools/list')
    expect(delivered).toMatchObject([{ result: { tools: [{ name: 'echo' }, { name: 'steps' }, { name: 'never' }] } }])
    const [{ result }] = delivered as unknown as [{ result: object }]
    expect(Object.keys(result)).toEqual(['tools', '_meta'])
  })

  test('that fails has the error of the server', async () => {
    const { delivered, request } = await open()
    await request('resources/read', { uri: 'test://fixed' })
    expect(delivered).toEqual([
      {
        ...{ jsonrpc: '2.0', id: 1 },
        error: { code: -32602, message: 'MCP error -32602: gone', data: { a: 1 } },
      },
    ])
  })

  test('that cannot be sent rejects with what its transport threw', async () => {
    let isBroken = false
    const server = createFetch()
    const { delivered, request } = await open((...given) => {
      return isBroken ? Promise.reject(new RangeError('no more')) : server(...given)
    })
    isBroken = true
    await expect(request('tools/list')).rejects.toThrow(new RangeError('no more'))
    expect(delivered).toEqual([])
  })

  test('that is cancelled has no answer', async () => {
    const { connection, delivered, request } = await open()
    const waiting = request('tools/call', { name: 'never' })
    await settled()
    await connection.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } })
    await connection.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    expect(await waiting).toBeUndefined()
    expect(delivered).toEqual([])
  })

  test('that is cancelled as a progress notification would be is not', async () => {
    const { connection, delivered, request } = await open()
    const asking = request('tools/list')
    await connection.send({ jsonrpc: '2.0', method: 'notifications/other', params: { requestId: 1 } })
    await asking
    expect(delivered).toHaveLength(1)
  })

  test('reports progress where that is wanted, and log messages of the level', async () => {
    const { delivered, request } = await open()
    await request('logging/setLevel', { level: 'warning' })
    await request('tools/call', { name: 'steps', _meta: { progressToken: 7 } })
    expect(delivered).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      {
        ...{ jsonrpc: '2.0', method: 'notifications/progress' },
        params: { progressToken: 7, progress: 1, total: 2 },
      },
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'warning', data: 'careful' } },
      { jsonrpc: '2.0', id: 1, result: { content: [], _meta } },
    ])
  })

  test('reports no progress where nobody wants it', async () => {
    const { delivered, request } = await open()
    await request('tools/call', { name: 'steps' })
    expect(delivered).toEqual([{ jsonrpc: '2.0', id: 1, result: { content: [], _meta } }])
  })

  test.each([
    ['ping', {}],
    ['resources/subscribe', { uri: 'test://fixed' }],
    ['resources/unsubscribe', { uri: 'test://fixed' }],
  ])('%s is answered with nothing', async (method, params) => {
    const { delivered, request } = await open()
    await request(method, params)
    expect(delivered).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  })
})

describe('a route', () => {
  test('connects with its first message', async () => {
    const delivered: JSONRPCMessage[] = []
    const route = new ModernRoute({
      target: new URL('http://localhost/mcp'),
      fetch: createFetch(),
      deliver: (message) => void delivered.push(message),
      onError() {},
    })
    expect(await route.close()).toBeUndefined()
    await route.send(initialize)
    await route.send({ jsonrpc: '2.0', id: 1, method: 'ping' })
    expect(delivered).toMatchObject([{ id: 0 }, { id: 1, result: {} }])
    await route.close()
    await expect(route.send({ jsonrpc: '2.0', id: 2, method: 'tools/list' })).rejects.toThrow(/closed/)
  })
})
