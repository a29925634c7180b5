import { expect, test } from 'vitest'
import { RawConnection } from '../../wire/raw-connection.js'
import { SseWire } from '../../wire/sse-wire.js'
import { connectTo, describeRule, problemOf, type Said } from '../fixtures/scripted-wire.js'
import { sseRules } from './sse-rules.js'

test('the checks of HTTP+SSE', () => {
  expect(sseRules.map(describeRule)).toEqual([
    'must message-events: messages come as events with the name "message" (SSE-04) all sse',
    'must foreign-origin-stream: a GET of a page of another site is refused (SSE-05) all sse',
    'must foreign-origin-message: a POST of a page of another site is refused (SSE-05) all sse',
  ])
})

test.each([
  [{ status: 400 }, undefined],
  [{ status: 403 }, undefined],
  [{ status: 399 }, 'it was answered with HTTP status 399'],
  [{ status: 202 }, 'it was answered with HTTP status 202'],
  [{}, 'it was answered with HTTP status 0'],
  [{ failure: 'ECONNRESET' }, 'got no reply: ECONNRESET'],
] satisfies [Said, string | undefined][])('a page of another site gets %j', async (response, problem) => {
  for (const [name, httpMethod] of [
    ['foreign-origin-stream', 'GET'],
    ['foreign-origin-message', undefined],
  ] as const) {
    const { connection, sent } = connectTo(() => response, '2024-11-05', 'sse')
    expect(await problemOf(sseRules, name, connection)).toBe(problem)
    expect(sent.map(({ message, options }) => [message, options])).toEqual([
      [
        { jsonrpc: '2.0', id: 1, method: 'ping' },
        { headers: { origin: 'https://attacker.example' }, ...(httpMethod && { httpMethod }) },
      ],
    ])
  }
})

/** The problem of a stream with these events after the one that names the address for messages. */
async function problemOfEvents(events: string) {
  const body = `event: endpoint\ndata: /messages\n\n${events}`
  const wire = await SseWire.open({
    ...{ url: 'http://127.0.0.1/sse', headers: {}, timeoutMs: 1_000, signal: new AbortController().signal },
    fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  })
  if (wire === undefined) throw new TypeError('it is a stream')
  return problemOf(sseRules, 'message-events', new RawConnection(wire, '2024-11-05'))
}

const message = 'data: {"jsonrpc":"2.0","method":"a"}\n\n'

test.each([
  ['messages', `event: message\n${message}`, undefined],
  ['messages without a name, which is that of messages', message, undefined],
  ['messages of another name', `event: message\n${message}event: rpc\n${message}`, 'one came as "rpc"'],
  ['other events that are no messages', 'event: rpc\ndata: {}\n\n', undefined],
  ['nothing', '', undefined],
])('a stream with %s', async (_name, events, problem) => {
  expect(await problemOfEvents(events)).toBe(problem)
})

test('a wire that is no stream of events has no names of events', async () => {
  expect(await problemOf(sseRules, 'message-events', connectTo(() => ({}), '2024-11-05', 'sse').connection)).toBe(
    undefined,
  )
})
