import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { connect } from 'omniport/client'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/v4'
import { McpServer } from '../server/mcp.js'
import { StdioServerTransport } from '../server/stdio.js'
import { StreamableHTTPServerTransport } from '../server/streamableHttp.js'
import type { Transport } from '../shared/transport.js'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function createTools(): McpServer {
  const server = new McpServer(
    { name: 's', version: '1' },
    { capabilities: { logging: {}, tools: { listChanged: true } }, instructions: 'use it' },
  )
  server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }))
  server.registerTool('ask', {}, async () => {
    const params = { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }
    const answer = await server.server.elicitInput(params as Parameters<typeof server.server.elicitInput>[0])
    const { roots } = await server.server.listRoots()
    const sampled = await server.server.createMessage({
      messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
      maxTokens: 5,
    })
    return { content: [{ type: 'text', text: JSON.stringify([answer, roots, sampled.content]) }] }
  })
  server.registerTool('about', {}, async (extra) => {
    await extra.sendNotification({
      method: 'notifications/progress',
      params: { progressToken: extra._meta?.progressToken ?? 0, progress: 1 },
    })
    const client = server.server.getClientVersion()
    return { content: [{ type: 'text', text: JSON.stringify([client, extra._meta]) }] }
  })
  server.registerTool('grow', {}, async (extra) => {
    server.registerTool('grown', {}, () => ({ content: [] }))
    await extra.sendNotification({ method: 'notifications/tools/list_changed' })
    return { content: [{ type: 'text', text: 'grew' }] }
  })
  server.registerTool('never', {}, (extra) => {
    return new Promise((_, reject) => extra.signal.addEventListener('abort', () => reject(extra.signal.reason)))
  })
  return server
}

const answers = {
  elicit: async () => ({ action: 'accept' as const, content: { name: 'Ann' } }),
  sample: async () => ({ model: 'm', content: [{ type: 'text' as const, text: 'hello' }] }),
  roots: [{ uri: 'file:///a' }],
}

type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>

async function listen(handle: Handle): Promise<string> {
  const http = createServer((req, res) => void handle(req, res)).listen(0, '127.0.0.1')
  closers.push(() => new Promise((resolve) => http.close(resolve)))
  closers.push(() => http.closeAllConnections())
  await new Promise((resolve) => http.once('listening', resolve))
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
}

describe('a client of 2026-07-28 over HTTP', () => {
  const open = async (handle: Handle) => {
    const url = await listen(handle)
    const client = await connect(url, { revision: '2026-07-28', ...answers } as never)
    closers.push(() => client.close())
    return client
  }

  /** A server and a transport for each request, which are closed with its reply, as stateless programs do. */
  const stateless: Handle = async (req, res) => {
    const server = createTools()
    const transport = new StreamableHTTPServerTransport({})
    res.on('close', () => {
      void transport.close()
      void server.close()
    })
    await server.connect(transport)
    await transport.handleRequest(req, res)
  }

  test('calls tools, and answers what they ask', async () => {
    const client = await open(stateless)
    expect(client.revision).toBe('2026-07-28')
    expect((await client.listTools()).map(({ name }: { name: string }) => name)).toEqual([
      'echo',
      'ask',
      'about',
      'grow',
      'never',
    ])
    expect(await client.callTool('echo', { text: 'a' })).toMatchObject({ content: [{ text: 'a' }] })
    const asked = await client.callTool('ask', {})
    expect(JSON.parse((asked.content[0] as { text: string }).text)).toEqual([
      { action: 'accept', content: { name: 'Ann' } },
      [{ uri: 'file:///a' }],
      { type: 'text', text: 'hello' },
    ])
  })

  test('is closed with its server and transport when it is answered', async () => {
    const closed: string[] = []
    const client = await open(async (req, res) => {
      const server = createTools()
      server.server.onclose = () => closed.push('server')
      const transport = new StreamableHTTPServerTransport({})
      await server.connect(transport)
      await transport.handleRequest(req, res)
    })
    closed.length = 0
    await client.callTool('ask', {})
    expect(closed.length).toBeGreaterThan(0)
  })
})

