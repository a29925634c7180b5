import { describe, expect, test } from 'vitest'
import { answer, indexOf, type LineOf, posted, replied, request, turnsOf } from '../fixtures/memory-recording.js'

describe('over HTTP', () => {
  test('the response to a request is its status, its messages and its end', async () => {
    const lines = [
      posted(1, request(1)),
      { from: 'server', transport: 'http', exchange: 1, status: 200 } as const,
      replied(1, { method: 'notifications/message' }),
      replied(1, answer(1), { end: 'complete' }),
    ]
    expect(await turnsOf(lines)).toEqual(['tools/call: head 3, notification 4, response 5, end 5'])
  })

  test('content that is no message is a step, unless it comes with the status', async () => {
    const of = { from: 'server', transport: 'http', exchange: 1 } as const
    const lines = [
      posted(1, request(1)),
      { ...of, status: 500, text: 'no' },
      { ...of, text: ': keep-alive' },
      { ...of, base64: 'AA==' },
      { ...of, end: 'complete' as const },
      { ...of, exchange: 9, text: 'nobody asked' },
    ]
    expect(await turnsOf(lines)).toEqual(['tools/call: head 3, content 4, content 5, end 6'])
  })

  test('a message in the response to another request is a step of both', async () => {
    const lines = [posted(1, request(1, 'a')), posted(2, request(2, 'b')), replied(2, answer(1))]
    expect(await turnsOf(lines)).toEqual(['a: response 4', 'b: elsewhere 4'])
  })

  test('a client that leaves cancels its request, if it was not answered', async () => {
    const left = (exchange: number): LineOf => ({ from: 'client', transport: 'http', exchange, end: 'aborted' })
    const lines = [
      posted(1, request(1, 'a')),
      posted(2, request(2, 'b')),
      replied(2, answer(2)),
      left(1),
      left(2),
      left(7),
    ]
    expect(await turnsOf(lines)).toEqual(['a: cancel 5', 'b: response 4'])
  })

  test('a client whose request is complete has not left', async () => {
    const lines: LineOf[] = [
      posted(1, request(1, 'a')),
      { from: 'client', transport: 'http', exchange: 1, end: 'complete' },
    ]
    expect(await turnsOf(lines)).toEqual(['a: '])
  })

  test('requests without a message are turns of their own', async () => {
    const get = (exchange: number, headers?: Record<string, string>): LineOf => ({
      ...{ from: 'client', transport: 'http', exchange, request: { method: 'GET', path: '/mcp?a=1' } },
      ...(headers && { headers }),
    })
    const { turns } = await indexOf([
      get(1),
      get(2, { 'last-event-id': '7' }),
      posted(3, answer('q')),
      { from: 'client', transport: 'http', exchange: 4 },
    ])
    expect(
      turns.map(({ key, looseKey, method, subject, ids, progressTokens, exchange }) => [
        key,
        looseKey,
        method,
        subject,
        [...ids, ...progressTokens],
        exchange,
      ]),
    ).toEqual([
      ['HTTP GET', 'HTTP GET', 'HTTP GET', '/mcp?a=1', [], 1],
      ['HTTP GET 7', 'HTTP GET', 'HTTP GET', '/mcp?a=1', [], 2],
      ['HTTP answer', 'HTTP answer', 'HTTP answer', '/mcp', [], 3],
    ])
  })

  test('what follows from an answer is not in the turn of its POST', async () => {
    const lines = [posted(1, request(1, 'a')), posted(2, answer('q')), replied(2, { method: 'notifications/message' })]
    expect(await turnsOf(lines)).toEqual(['a: notification 4', 'HTTP answer: elsewhere 4'])
  })

  test('a message in the GET stream comes after the last message of its session', async () => {
    const headers = { 'mcp-session-id': 's' }
    const { turns, connections } = await indexOf([
      posted(1, request(1, 'a'), { headers }),
      { from: 'client', transport: 'http', exchange: 2, request: { method: 'GET', path: '/mcp' }, headers },
      posted(3, request(2, 'b'), { headers }),
      posted(4, request(1, 'c'), { connection: 2 }),
      replied(2, { method: 'notifications/message' }),
    ])
    const stream = turns.find(({ method }) => method === 'HTTP GET')
    expect(stream?.steps.map(({ after }) => after?.method)).toEqual(['b'])
    expect([...connections.values()].map(({ number, hasSession }) => [number, hasSession])).toEqual([
      [1, true],
      [2, false],
    ])
  })

  test('without sessions a message in a stream comes after the last request of all', async () => {
    const stream = { 'io.modelcontextprotocol/subscriptionId': 1 }
    const { turns } = await indexOf([
      posted(1, request(1, 'subscriptions/listen')),
      posted(2, request(2, 'b'), { connection: 2 }),
      replied(1, { method: 'a', params: { _meta: stream } }),
    ])
    expect(turns[0]?.steps.map(({ after }) => after?.method)).toEqual(['b'])
    expect(turns[1]?.steps.map(({ type }) => type)).toEqual(['inStream'])
  })
})
