import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Serve } from '../../../protocol/exchange/exchange.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { RequestLost } from '../../requests/request-lost.js'
import { createDuplex } from '../fixtures/create-duplex.js'
import { createFakeEndpoint, reply } from '../fixtures/fake-endpoint.js'
import type { ReceivedEvent } from '../read-events.js'
import { AnswersUnderWay } from './answers-under-way.js'
import { rawReaderOf, receiveEvents, receiveResponse, rejectRequest } from './receive-reply.js'

const response = { jsonrpc: '2.0', id: 7, result: { a: 1 } }
const error = { code: -32001, message: 'the-secret is over' }
const event = (value: unknown, type = 'message'): ReceivedEvent => ({
  type,
  id: undefined,
  data: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
})

/** A connection with the request 7 under way, what it received, and the order of deliveries. */
function start() {
  const log: unknown[] = []
  const errors: unknown[] = []
  const { endpoint: fake } = createFakeEndpoint(() => reply(), {
    headers: { authorization: 'Bearer the-secret' },
  })
  const endpoint = { ...fake, onDelivery: (id: unknown) => log.push(['delivery', id]) }
  const serve: Serve = async (message) => {
    log.push([message.method])
    return 'id' in message ? { jsonrpc: '2.0', id: message.id, result: {} } : undefined
  }
  const connection = createDuplex(endpoint, { serve, onError: (reason) => errors.push(reason) })
  const outcome = connection.request({ jsonrpc: '2.0', id: 7, method: 'ping' }).catch((reason: unknown) => reason)
  const answers = new AnswersUnderWay(1)
  return { endpoint, connection, outcome, answers, log, errors }
}

async function* eventsOf(...events: readonly (ReceivedEvent | Error)[]): AsyncGenerator<ReceivedEvent> {
  for (const one of events) {
    if (one instanceof Error) throw one
    yield one
  }
}

describe('a reply that is no stream', () => {
  test('has the response', async () => {
    const to = start()
    receiveResponse({ type: 'value', value: response }, 7, to)
    expect(await to.outcome).toEqual(response)
  })

  test('may have an error without an id, and without the secrets that it repeats', async () => {
    const to = start()
    receiveResponse({ type: 'value', value: { jsonrpc: '2.0', error } }, 7, to)
    expect(await to.outcome).toMatchObject({ id: 7, error: { code: -32001, message: '*** is over' } })
  })

  test('with something else is an error', () => {
    const to = start()
    expect(() => receiveResponse({ type: 'value', value: { ...response, id: 8 } }, 7, to)).toThrow(
      new OmniportError('invalid_result', 'https://mcp.example/mcp gave no answer but the answer to something else'),
    )
    expect(() => receiveResponse({ type: 'empty', what: 'a page' }, 7, to)).toThrow(
      new OmniportError('invalid_result', 'https://mcp.example/mcp gave no answer but a page'),
    )
    expect(to.connection.isPending(7)).toBe(true)
  })
})

describe('a stream', () => {
  test('passes on its messages, each as one of its request', async () => {
    const to = start()
    const asked: unknown[] = []
    const messages = [
      { jsonrpc: '2.0', method: 'notifications/message' },
      { jsonrpc: '2.0', id: 'q', method: 'roots/list' },
      response,
    ].map((message) => event(message))
    await receiveEvents(eventsOf(...messages), { ...to, id: 7, onInputRequest: (id) => asked.push(id) })
    await settled()
    expect([await to.outcome, asked]).toEqual([response, ['q']])
    expect(to.log).toEqual([
      ['delivery', 7],
      ['notifications/message'],
      ['delivery', undefined],
      ['delivery', 7],
      ['roots/list'],
      ['delivery', undefined],
      ['delivery', 7],
      ['delivery', undefined],
    ])
  })

  test('has events without messages, and such as were received before', async () => {
    const to = start()
    const events = [event(''), event(response, 'endpoint'), event({ ...response, result: { a: 2 } }), event(response)]
    let count = 0
    const accept = () => {
      count += 1
      return count !== 3
    }
    await receiveEvents(eventsOf(...events), { ...to, accept })
    expect([await to.outcome, count]).toEqual([response, 4])
  })

  test('gives an error without an id to its request', async () => {
    const to = start()
    await receiveEvents(eventsOf(event({ jsonrpc: '2.0', error })), { ...to, id: 7 })
    expect(await to.outcome).toMatchObject({ id: 7, error: { message: '*** is over' } })
  })

  test('goes on after what is no message, which is reported', async () => {
    const to = start()
    await receiveEvents(eventsOf(event('{'), event(response)), { ...to, id: 7 })
    expect([await to.outcome, to.errors]).toEqual([response, [RpcError.parseError('The message is not JSON')]])
  })

  test('may break, which is no error of it', async () => {
    const to = start()
    await receiveEvents(eventsOf(event(response), new RequestLost('broke')), to)
    expect(await to.outcome).toEqual(response)
    const limit = new OmniportError('limit', 'too long')
    await expect(receiveEvents(eventsOf(limit), to)).rejects.toBe(limit)
  })

  test('is not read on while too many answers are under way', async () => {
    const to = start()
    let sent = () => {}
    const sending = to.answers.track(
      new Promise<void>((resolve) => {
        sent = resolve
      }),
    )
    const reading = receiveEvents(
      eventsOf(event({ jsonrpc: '2.0', method: 'a' }), event({ jsonrpc: '2.0', method: 'b' })),
      to,
    )
    await settled()
    expect(to.log.filter((one) => (one as unknown[]).length === 1)).toEqual([['a']])
    sent()
    await Promise.all([sending, reading])
    expect(to.log.filter((one) => (one as unknown[]).length === 1)).toEqual([['a'], ['b']])
  })
})

test('results are read as bytes for requests that take them so', () => {
  const { endpoint, connection } = start()
  void connection.request({ jsonrpc: '2.0', id: 8, method: 'x' }, { acceptsRaw: true }).catch(() => {})
  expect(rawReaderOf(endpoint, connection)).toBeUndefined()
  const readRaw = (_bytes: Uint8Array, accepts: (id: number) => boolean) => [7, 8, 9].filter(accepts)
  const reader = rawReaderOf({ ...endpoint, readRaw: readRaw as never }, connection)
  expect(reader?.(new Uint8Array())).toEqual([8])
  connection.end(undefined)
})

describe('a request that could not be sent', () => {
  test('rejects with the reason, once', async () => {
    const { connection, outcome } = start()
    const reason = new RequestLost('broke')
    rejectRequest(reason, 7, connection)
    rejectRequest(new Error('another'), 7, connection)
    expect(await outcome).toBe(reason)
  })
})