describe('a transport of sessions that a client of 2026-07-28 calls', () => {
  const post = (url: string, message: object, headers: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'c', version: '2' },
  }
  const echo = async (url: string, text: string) => {
    const params = { name: 'echo', arguments: { text }, _meta }
    const names = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' }
    const response = await post(url, { id: 1, method: 'tools/call', params }, names)
    return [response.status, JSON.stringify(await response.text()).includes(text)]
  }
  const create = async (closed: string[], name: string) => {
    const server = createTools()
    server.server.onclose = () => closed.push(name)
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => `session-${name}` })
    await server.connect(transport)
    closers.push(() => server.close())
    return transport
  }

  test('is closed with its server when it is answered, if it was made for the request', async () => {
    const closed: string[] = []
    let count = 0
    const url = await listen(async (req, res) => (await create(closed, String(++count))).handleRequest(req, res))
    expect([await echo(url, 'one'), closed]).toEqual([[200, true], ['1']])
    expect([await echo(url, 'two'), closed]).toEqual([
      [200, true],
      ['1', '2'],
    ])
  })

  test('refuses requests after its program has closed it', async () => {
    const transport = await create([], 'at start')
    let made: StreamableHTTPServerTransport | undefined
    const url = await listen(async (req, res) => {
      made ??= await create([], 'at first')
      await made.handleRequest(req, res)
    })
    expect(await echo(url, 'one')).toEqual([200, true])
    await Promise.all([made?.close(), transport.close()])
    const closedUrl = await listen((req, res) => transport.handleRequest(req, res))
    expect([await echo(url, 'two'), await echo(closedUrl, 'two')]).toEqual([
      [404, false],
      [404, false],
    ])
  })

  test('of another object is closed with its server when the next one is answered', async () => {
    const closed: string[] = []
    let count = 0
    const url = await listen(async (req, res) => {
      count += 1
      const name = String(count)
      const inner = new StreamableHTTPServerTransport({ sessionIdGenerator: () => name })
      const outer: Transport = {
        start: () => inner.start(),
        send: (message, options) => inner.send(message, options as object),
        close: () => inner.close(),
      }
      inner.onmessage = (message, extra) => outer.onmessage?.(message, extra)
      inner.onclose = () => outer.onclose?.()
      const server = createTools()
      server.server.onclose = () => closed.push(name)
      await server.connect(outer)
      closers.push(() => server.close())
      await inner.handleRequest(req, res)
    })
    for (const text of ['one', 'two', 'three']) expect(await echo(url, text)).toEqual([200, true])
    expect(closed).toEqual(['1', '2'])
  })

  test('goes on if it serves all requests, whenever it was made', async () => {
    const closed: string[] = []
    const atStart = await create(closed, 'at start')
    let atFirst: StreamableHTTPServerTransport | undefined
    const urls = await Promise.all([
      listen((req, res) => atStart.handleRequest(req, res)),
      listen(async (req, res) => {
        atFirst ??= await create(closed, 'at first')
        await atFirst.handleRequest(req, res)
      }),
    ])
    for (const url of urls) {
      for (const text of ['one', 'two']) expect(await echo(url, text)).toEqual([200, true])
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } }
      const begun = await post(url, { id: 0, method: 'initialize', params }, {})
      expect([begun.status, begun.headers.get('mcp-session-id')?.startsWith('session-')]).toEqual([200, true])
      await begun.text()
      expect(await echo(url, 'three')).toEqual([200, true])
    }
    // What is made with the first request may have been made for it.
    expect(closed).toEqual(['at first'])
  })
})

