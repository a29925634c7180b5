import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpAuthorizer } from '../../../entries/auth.js'
import { createRecorder, type RecordedLine } from '../../../entries/protocol.js'
import { type Asked, listen } from '../../doctor/fixtures/listen.js'
import { AddressConnection } from './address-connection.js'

type Answer = (asked: Asked, response: ServerResponse) => void

const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const accepted: Answer = (_asked, response) => void response.writeHead(202).end()

/** A server, a connection to it, and what passed. */
async function connect(answer: Answer, more: { headers?: Record<string, string>; authorizer?: HttpAuthorizer } = {}) {
  const { origin, asked, close } = await listen(answer)
  closing.push(close)
  const url = new URL(`${origin}/mcp?a=1`)
  const lines: RecordedLine[] = []
  const messages: unknown[] = []
  const errors: string[] = []
  let onMessage = () => {}
  const connection = new AddressConnection({
    ...{ url, headers: {}, authorizer: undefined, signal: new AbortController().signal },
    recorder: createRecorder({ target: { url: url.href }, write: () => {}, onLine: (line) => lines.push(line) }),
    onMessage: (message) => {
      messages.push(message)
      onMessage()
    },
    onError: (message) => void errors.push(message),
    ...more,
  })
  closing.push(() => connection.close())
  const until = async (count: number) => {
    while (messages.length < count) await new Promise<void>((resolve) => (onMessage = resolve))
    return messages
  }
  return { connection, asked, lines, messages, errors, until, url }
}

const line = (more: Partial<RecordedLine> = {}): RecordedLine => ({
  ...{ ms: 0, transport: 'http', connection: 1, from: 'client', request: { method: 'POST', path: '/' } },
  ...more,
})
const post = (message: unknown, more: Partial<RecordedLine> = {}) =>
  [JSON.stringify(message), line({ message, ...more })] as const
const json =
  (message: unknown, headers: Record<string, string> = {}): Answer =>
  (_asked, response) =>
    void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(message))

/** The headers that are not those of every request of `fetch`. */
const own = ({ headers }: Asked) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(?:mcp-|x-|accept$|content-type$|authorization$)/.test(name)),
  )

const initialize = { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }
const agreed = { id: 1, result: { protocolVersion: '2025-06-18' } }
const usual = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const get = (headers?: Record<string, string>) =>
  line({ request: { method: 'GET', path: '/' }, ...(headers && { headers }) })

describe('a message', () => {
  test('is posted, and the answer passed on and recorded', async () => {
    const { connection, asked, until, lines, url } = await connect(json(agreed))
    await connection.send(...post(initialize))
    expect(await until(1)).toEqual([agreed])
    await connection.close()
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/mcp?a=1', JSON.stringify(initialize)],
    ])
    expect(asked.map(own)).toEqual([usual])
    expect(lines.map(({ from, request, status, message }) => [from, request, status, message])).toEqual([
      ['client', { method: 'POST', path: `/mcp${url.search}` }, undefined, initialize],
      ['server', undefined, 200, agreed],
    ])
  })

  test('has the session and the revision that the server gave, those of the recording no more', async () => {
    const { connection, asked, until } = await connect(json(agreed, { 'mcp-session-id': 'live' }))
    await connection.send(...post(initialize))
    await until(1)
    await connection.send(...post({ id: 2, method: 'a' }, { headers: { 'mcp-session-id': 'old', 'x-other': '1' } }))
    expect(asked.map(own)).toEqual([
      usual,
      { ...usual, 'mcp-session-id': 'live', 'mcp-protocol-version': '2025-06-18' },
    ])
  })

  test('keeps recorded headers of the protocol that do not repeat it', async () => {
    const { connection, asked } = await connect(accepted)
    await connection.send(
      ...post({ id: 2, method: 'a' }, { headers: { 'mcp-protocol-version': '2025-03-26', 'mcp-x': 'y' } }),
    )
    expect(asked.map(own)).toEqual([{ ...usual, 'mcp-protocol-version': '2025-03-26', 'mcp-x': 'y' }])
  })

  test('of the modern revision is repeated in headers, as it is now', async () => {
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    const recorded = { id: 2, method: 'resources/read', params: { uri: 'a:old', _meta } }
    const live = { ...recorded, params: { uri: 'a:new', _meta } }
    const { connection, asked } = await connect(accepted)
    const headers = { 'mcp-method': 'resources/read', 'mcp-name': 'a:old', 'mcp-protocol-version': '2026-07-28' }
    await connection.send(JSON.stringify(live), line({ message: recorded, headers }))
    expect(asked.map(own)).toEqual([{ ...usual, ...headers, 'mcp-name': 'a:new' }])
  })

  test('that was recorded with another header than it has keeps that', async () => {
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    const { connection, asked } = await connect(accepted)
    await connection.send(...post({ id: 2, method: 'a', params: { _meta } }, { headers: { 'mcp-method': 'wrong' } }))
    expect(asked.map(own)).toEqual([{ ...usual, 'mcp-method': 'wrong', 'mcp-protocol-version': '2026-07-28' }])
  })

  test('has the headers that were given, and credentials', async () => {
    const authorizer = { headers: async () => ({ authorization: 'Bearer t' }) } as unknown as HttpAuthorizer // no more is used
    const { connection, asked } = await connect(accepted, { headers: { 'x-own': '1' }, authorizer })
    await connection.send(...post({ method: 'a' }))
    expect(asked.map(own)).toEqual([{ ...usual, 'x-own': '1', authorization: 'Bearer t' }])
  })

  test('that is no JSON is sent as it was', async () => {
    const { connection, asked } = await connect(accepted)
    await connection.send('{"id":', line({ text: '{"id":' }))
    expect(asked.map(({ body }) => body)).toEqual(['{"id":'])
  })
})

