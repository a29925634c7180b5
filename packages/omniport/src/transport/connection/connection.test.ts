import { describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { encodeMessage } from '../../jsonrpc/messages/encode-message.js'
import type { RpcMessage, RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { InFlightRequest, RequestEnd } from '../../jsonrpc/serving/in-flight-request.js'
import type { Serve } from '../../jsonrpc/serving/serve.js'
import { Connection, type ConnectionOptions } from './connection.js'
import type { MessageSink } from './message-sink.js'
import { SentRequests } from './sent-requests.js'

interface Exchange {
  readonly inFlight: InFlightRequest | undefined
}

const request = (id: string | number, method = 'm'): RpcRequest => ({ jsonrpc: '2.0', id, method })
const internal = { code: -32603, message: 'Internal error' }

function setUp(serve: Serve<Exchange>, deadlineMs?: number) {
  const runtime = createManualRuntime()
  const sent: unknown[] = []
  const errors: unknown[] = []
  const sink = {
    send: (message: RpcMessage) => void sent.push(JSON.parse(String(encodeMessage(message)))),
  } as MessageSink
  const connection = new Connection({
    side: 'server',
    sink,
    serve,
    createExchange: (_message: unknown, inFlight: InFlightRequest | undefined) => ({ inFlight }),
    clock: runtime,
    handlerMs: deadlineMs,
    onError: (reason: unknown) => void errors.push(reason),
  } as unknown as ConnectionOptions) // of an exchange these tests need the request only
  const requests = new SentRequests(sink, runtime)
  connection.requests = requests
  return { runtime, sent, errors, connection, requests }
}

const cancel = (requestId: string | number, reason?: string): RpcNotification => ({
  ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
  params: { requestId, reason },
})

const progress = (progressToken: number): RpcMessage => ({
  ...{ jsonrpc: '2.0', method: 'notifications/progress' },
  params: { progressToken },
})

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
const never = () => new Promise<never>(() => {})

/** A Serve that answers with whatever it is given, as one without types might. */
const answering =
  (value: unknown): Serve<Exchange> =>
  async () =>
    value as never

const throwing =
  (reason: unknown): Serve<Exchange> =>
  async () => {
    throw reason
  }

const cycle: { self?: unknown } = {}
cycle.self = cycle
const secret = new Error('secret')

const served: readonly (readonly [string, Serve<Exchange>, object, readonly unknown[]])[] = [
  ['a result', answering({ jsonrpc: '2.0', id: 1, result: { a: 1 } }), { result: { a: 1 } }, []],
  [
    'an error',
    answering({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'a' } }),
    { error: { code: 1, message: 'a' } },
    [],
  ],
  ['a response with another id', answering({ jsonrpc: '2.0', id: 9, result: {} }), { result: {} }, []],
  [
    'an RpcError that is thrown',
    throwing(new RpcError(5, 'mine', { d: 1 })),
    { error: { code: 5, message: 'mine', data: { d: 1 } } },
    [],
  ],
  [
    'an RpcError with a cause',
    throwing(new RpcError(5, 'mine', undefined, { cause: secret })),
    { error: { code: 5, message: 'mine' } },
    [secret],
  ],
  ['an error that is thrown', throwing(secret), { error: internal }, [secret]],
  ['text that is thrown', throwing('secret'), { error: internal }, ['secret']],
  ['null that is thrown', throwing(null), { error: internal }, [new Error('The request was rejected with null')]],
  [
    'undefined that is thrown',
    throwing(undefined),
    { error: internal },
    [new Error('The request was rejected with undefined')],
  ],
  [
    'what is thrown at once',
    () => {
      throw secret
    },
    { error: internal },
    [secret],
  ],
  ['nothing', answering(undefined), { error: internal }, [new Error('m was served without a response')]],
  [
    'neither result nor error',
    answering({ jsonrpc: '2.0', id: 1 }),
    { error: internal },
    [new Error('m was served without a response')],
  ],
  ['a BigInt', answering({ jsonrpc: '2.0', id: 1, result: { n: 1n } }), { error: internal }, [expect.any(TypeError)]],
  ['a cycle', answering({ jsonrpc: '2.0', id: 1, result: cycle }), { error: internal }, [expect.any(TypeError)]],
  ['a function', answering({ jsonrpc: '2.0', id: 1, result: () => 1 }), { error: internal }, [expect.any(TypeError)]],
  [
    'a BigInt in the data of an error',
    throwing(new RpcError(5, 'mine', 1n)),
    { error: internal },
    [expect.any(TypeError)],
  ],
]

describe('a request is answered once', () => {
  test.each(served)('with %s', async (_name, serve, answer, reported) => {
    verifies('BASE-06', 'BASE-07')
    const { connection, sent, errors } = setUp(serve)
    connection.receive(request(1))
    await settle()
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, ...answer }])
    expect(errors).toEqual(reported)
    expect(connection.inFlight.size).toBe(0)
  })

  test('with -32603 at its deadline, and its handler is told to stop; what that says later is dropped', async () => {
    let resolve: (value: never) => void = () => {}
    let signal: AbortSignal | undefined
    const { connection, sent, errors, runtime } = setUp((_message, { inFlight }) => {
      signal = inFlight?.signal
      return new Promise((settled) => {
        resolve = settled
      })
    }, 10)
    connection.receive(request('x'))
    runtime.advance(9)
    expect([sent, signal?.aborted]).toEqual([[], false])
    runtime.advance(1)
    const error = { code: -32603, message: 'm took longer than 10 ms' }
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 'x', error }])
    expect([signal?.aborted, signal?.reason]).toEqual([true, RpcError.internal('m took longer than 10 ms')])
    resolve({ jsonrpc: '2.0', id: 'x', result: {} } as never)
    await settle()
    expect([sent.length, errors, connection.inFlight.size, runtime.timers]).toEqual([1, [], 0, 0])
  })

  test('by a way of its own where it has one', async () => {
    const { connection, sent } = setUp(answering({ jsonrpc: '2.0', id: 1, result: 2 }))
    const own: unknown[] = []
    const onEnd = vi.fn(() => void own.push('end'))
    connection.dispatch(request(1), { reply: (response) => void own.push(response), onEnd })
    await settle()
    expect(own).toEqual([{ jsonrpc: '2.0', id: 1, result: 2 }, 'end'])
    expect(sent).toEqual([])
  })

  test('or not at all where nothing can be written; nothing is left of it', async () => {
    const { connection, errors } = setUp(answering({ jsonrpc: '2.0', id: 1, result: 2 }))
    const broken = new Error('the transport is broken')
    connection.dispatch(request(1), {
      reply: () => {
        throw broken
      },
    })
    await connection.inFlight.idle()
    expect([errors, connection.inFlight.size]).toEqual([[broken], 0])
  })
})