describe('a client of 2026-07-28 over stdio', () => {
  async function open() {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const server = createTools()
    await server.connect(new StdioServerTransport(input, output))
    closers.push(() => server.close())
    const lines: Record<string, unknown>[] = []
    const waits: (() => void)[] = []
    let text = ''
    output.on('data', (chunk) => {
      text += chunk
      const parts = text.split('\n')
      text = parts.pop() ?? ''
      lines.push(...parts.map((line) => JSON.parse(line)))
      for (const check of waits) check()
    })
    const send = (message: object) => input.write(`${JSON.stringify(message)}\n`)
    const until = (count: number) =>
      new Promise<void>((resolve) => {
        const check = () => lines.length >= count && resolve()
        waits.push(check)
        check()
      })
    return { server, lines, send, until }
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    'io.modelcontextprotocol/clientInfo': { name: 'c', version: '2' },
  }
  const request = (id: number, method: string, params: object = {}) => ({
    ...{ jsonrpc: '2.0', id, method },
    params: { ...params, _meta: { ..._meta, progressToken: id } },
  })

  test('discovers, calls, listens and cancels, beside a client that initialized', async () => {
    const { server, lines, send, until } = await open()
    send(request(1, 'server/discover'))
    await until(1)
    expect(lines[0]).toMatchObject({
      id: 1,
      result: {
        resultType: 'complete',
        supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
        capabilities: { tools: { listChanged: true } },
        instructions: 'use it',
      },
    })
    send(request(2, 'tools/call', { name: 'about', arguments: {} }))
    await until(3)
    expect(lines.slice(1)).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 2 } },
      { id: 2, result: { content: [{ text: JSON.stringify([{ name: 'c', version: '2' }, { progressToken: 2 }]) }] } },
    ])
    send(request(3, 'subscriptions/listen', { notifications: { toolsListChanged: true } }))
    await until(4)
    server.registerTool('more', {}, () => ({ content: [] }))
    await until(5)
    expect(lines.slice(3).map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
    ])
    send(request(4, 'tools/call', { name: 'never', arguments: {} }))
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 4 } })
    send({
      ...{ jsonrpc: '2.0', id: 5, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    })
    await until(6)
    expect(lines[5]).toMatchObject({ id: 5, result: { protocolVersion: '2025-06-18' } })
    send(request(6, 'ping'))
    await until(7)
    expect(lines[6]).toMatchObject({ id: 6, error: { code: -32601 } })
  })

  test('tells all that listen what changes while a call runs, and the call nothing of it', async () => {
    const { lines, send, until } = await open()
    send(request(1, 'subscriptions/listen', { notifications: { toolsListChanged: true } }))
    await until(1)
    send({
      ...{ jsonrpc: '2.0', id: 2, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    })
    await until(2)
    send(request(3, 'tools/call', { name: 'grow', arguments: {} }))
    await until(6)
    const ofSubscription = { 'io.modelcontextprotocol/subscriptionId': 1 }
    const changes = lines.slice(2).filter(({ method }) => method === 'notifications/tools/list_changed')
    const metas = changes.map(({ params }) => (params as { _meta?: object } | undefined)?._meta)
    // The client of before hears of the tool too; what the call itself sends is for modern clients.
    expect([metas.filter(Boolean), metas.length]).toEqual([[ofSubscription, ofSubscription], 3])
    expect(lines.slice(2)).toContainEqual(expect.objectContaining({ id: 3 }))
  })

  test('answers what a tool asks with another request', async () => {
    const { lines, send, until } = await open()
    send(request(1, 'tools/call', { name: 'ask', arguments: {} }))
    await until(1)
    const { result } = lines[0] as { result: { inputRequests: Record<string, unknown>; requestState: string } }
    expect(Object.values(result.inputRequests)).toMatchObject([{ method: 'elicitation/create' }])
    const inputResponses = Object.fromEntries(
      Object.keys(result.inputRequests).map((key) => [key, { action: 'decline' }]),
    )
    const { requestState } = result
    send(request(2, 'tools/call', { name: 'ask', arguments: {}, inputResponses, requestState }))
    await until(2)
    expect(lines[1]).toMatchObject({ id: 2, result: { isError: true } })
  })
})