describe('a call of the modern revision', () => {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
  const call = { id: 2, method: 'tools/call', params: { name: 'add', arguments: { region: 'eu' }, _meta } }
  const tools = [
    {
      name: 'add',
      inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
    },
  ]

  test.each([
    [
      'JSON',
      (response: ServerResponse, text: string) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(text),
    ],
    [
      'events',
      (response: ServerResponse, text: string) =>
        void response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`data: {"method":"x"}\n\ndata: ${text}\n\n`),
    ],
  ])('lists the tools for the arguments that headers repeat: %s', async (_name, reply) => {
    const { connection, asked, lines } = await connect(({ body }, response) => {
      const { id, method } = JSON.parse(body) as { id: unknown; method: string }
      reply(response, JSON.stringify({ jsonrpc: '2.0', id, result: method === 'tools/list' ? { tools } : {} }))
    })
    await connection.send(...post(call))
    expect(asked.map(({ body }) => (JSON.parse(body) as { method: string }).method)).toEqual([
      'tools/list',
      'tools/call',
    ])
    expect(asked[0] && own(asked[0])).toEqual({
      ...usual,
      'mcp-method': 'tools/list',
      'mcp-protocol-version': '2026-07-28',
    })
    expect(asked[1]?.headers['mcp-param-region']).toBe('eu')
    expect(lines.filter(({ from }) => from === 'client').map(({ message }) => message)).toEqual([call])
  })

  test('goes on where the server does not list them', async () => {
    const { connection, asked } = await connect((_asked, response) => void response.socket?.destroy())
    await connection.send(...post(call))
    expect(asked.map(({ headers }) => headers['mcp-method'])).toEqual(['tools/list', 'tools/call'])
  })
})