describe('a request that is cancelled', () => {
  test('has no answer, and its handler hears the reason, asked for before or after', async () => {
    verifies('CAN-08', 'CAN-10')
    let inFlight: InFlightRequest | undefined
    const { connection, sent } = setUp((_message, exchange) => {
      inFlight ??= exchange.inFlight
      return never()
    })
    const onEnd = vi.fn()
    connection.dispatch(request(1), { onEnd })
    connection.receive(cancel(1, 'enough'))
    expect(inFlight?.signal.reason).toEqual(new DOMException('enough', 'AbortError'))
    expect([inFlight?.ended, connection.inFlight.size, onEnd.mock.calls.length]).toEqual([true, 0, 1])
    await settle()
    expect(sent).toEqual([])
  })

  test('and then answered is not answered; nor is what it throws reported', async () => {
    verifies('CAN-08')
    const { connection, sent, errors } = setUp(
      (_message, { inFlight }) =>
        new Promise((_resolve, reject) => {
          inFlight?.signal.addEventListener('abort', () => reject(inFlight.signal.reason))
        }),
    )
    connection.receive(request(1))
    connection.receive(cancel(1))
    await settle()
    expect([sent, errors]).toEqual([[], []])
  })

  test.each([['1'], [2], ['unknown']])('by the id %j is another one', async (id) => {
    const { connection } = setUp(never)
    connection.receive(request(1))
    connection.receive(cancel(id))
    expect(connection.inFlight.size).toBe(1)
  })
})

