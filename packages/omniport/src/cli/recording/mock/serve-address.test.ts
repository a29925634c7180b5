import { request as httpRequest } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { SseReader } from '#test/support/sse-reader.js'
import { type LineOf, piped, posted, recordingOf, replied } from '../fixtures/memory-recording.js'
import { indexTurns } from '../turns/index-turns.js'
import { type ServedMock, serveAddress } from './serve-address.js'
import { TurnPool } from './turn-pool.js'

const served: ServedMock[] = []

afterEach(async () => {
  for (const each of served.splice(0)) await each.close()
})

async function serve(lines: readonly LineOf[], path = '/mcp') {
  const file = recordingOf(lines)
  const pool = new TurnPool([{ file, index: await indexTurns(file) }])
  const mock = await serveAddress({ pool, speed: undefined, port: 0, path })
  served.push(mock)
  return mock
}

const post = (url: string, message: unknown, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers, body: typeof message === 'string' ? message : JSON.stringify(message) })

const request = (id: unknown, method: string, params: object = {}) => ({ id, method, params })
const initialize = request(1, 'initialize', { protocolVersion: '2025-11-25' })
const agreed = { id: 1, result: { protocolVersion: '2025-11-25' } }
const json = { 'content-type': 'application/json' }
const session = { 'mcp-session-id': 'recorded' }
/** A response that is no stream is one line. */
const whole = (exchange: number, message: unknown, headers = {}) =>
  replied(exchange, message, { status: 200, headers: { ...json, ...headers } })
const headOf = (exchange: number, headers: Record<string, string>, status = 200): LineOf => ({
  ...{ from: 'server', transport: 'http', exchange, status, headers },
})

const sessionLines = [
  posted(1, initialize),
  whole(1, agreed, session),
  posted(2, { method: 'notifications/initialized' }, { headers: session }),
  headOf(2, session, 202),
  posted(3, request(2, 'a'), { headers: session }),
  whole(3, { id: 2, result: { b: 1 } }),
]

test('the address has the path that was asked for', async () => {
  expect((await serve(sessionLines, '/x/mcp')).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/x\/mcp$/)
})

describe('a session', () => {
  test('begins where the recorded one did, with an id of its own', async () => {
    const { url } = await serve(sessionLines)
    const opened = await post(url, { ...initialize, id: 'x' })
    const id = opened.headers.get('mcp-session-id') ?? ''
    expect([opened.status, await opened.json()]).toEqual([200, { ...agreed, id: 'x' }])
    expect(id).toMatch(/^[\da-f-]{36}$/)
    const headers = { 'mcp-session-id': id }
    const notified = await post(url, { method: 'notifications/initialized' }, headers)
    expect([notified.status, await notified.text(), notified.headers.get('mcp-session-id')]).toEqual([202, '', null])
    expect(await (await post(url, request('y', 'a'), headers)).json()).toEqual({ id: 'y', result: { b: 1 } })
  })

  test('that is not there, or has ended, is answered with 404', async () => {
    const { url } = await serve(sessionLines)
    const id = (await post(url, initialize)).headers.get('mcp-session-id') ?? ''
    const headers = { 'mcp-session-id': id }
    const ended = await fetch(url, { method: 'DELETE', headers })
    expect([ended.status, await ended.text()]).toEqual([200, ''])
    for (const unknown of [headers, { 'mcp-session-id': 'x' }]) {
      const refused = await post(url, request(1, 'a'), unknown)
      expect([refused.status, refused.headers.get('content-type'), await refused.text()]).toEqual([
        404,
        'text/plain',
        'omniport mock: There is no such session\n',
      ])
    }
  })

  test('is not given where none was recorded', async () => {
    const { url } = await serve([posted(1, initialize), whole(1, agreed)])
    const opened = await post(url, initialize)
    expect([await opened.json(), opened.headers.has('mcp-session-id')]).toEqual([agreed, false])
  })

  test('is not given where the response was not recorded whole', async () => {
    const { url } = await serve([posted(1, initialize), replied(1, agreed)])
    const opened = await post(url, initialize)
    expect([opened.status, opened.headers.has('mcp-session-id'), await opened.text()]).toEqual([
      200,
      false,
      `event: message\ndata: ${JSON.stringify(agreed)}\n\n`,
    ])
  })

  test('answers what was not recorded with errors', async () => {
    const { url } = await serve(sessionLines)
    const unknown = (id: unknown) => ({
      jsonrpc: '2.0',
      id,
      error: { code: -32_601, message: 'The recording has no z' },
    })
    expect(await (await post(url, request(5, 'z'))).json()).toEqual(unknown(5))
    expect(await (await post(url, [request(5, 'z'), request(6, 'z')])).json()).toEqual([unknown(5), unknown(6)])
    const notified = await post(url, { method: 'z' })
    expect([notified.status, await notified.text()]).toEqual([202, ''])
  })
})

