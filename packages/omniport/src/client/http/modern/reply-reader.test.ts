import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcNotification } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { PendingRequest } from '../../../jsonrpc/pending.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { RequestLost } from '../../requests/request-lost.js'
import { createFakeEndpoint, reply } from '../fixtures/fake-endpoint.js'
import type { ReceivedEvent } from '../read-events.js'
import { ReplyReader } from './reply-reader.js'

const message = { jsonrpc: '2.0', id: 7, method: 'tools/call' } as const
const response = { jsonrpc: '2.0', id: 7, result: { a: 1 } }
const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 7, progress: 1 } }

/** A request under way, and what came of its reply. */
function start(serve?: (notification: unknown, exchange: Exchange) => Promise<undefined>) {
  const served: unknown[] = []
  const notified: RpcNotification[] = []
  const deliveries: unknown[] = []
  const {
    endpoint: fake,
    runtime,
    reported,
  } = createFakeEndpoint(() => reply(), {
    headers: { authorization: 'Bearer the-secret' },
  })
  const endpoint = { ...fake, onDelivery: (id: unknown) => deliveries.push(id) }
  const accept = async (notification: { readonly method: string }, exchange: Exchange) => {
    served.push([notification.method, exchange.revision, deliveries.at(-1)])
    return undefined
  }
  const reader = new ReplyReader(endpoint, serve ?? accept)
  const onNotification = (notification: RpcNotification) => notified.push(notification)
  const pending = new PendingRequest(runtime, { onNotification, timeoutMs: 1_000, maxTimeoutMs: 9_000 }, () => {
    pending.reject(new Error('time is over'))
  })
  const outcome = pending.response().catch((reason: unknown) => reason)
  const read = (...events: readonly (ReceivedEvent | Error)[]) =>
    reader.readStream({ type: 'events', events: eventsOf(events) }, { message, readRaw: undefined }, pending)
  return { reader, pending, outcome, read, runtime, served, notified, deliveries, reported }
}

async function* eventsOf(events: readonly (ReceivedEvent | Error)[]): AsyncGenerator<ReceivedEvent> {
  for (const one of events) {
    if (one instanceof Error) throw one
    yield one
  }
}

const event = (value: unknown, type = 'message'): ReceivedEvent => ({
  type,
  id: undefined,
  data: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
})
const noAnswer = (what: string) =>
  new OmniportError('invalid_result', `https://mcp.example/mcp gave no answer but ${what}`)

describe('a reply that is no stream', () => {
  test('settles its request with the response', async () => {
    const { reader, pending, outcome } = start()
    reader.readValue({ type: 'value', value: response }, 7, pending)
    expect(await outcome).toEqual(response)
  })

  test('may be an error without an id, and without the secrets that it repeats', async () => {
    const { reader, pending, outcome } = start()
    const error = { code: -32000, message: 'not the-secret' }
    reader.readValue({ type: 'value', value: { jsonrpc: '2.0', error } }, 7, pending)
    expect(await outcome).toMatchObject({ id: 7, error: { message: 'not ***' } })
  })

  test.each<[string, unknown, string, number]>([
    ['the response to another request', { ...response, id: 8 }, 'the answer to something else', 0],
    ['a notification', progress, 'the answer to something else', 0],
    ['a request', { jsonrpc: '2.0', id: 1, method: 'ping' }, 'the answer to something else', 1],
    ['no message', [], 'the answer to something else', 1],
  ])('with %s is an error', async (_name, value, what, reports) => {
    const { reader, pending, outcome, reported } = start()
    reader.readValue({ type: 'value', value }, 7, pending)
    expect([await outcome, reported.length]).toEqual([noAnswer(what), reports])
  })

  test('without a message is an error that says what it is', async () => {
    const { reader, pending, outcome } = start()
    reader.readValue({ type: 'empty', what: 'a page' }, 7, pending)
    expect(await outcome).toEqual(noAnswer('a page'))
  })

  test('with a broken response rejects with what is wrong with it', async () => {
    const { reader, pending, outcome, reported } = start()
    reader.readValue({ type: 'value', value: { jsonrpc: '2.0', id: 7 } }, 7, pending)
    expect(await outcome).toMatchObject({ name: 'InvalidMessage', code: -32600 })
    expect(reported).toEqual([])
  })
})

