import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { HttpSendRequest } from '../../../transport/http-sender.js'
import { RequestLost } from '../../requests/request-lost.js'
import { createDuplex } from '../fixtures/create-duplex.js'
import { bytesOf, createFakeEndpoint, endless, type FakeReply, reply } from '../fixtures/fake-endpoint.js'
import { ClientSession } from './client-session.js'
import { PendingResponse } from './pending-response.js'

const stream = { 'content-type': 'text/event-stream' }
const request = { jsonrpc: '2.0', id: 7, method: 'tools/call' } as const

/** The request 7, whose POST is answered with `post`, and each GET with `get`. */
function start(
  post: (request: HttpSendRequest) => FakeReply,
  get: (request: HttpSendRequest) => FakeReply = () => ({ status: 405 }),
) {
  const fake = createFakeEndpoint((sent) => reply((sent.method === 'GET' ? get : post)(sent)), {
    limits: { pipeInFlight: 2 },
  })
  const inputs: unknown[] = []
  const endpoint = { ...fake.endpoint, onInputRequest: (...ids: unknown[]) => inputs.push(ids) }
  const connection = createDuplex(endpoint, {
    serve: () => new Promise(() => {}),
  })
  connection.request(request).catch(() => {})
  const session = new ClientSession(endpoint, connection)
  const pending = new PendingResponse(session, request)
  const receive = () => pending.receive(session.post('{}', { mirrorHeaders: undefined, onRetry: pending.onRetry }))
  return { ...fake, connection, pending, receive, inputs }
}

const lost = 'https://mcp.example/mcp ended the stream of tools/call without an answer'
const resumable: FakeReply = { headers: stream, body: 'id: a\ndata:\n\n' }

test('a stream that ends without an id is lost, and nothing is asked for', async () => {
  const { receive, sent, connection } = start(() => ({ headers: stream, body: bytesOf(': hello\n\n') }))
  await expect(receive()).rejects.toThrow(new RequestLost(lost))
  expect(sent.map(({ method }) => method)).toEqual(['POST'])
  await connection.close()
})

test.each<[string, FakeReply, string]>([
  ['a refusal', { status: 410 }, `${lost}: https://mcp.example/mcp answered HTTP 410`],
  ['a page', { headers: { 'content-type': 'text/html' } }, lost],
])('one that cannot go on is lost, and says why: %s', async (_name, given, text) => {
  const { receive, sent, runtime, connection } = start(
    () => resumable,
    () => given,
  )
  const failed = expect(receive()).rejects.toThrow(new RequestLost(text))
  await runtime.advance(1_000)
  await failed
  expect(sent.map(({ method, use, headers }) => [method, use, headers['last-event-id']])).toEqual([
    ['POST', undefined, undefined],
    ['GET', 'request', 'a'],
  ])
  await connection.close()
})

test('giving up cancels the last requests of the server, as many as it may have under way', async () => {
  const asked = ['q1', 'q2', 'q3'].map(
    (id) => `data: ${JSON.stringify({ jsonrpc: '2.0', id, method: 'roots/list' })}\n\n`,
  )
  const { receive, pending, inputs, connection } = start((sent) => ({
    headers: stream,
    body: endless(sent, asked.join('')),
  }))
  const cancellations: unknown[] = []
  const receiving = receive().catch((reason: unknown) => reason)
  await settled()
  expect([inputs, pending.isReleased]).toEqual([['q1', 'q2', 'q3'].map((id) => [id, 7]), false])
  const { receive: original } = connection
  connection.receive = (message) => {
    cancellations.push(message)
    original.call(connection, message)
  }
  pending.release(false)
  const reason = 'tools/call was given up'
  expect(cancellations).toEqual(
    ['q2', 'q3'].map((requestId) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId, reason },
    })),
  )
  expect(pending.isReleased).toBe(true)
  await receiving
  await connection.close()
})

test('what a stream that cannot go on was refused with is the cause', async () => {
  const { receive, runtime, connection } = start(
    () => resumable,
    () => ({ status: 410 }),
  )
  const failed = expect(receive()).rejects.toMatchObject({ code: 'closed', cause: { status: 410 } })
  await runtime.advance(1_000)
  await failed
  await connection.close()
})