describe('requests without a session', () => {
  test('are chosen by the revision of their header', async () => {
    const of = (exchange: number, version: string) => [
      posted(exchange, request(exchange, 'a'), { connection: exchange, headers: { 'mcp-protocol-version': version } }),
      { ...whole(exchange, { id: exchange, result: { version } }), connection: exchange },
    ]
    const { url } = await serve([...of(1, '2025-06-18'), ...of(2, '2025-11-25')])
    const answer = await post(url, request(9, 'a'), { 'mcp-protocol-version': '2025-11-25' })
    expect(await answer.json()).toEqual({ id: 9, result: { version: '2025-11-25' } })
    expect(await (await post(url, request(9, 'a'))).json()).toMatchObject({ error: { code: -32_602 } })
  })

  test('that were recorded without an answer get an error', async () => {
    const { url } = await serve([posted(1, request(1, 'a'))])
    expect(await (await post(url, request(7, 'a'))).json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32_603, message: 'The recording has no answer to this a: line 2 of a.jsonl' },
    })
  })

  test('that only answer have nothing to answer', async () => {
    const { url } = await serve(sessionLines)
    const answered = await post(url, { id: 'q', result: {} })
    expect([answered.status, await answered.text()]).toEqual([202, ''])
  })

  test('that are not JSON are refused', async () => {
    const { url } = await serve(sessionLines)
    const refused = await post(url, '{')
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } },
    ])
  })

  test('are answered as events, if they were', async () => {
    const events = { 'content-type': 'text/event-stream' }
    const frame = ['id: 4\ndata: ', '\n\n'] as const
    const { url } = await serve([
      posted(1, request(1, 'a')),
      headOf(1, events),
      replied(1, { method: 'notifications/message' }, { frame }),
      replied(1, { id: 1, result: {} }, { frame }),
      { from: 'server', transport: 'http', exchange: 1, end: 'complete' },
    ])
    expect(await (await post(url, request(9, 'a'))).text()).toBe(
      'id: 4\ndata: {"method":"notifications/message"}\n\nid: 4\ndata: {"id":9,"result":{}}\n\n',
    )
  })
})