describe('a stream', () => {
  const events =
    (text: string): Answer =>
    (_asked, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).write(text)

  test('is opened with the session, and its messages are passed on', async () => {
    const { connection, asked, until } = await connect((each, response) =>
      each.method === 'GET'
        ? events('data: {"method":"a"}\n\n: comment\n\ndata: no JSON\n\ndata: {"method":"b"}\n\n')(each, response)
        : json(agreed, { 'mcp-session-id': 'live' })(each, response),
    )
    await connection.send(...post(initialize))
    await until(1)
    await connection.send('', get({ 'mcp-session-id': 'old' }))
    expect((await until(3)).slice(1)).toEqual([{ method: 'a' }, { method: 'b' }])
    expect(asked[1]).toMatchObject({ method: 'GET', path: '/mcp?a=1', body: '' })
    expect(asked[1] && own(asked[1])).toEqual({
      accept: 'text/event-stream',
      'mcp-session-id': 'live',
      'mcp-protocol-version': '2025-06-18',
    })
  })

  test('that goes on after an event of the recorded server is not opened', async () => {
    const { connection, asked } = await connect(accepted)
    await connection.send('', get({ 'last-event-id': '7' }))
    expect(asked).toEqual([])
  })

  test('is opened for what a pipe carries, where there is a session', async () => {
    const { connection, asked, until } = await connect(json(agreed, { 'mcp-session-id': 'live' }))
    await connection.send(...post(initialize, { transport: 'stdio', request: undefined }))
    await until(1)
    const initialized = { method: 'notifications/initialized' }
    await connection.send(...post(initialized, { transport: 'stdio', request: undefined }))
    await connection.send(...post(initialized))
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'POST'])
  })

  test('is not opened without a session', async () => {
    const { connection, asked } = await connect(accepted)
    await connection.send(...post({ method: 'notifications/initialized' }, { transport: 'stdio', request: undefined }))
    expect(asked.map(({ method }) => method)).toEqual(['POST'])
  })

  test.each([
    ['its own origin', '/messages?b=2', '/messages?b=2'],
    ['another origin, where nothing is sent', 'http://localhost.example/messages', '/mcp?a=1'],
  ])('before a session is that of HTTP+SSE, and names an address at %s', async (_name, address, path) => {
    const { connection, asked } = await connect((each, response) =>
      each.method === 'GET'
        ? events(`event: endpoint\ndata: ${address}\n\n`)(each, response)
        : accepted(each, response),
    )
    await connection.send('', get())
    await connection.send(...post({ method: 'a' }))
    expect(asked.map(({ method, path: of }) => [method, of])).toEqual([
      ['GET', '/mcp?a=1'],
      ['POST', path],
    ])
  })

  test('before a session holds messages back until it has named an address', async () => {
    let stream: ServerResponse | undefined
    const { connection, asked } = await connect((each, response) => {
      if (each.method !== 'GET') return accepted(each, response)
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
      stream.write(': hello\n\n')
    })
    await connection.send('', get())
    const sending = connection.send(...post({ method: 'a' }))
    setImmediate(() => stream?.write('event: endpoint\ndata: /messages\n\n'))
    await sending
    expect(asked.map(({ method, path: of }) => [method, of])).toEqual([
      ['GET', '/mcp?a=1'],
      ['POST', '/messages'],
    ])
  })

  test('is not what the end of a session opens, which is a request without a body', async () => {
    const { connection, asked } = await connect(accepted)
    await connection.send('', line({ request: { method: 'DELETE', path: '/' } }))
    await connection.send(...post({ method: 'a' }))
    expect(asked.map(({ method }) => method)).toEqual(['DELETE', 'POST'])
    expect([asked[0]?.body, asked[0]?.headers.accept]).toEqual(['', '*/*'])
  })

  test('that never names an address holds messages back until it is closed', async () => {
    const { connection, asked } = await connect(events(': hello\n\n'))
    await connection.send('', get())
    const sending = connection.send(...post({ method: 'a' }))
    await connection.close()
    await sending
    expect(asked.map(({ method }) => method)).toEqual(['GET'])
  })

  test('of a session that was recorded waits for no address', async () => {
    const { connection, asked } = await connect(accepted)
    await connection.send('', get({ 'mcp-protocol-version': '2025-11-25' }))
    await connection.send(...post({ method: 'a' }))
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })
})

test('a server that cannot be reached is reported and recorded', async () => {
  const { connection, errors, lines, url } = await connect((_asked, response) => void response.socket?.destroy())
  await connection.send(...post({ id: 1, method: 'a' }))
  expect(errors).toEqual([`POST ${url.origin}/mcp: fetch failed: other side closed`])
  expect(lines.map(({ from, end, error }) => [from, end, error])).toEqual([
    ['client', undefined, undefined],
    ['server', 'aborted', 'TypeError: fetch failed'],
  ])
})

test('a body without text is no message', async () => {
  const { connection, messages } = await connect(accepted)
  await connection.send(...post({ method: 'a' }))
  await connection.close()
  expect(messages).toEqual([])
})
