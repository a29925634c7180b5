import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { SSEServerTransport as V1SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Package, packages } from '../../test/packages.js'
import { SSEServerTransport } from './sse.js'

/** Runs a session over HTTP+SSE, and gives what its client saw. */
async function run({ McpServer }: Package, Transport: typeof V1SSEServerTransport) {
  const server = new McpServer({ name: 's', version: '1' })
  server.registerTool('who', {}, (extra) => {
    const about = [extra.authInfo, extra.requestInfo?.headers['content-type'], typeof extra.sessionId]
    return { content: [{ type: 'text', text: JSON.stringify(about) }] }
  })
  const errors: string[] = []
  let transport: V1SSEServerTransport | undefined
  let closed = 0
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.method === 'GET') {
      transport = new Transport('/messages?a=1#b', res)
      await server.connect(transport)
      server.server.onerror = (error) => errors.push(error.message)
      server.server.onclose = () => {
        closed += 1
      }
      return
    }
    const request = Object.assign(req, { auth: { token: 't', clientId: 'c', scopes: [] } })
    const parsed = req.headers['x-parsed'] === undefined ? undefined : { jsonrpc: '2.0', id: 'parsed', method: 'ping' }
    await transport?.handlePostMessage(request, res, parsed).catch((error: Error) => errors.push(error.message))
  }
  const http = createServer((req, res) => void handle(req, res)).listen(0, '127.0.0.1')
  await new Promise((resolve) => http.once('listening', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const stream = await fetch(url)
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  const until = async (wanted: string) => {
    while (!text.includes(wanted)) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
    }
  }
  await until('\n\n')
  const endpoint = /^data: (.*)$/m.exec(text)?.[1] as string
  const post = async (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) => {
    const response = await fetch(url + endpoint, { method: 'POST', body, headers })
    return [response.status, await response.text()]
  }
  const clientInfo = { name: 'c', version: '1' }
  const params = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo }
  const replies = [
    await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })),
    await post(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'who' } })),
    await post('', { 'content-type': 'application/json', 'x-parsed': '1' }),
    await post('{', { 'content-type': 'application/json' }),
    await post('{"no":1}'),
    await post('{}', { 'content-type': 'text/plain' }),
    await post('{}', { 'content-type': 'application/json; charset=none' }),
    await post(`"${'x'.repeat(5_000_000)}"`),
  ]
  await until('"id":"parsed"')
  await server.close()
  await until('never')
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
  const clean = (value: string) => value.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
  const headers = ['content-type', 'cache-control'].map((name) => stream.headers.get(name))
  return { text: clean(text), headers, replies, errors: errors.length, closed }
}

test('a session over HTTP+SSE is served as by the official SDK', async () => {
  const expected = await run(await packages[0].load(), V1SSEServerTransport)
  const classes = SSEServerTransport as unknown as typeof V1SSEServerTransport
  expect(await run(await packages[1].load(), classes)).toEqual(expected)
  expect(expected.text).toContain('event: endpoint\ndata: /messages?a=1&sessionId=uuid#b')
})

test.each([
  ['a request that a program made up', {}, 202],
  ['a host that is not allowed', { host: 'evil.com' }, 403],
  ['no host', { host: undefined }, 403],
])('%s is answered as by the official SDK', async (_, headers, status) => {
  const classes = SSEServerTransport as unknown as typeof V1SSEServerTransport
  const [expected, answered] = await Promise.all([V1SSEServerTransport, classes].map((each) => postTo(each, headers)))
  expect(answered).toEqual(expected)
  expect(answered?.replies[0]).toBe(status)
})

test('a stand-in for a request gives its body through its listeners', async () => {
  const listeners = { on: vi.fn(), removeListener: vi.fn(), listeners: () => [] }
  const calls: Record<string, unknown> = { data: Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}') }
  listeners.on.mockImplementation((event: string, listener: (value: unknown) => void) => {
    if (event === 'data' || event === 'end') listener(calls[event])
    return listeners
  })
  const classes = SSEServerTransport as unknown as typeof V1SSEServerTransport
  const run = (each: typeof V1SSEServerTransport) => postTo(each, {}, { ...listeners, parsed: undefined })
  expect(await run(classes)).toEqual(await run(V1SSEServerTransport))
  expect((await run(classes)).replies).toEqual([202, 'Accepted'])
})