describe('a stream', () => {
  test('passes on its notifications in order, and settles with its response', async () => {
    const { read, outcome, served, notified, deliveries } = start()
    await read(event({ jsonrpc: '2.0', method: 'notifications/message' }), event(progress), event(response))
    expect([await outcome, notified]).toEqual([response, [progress]])
    expect(served).toEqual([
      ['notifications/message', '2026-07-28', 7],
      ['notifications/progress', '2026-07-28', 7],
    ])
    expect(deliveries).toEqual([7, undefined, 7, undefined])
  })

  test('is read to its end, though it has more than its response', async () => {
    const { read, outcome, served } = start()
    await read(event(response), event({ ...response, result: {} }), event({ jsonrpc: '2.0', method: 'a' }))
    expect([await outcome, served.length]).toEqual([response, 1])
  })

  test('may have events without messages', async () => {
    const { read, outcome, reported } = start()
    await read(event(''), event('{', 'endpoint'), event(response))
    expect([await outcome, reported]).toEqual([response, []])
  })

  test('that shows progress extends the time of its request', async () => {
    const { read, runtime, pending } = start()
    const other = { ...progress, params: { progressToken: 8, progress: 1 } }
    await runtime.advance(600)
    await expect(read(event(progress), event(other), new RequestLost('broke'))).rejects.toThrow(
      new RequestLost('broke'),
    )
    await runtime.advance(600)
    expect(pending.isSettled).toBe(false)
    await runtime.advance(400)
    expect(pending.isSettled).toBe(true)
  })

  test('that only has other notifications does not', async () => {
    const { read, runtime, pending, notified } = start()
    const related = { 'io.modelcontextprotocol/subscriptionId': 7 }
    const change = { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta: related } }
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }
    await runtime.advance(600)
    await expect(read(event(change), event(cancelled), new RequestLost('broke'))).rejects.toThrow(
      new RequestLost('broke'),
    )
    expect(notified).toEqual([change, cancelled])
    await runtime.advance(400)
    expect(pending.isSettled).toBe(true)
  })

  test('that ends without a response is lost', async () => {
    const { read, outcome } = start()
    await read(event(progress))
    const reason = await outcome
    expect(reason).toBeInstanceOf(RequestLost)
    expect(reason).toMatchObject({ message: 'https://mcp.example/mcp ended the reply to tools/call without an answer' })
  })

  test('with what cannot be read says so at its end, and goes on until then', async () => {
    const { read, outcome, reported, served } = start()
    await read(event('{'), event(progress), event('['))
    expect(await outcome).toMatchObject({
      code: 'invalid_result',
      message: 'https://mcp.example/mcp answered with what is no message: The message is not JSON',
    })
    expect([reported.length, reported[0], served.length]).toEqual([
      2,
      RpcError.parseError('The message is not JSON'),
      1,
    ])
    const other = start()
    await other.read(event('{'), event(response))
    expect([await other.outcome, other.reported.length]).toEqual([response, 1])
  })

  test('that breaks rejects, and leaves the request to who sent it', async () => {
    const { read, pending } = start()
    const reason = new RequestLost('broke')
    await expect(read(event(progress), reason)).rejects.toBe(reason)
    expect(pending.isSettled).toBe(false)
  })

  test('may not ask, which is reported', async () => {
    const { read, outcome, reported } = start()
    await read(event({ jsonrpc: '2.0', id: 7, method: 'roots/list' }), event(response))
    expect([await outcome, reported]).toEqual([
      response,
      [new OmniportError('invalid_result', 'The server asked roots/list, which 2026-07-28 forbids')],
    ])
  })

  test('has what its notifications come to reported', async () => {
    const failure = new Error('no')
    const { read, outcome, reported } = start(() => Promise.reject(failure))
    await read(event(progress), event(response))
    await settled()
    expect([await outcome, reported]).toEqual([response, [failure]])
  })

  test('has a broken second response reported', async () => {
    const { read, outcome, reported } = start()
    await read(event(response), event({ jsonrpc: '2.0', id: 7 }))
    expect([await outcome, reported]).toMatchObject([response, [{ name: 'InvalidMessage' }]])
  })

  test('has a broken request reported, though it has the id of its own', async () => {
    const { read, outcome, reported } = start()
    await read(event({ jsonrpc: '2.0', id: 7, method: 5 }), event(response))
    expect([await outcome, reported]).toMatchObject([response, [{ name: 'InvalidMessage', shape: 'request' }]])
  })
})