test('an id in use is refused, another type of it is not, and after the answer it may be used again', async () => {
  verifies('BASE-05', 'BASE-06')
  const resolves: ((value: unknown) => void)[] = []
  const { connection, sent } = setUp((message) =>
    new Promise((resolve) => resolves.push(resolve)).then(() => ({ jsonrpc: '2.0', id: 0, result: message.method })),
  )
  for (const message of [request(1, 'first'), request('1', 'text'), request(1, 'second')]) connection.receive(message)
  expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'The id 1 is still in use' } }])
  expect(connection.inFlight.size).toBe(2)
  for (const resolve of resolves.splice(0)) resolve(undefined)
  await connection.inFlight.idle()
  connection.receive(request(1, 'third'))
  resolves[0]?.(undefined)
  await connection.inFlight.idle()
  expect(sent.slice(1)).toEqual([
    { jsonrpc: '2.0', id: 1, result: 'first' },
    { jsonrpc: '2.0', id: '1', result: 'text' },
    { jsonrpc: '2.0', id: 1, result: 'third' },
  ])
})

test('a call tells how it ended', async () => {
  const ends: RequestEnd[] = []
  const results: Record<string, unknown> = {
    ok: { result: 1 },
    no: { error: { code: 1, message: 'm' } },
    big: { result: 1n },
  }
  const { connection } = setUp(async (message, { inFlight }) => {
    inFlight?.onEnd((end) => void ends.push(end))
    return message.method === 'wait'
      ? never()
      : ({ jsonrpc: '2.0', id: 1, ...(results[message.method] as object) } as never)
  })
  for (const method of ['ok', 'no', 'big', 'none']) {
    connection.receive(request(1, method))
    await connection.inFlight.idle()
  }
  connection.receive(request(1, 'wait'))
  connection.inFlight.cancelAll(new Error('over'))
  connection.receive(request(2, 'wait'))
  connection.inFlight.expireAll(RpcError.internal())
  expect(ends).toEqual(['result', 'error', 'error', 'error', 'cancelled', 'error'])
})

describe('a notification', () => {
  test.each([
    ['an answer', answering({ jsonrpc: '2.0', id: 1, result: {} }), []],
    ['what it throws', throwing(secret), [secret]],
  ])('is never answered, with %s', async (_name, serve, reported) => {
    verifies('BASE-12')
    const { connection, sent, errors } = setUp(serve)
    connection.receive({ jsonrpc: '2.0', method: 'n' })
    await settle()
    expect([sent, errors]).toEqual([[], reported])
  })

  test('about a question goes to who asked, and to the Serve', async () => {
    const seen: string[] = []
    const { connection, requests } = setUp(async (message) => void seen.push(message.method) as undefined)
    const onNotification = vi.fn()
    const asked = requests.request(request(7), { onNotification })
    const notification = progress(7)
    connection.receive(notification)
    connection.receive({ jsonrpc: '2.0', id: 7, result: 1 })
    connection.receive(notification)
    expect(await asked).toEqual({ jsonrpc: '2.0', id: 7, result: 1 })
    expect([onNotification.mock.calls, seen]).toEqual([
      [[notification]],
      ['notifications/progress', 'notifications/progress'],
    ])
  })

  test('whose listener throws is reported, and goes on to the Serve', async () => {
    const seen: string[] = []
    const { connection, requests, errors } = setUp(async (message) => void seen.push(message.method) as undefined)
    const onNotification = () => {
      throw secret
    }
    const asked = requests.request(request(7), { onNotification })
    connection.receive(progress(7))
    connection.receive({ jsonrpc: '2.0', id: 7, result: 1 })
    expect(await asked).toEqual({ jsonrpc: '2.0', id: 7, result: 1 })
    expect([errors, seen]).toEqual([[secret], ['notifications/progress']])
  })
})