test('the address of a request over TLS begins with https', async () => {
  const socket = new TLSSocket(new Duplex())
  const classes = SSEServerTransport as unknown as typeof V1SSEServerTransport
  const given = { socket, parsed: { jsonrpc: '2.0', id: 1, method: 'ping' } }
  expect((await postTo(classes, {}, given)).received).toEqual(['https://example.com/messages?a=1'])
  socket.destroy()
})

/** A stand-in for the reply to a GET, whose reader takes nothing. */
function createReply() {
  const listeners: Record<string, () => void> = {}
  const socket = { bytesWritten: 100, writableLength: 100 }
  const res = {
    socket,
    writeHead: vi.fn(),
    write: vi.fn(() => false),
    end: vi.fn(),
    destroy: vi.fn(),
    on: (event: string, listener: () => void) => {
      listeners[event] = listener
    },
  }
  return { res, socket, emit: (event: string) => listeners[event]?.() }
}

describe('a reader', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => void vi.useRealTimers())
  const note = { jsonrpc: '2.0', method: 'a' } as const

  const open = async () => {
    const reply = createReply()
    const transport = new SSEServerTransport('/messages', reply.res as unknown as ServerResponse)
    await transport.start()
    return { ...reply, transport }
  }

  test('is told once where to send', async () => {
    const { transport } = await open()
    const message =
      'SSEServerTransport already started! If using Server class, note that connect() calls start() automatically.'
    await expect(transport.start()).rejects.toThrow(new Error(message))
    await transport.close()
  })

  test('that takes nothing of what waits for it is cut off', async () => {
    const { transport, res } = await open()
    await transport.send(note)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(res.destroy).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(35_000)
    expect(res.destroy).toHaveBeenCalledTimes(1)
  })

  test('that has taken everything is left alone', async () => {
    const { transport, res, emit } = await open()
    await transport.send(note)
    emit('drain')
    await vi.advanceTimersByTimeAsync(90_000)
    expect(res.destroy).not.toHaveBeenCalled()
  })

  test('that takes a part in time is left alone', async () => {
    const { transport, res, socket } = await open()
    await transport.send(note)
    for (let taken = 1; taken < 4; taken += 1) {
      await vi.advanceTimersByTimeAsync(20_000)
      socket.writableLength -= 1
    }
    expect(res.destroy).not.toHaveBeenCalled()
  })

  test('that has left is forgotten', async () => {
    const { transport, res, emit } = await open()
    const onclose = vi.fn()
    transport.onclose = onclose
    await transport.send(note)
    emit('close')
    expect([onclose.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
    await expect(transport.send(note)).rejects.toThrow(new Error('Not connected'))
    expect(res.end).not.toHaveBeenCalled()
  })
})

/** Posts a message without a socket, and gives the reply and what the transport said of the request. */
async function postTo(
  Transport: typeof V1SSEServerTransport,
  headers: { readonly host?: string | undefined },
  { parsed, ...listeners }: { readonly parsed: unknown } = { parsed: { jsonrpc: '2.0', id: 1, method: 'ping' } },
) {
  const replies: unknown[] = []
  const res = {
    writeHead(status: number) {
      replies.push(status)
      return res
    },
    write: () => true,
    end: (text: string) => void replies.push(text),
    on: () => res,
  }
  const options = { enableDnsRebindingProtection: true, allowedHosts: ['example.com'] }
  const transport = new Transport('/messages', res as unknown as ServerResponse, options)
  const received: unknown[] = []
  transport.onmessage = (_message, extra) => void received.push(extra?.requestInfo?.url?.href)
  await transport.start()
  replies.length = 0
  const all = { 'content-type': 'application/json', host: 'example.com', ...headers }
  const req = { ...listeners, headers: all, url: '/messages?a=1' } as unknown as IncomingMessage
  await transport.handlePostMessage(req, res as unknown as ServerResponse, parsed)
  return { replies, received }
}