describe('a stream', () => {
  const changed = { method: 'notifications/tools/list_changed' }

  test('has what was recorded in it, when that what it follows from was said', async () => {
    const { url } = await serve([
      ...sessionLines.slice(0, 4),
      {
        ...{ from: 'client', transport: 'http', exchange: 4 },
        request: { method: 'GET', path: '/mcp' },
        headers: session,
      },
      headOf(4, { 'content-type': 'text/event-stream' }),
      posted(5, request(2, 'a'), { headers: session }),
      replied(4, changed, { frame: ['data: ', '\n\n'] }),
      whole(5, { id: 2, result: {} }),
    ])
    const id = (await post(url, initialize)).headers.get('mcp-session-id') ?? ''
    const headers = { 'mcp-session-id': id }
    const stream = new SseReader(await fetch(url, { headers }))
    expect(await (await post(url, request(9, 'a'), headers)).json()).toEqual({ id: 9, result: {} })
    expect(await stream.next()).toEqual({ data: JSON.stringify(changed) })
    await stream.cancel()
  })

  test('that was not recorded is refused with 405', async () => {
    const { url } = await serve(sessionLines)
    const headers = { 'mcp-session-id': (await post(url, initialize)).headers.get('mcp-session-id') ?? '' }
    const refused = await fetch(url, { headers })
    expect([refused.status, await refused.text()]).toEqual([405, ''])
    const ended = await fetch(url, { method: 'DELETE' })
    expect([ended.status, await ended.text()]).toEqual([200, ''])
  })

  test('without a session is that of HTTP+SSE, and names an address for messages', async () => {
    const events = { 'content-type': 'text/event-stream' }
    const { url } = await serve(
      [
        { ...{ from: 'client', transport: 'http', exchange: 1 }, request: { method: 'GET', path: '/sse' } },
        headOf(1, events),
        { ...{ from: 'server', transport: 'http', exchange: 1 }, text: 'event: endpoint\ndata: /recorded\n\n' },
        posted(2, initialize),
        headOf(2, {}, 202),
        replied(1, agreed, { frame: ['event: message\ndata: ', '\n\n'], ms: 1_000 }),
        posted(3, request(2, 'a')),
        replied(1, { id: 2, result: {} }, { frame: ['event: message\ndata: ', '\n\n'], ms: 1_000 }),
      ],
      '/a/sse',
    )
    const stream = new SseReader(await fetch(url))
    const named = await stream.next()
    expect(named?.data).toMatch(/^\/a\/message\?sessionId=[\da-f-]{36}$/)
    const accepted = await post(new URL(named?.data ?? '', url).href, initialize)
    expect([accepted.status, await accepted.text()]).toEqual([202, ''])
    expect(await stream.next()).toMatchObject({ event: 'message', data: JSON.stringify(agreed) })
    const answered = await post(new URL(named?.data ?? '', url).href, request(9, 'a'))
    expect([answered.status, await answered.text()]).toEqual([202, ''])
    expect(await stream.next()).toMatchObject({ data: '{"id":9,"result":{}}' })
    await stream.cancel()
  })
})

describe('a recording over pipes', () => {
  const changed = { method: 'notifications/tools/list_changed' }
  const lines = [
    piped('client', initialize),
    piped('server', agreed),
    piped('client', { method: 'notifications/initialized' }),
    piped('server', changed),
    piped('client', request(2, 'a')),
    piped('server', { method: 'notifications/message' }),
    piped('server', { id: 2, result: {} }),
  ]

  test('has sessions over HTTP, and a stream for what follows from notifications', async () => {
    const { url } = await serve(lines)
    const opened = await post(url, initialize)
    expect([opened.headers.get('content-type'), await opened.json()]).toEqual(['application/json', agreed])
    const headers = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' }
    const stream = new SseReader(await fetch(url, { headers }))
    const notified = await post(url, { method: 'notifications/initialized' }, headers)
    expect(notified.status).toBe(202)
    expect(await stream.next()).toMatchObject({ event: 'message', data: JSON.stringify(changed) })
    await stream.cancel()
    const events = new SseReader(await post(url, request(9, 'a'), headers))
    expect(await events.message()).toEqual({ method: 'notifications/message' })
    expect(await events.message()).toEqual({ id: 9, result: {} })
    expect(await events.next()).toBe(undefined)
  })
})

/** Asks with headers that `fetch` does not send. */
function ask(url: string, headers: Record<string, string>) {
  return new Promise<readonly unknown[]>((resolve, reject) => {
    const asked = httpRequest(url, { headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (bytes) => (text += String(bytes))).on('end', () => resolve([response.statusCode, text]))
    })
    asked.on('error', reject).end()
  })
}

test('pages of other sites are refused', async () => {
  const { url } = await serve(sessionLines)
  const refused = (what: string) => [403, `omniport mock: The ${what} of this request is not this machine\n`]
  expect(await ask(url, { host: 'attacker.example' })).toEqual(refused('Host'))
  expect(await ask(url, { origin: 'https://attacker.example' })).toEqual(refused('Origin'))
})

test('a port that is in use is said to be', async () => {
  const { url } = await serve(sessionLines)
  const port = Number(new URL(url).port)
  await expect(serveAddress({ pool: new TurnPool([]), speed: undefined, port, path: '/' })).rejects.toMatchObject({
    code: 'unreachable',
    message: `Cannot listen on 127.0.0.1:${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}; choose another port with --port, or 0 for a free one`,
  })
})
