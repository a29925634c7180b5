import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcNotification, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { RawJson } from '../../values/json/raw-json.js'
import type { ParkedCalls } from '../parked-calls.js'
import type { ClientRequest } from '../waiting-requests.js'
import type { PassedRetry } from './passed-retry.js'
import { RetryReceiver } from './retry-receiver.js'

const client = { capabilities: { roots: {} } }
const retry: PassedRetry = { handle: 'h', responses: { 'input-1': 5 }, client, revision: '2026-07-28' }
const handle = { issuedAt: 0, expiresAt: 1_000_000, call: '1', round: 1, method: 'prompts/get' }
const response = (result: unknown): RpcResponse => ({ jsonrpc: '2.0', id: 'h', result })
const log: RpcNotification = { jsonrpc: '2.0', method: 'notifications/message', params: { data: 1 } }
const ended = { code: -32602, message: 'requestState: the call has ended; its effect may have happened' }

type Resume = (request: ClientRequest) => Promise<RpcResponse | undefined>

interface Setting {
  readonly resume?: Resume
  /** What lies in the inbox under `parked/r`. Default: `retry`. */
  readonly lies?: PassedRetry | Error | undefined
  /** What is sealed in the handle. */
  readonly sealed?: typeof handle | undefined
  readonly failing?: 'cancel' | 'append' | 'append at once'
}

/** A receiver whose stores and calls are in the hands of the test. */
function setUp(setting: Setting = {}) {
  const { resume = async () => response({ a: 1 }), failing } = setting
  const lies = 'lies' in setting ? setting.lies : retry
  const sealed = 'sealed' in setting ? setting.sealed : handle
  const runtime = new VirtualRuntime({ startMs: 0 })
  const logger = createRecordingLogger()
  const replies: unknown[] = []
  const resumed: unknown[] = []
  const taken: string[] = []
  const listeners = new Map<string, (message: JsonValue) => void>()
  let cancel = () => {}
  const take = (slot: string, signal: AbortSignal) =>
    new Promise<JsonValue>((resolve, reject) => {
      taken.push(slot)
      if (slot === 'parked/r' && lies instanceof Error) reject(lies)
      else if (slot === 'parked/r' && lies !== undefined) resolve(lies as object as JsonValue)
      if (slot === 'parked/r/cancel') cancel = () => resolve(true)
      if (slot === 'parked/r/cancel' && failing === 'cancel') reject(new Error('cancel failed'))
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const append = (stream: string, text: string) => {
    if (failing === 'append at once') throw new Error('append failed')
    replies.push([stream, JSON.parse(text)])
    return failing === 'append' ? Promise.reject(new Error('append failed')) : Promise.resolve('1')
  }
  const subscribe = (topic: string, listener: (message: JsonValue) => void) => {
    listeners.set(topic, listener)
    return () => void listeners.delete(topic)
  }
  const calls = {
    services: {
      runtime,
      logger,
      instance: 'run',
      handles: { open: async (text: string) => (text === 'h' ? sealed : undefined) },
    },
    resume: (sealedHandle: unknown, responses: ReadonlyMap<string, unknown>, request: ClientRequest) => {
      resumed.push([sealedHandle, [...responses], request.message, request.exchange.client, request.exchange.revision])
      return resume(request)
    },
  } as unknown as ParkedCalls // all that a receiver uses
  const stores = { inbox: { take, put: async () => true }, bus: { subscribe, publish: () => {} }, eventLog: { append } }
  const receiver = new RetryReceiver(stores as never, calls) // all that a receiver uses of the stores
  const notice = async (id: JsonValue = 'r') => {
    listeners.get('parked/run')?.(id)
    await settled()
  }
  return { runtime, logger, replies, resumed, taken, listeners, receiver, notice, cancel: () => cancel() }
}

/** The same, of a receiver that listens and has heard of one retry. */
async function receive(setting: Setting = {}) {
  const all = setUp(setting)
  all.receiver.open()
  await all.notice()
  return all
}

const end = (members: object) => [['parked/r', { type: 'end', ...members }]]

describe('a retry of another node', () => {
  test('goes on with its call, and the other node gets the result', async () => {
    const { replies, resumed, taken, logger } = await receive()
    expect(resumed).toEqual([
      [
        handle,
        [['input-1', 5]],
        { jsonrpc: '2.0', id: 'h', method: 'prompts/get', params: { _meta: {} } },
        client,
        '2026-07-28',
      ],
    ])
    expect(replies).toEqual(end({ result: { a: 1 } }))
    expect([taken, logger.errors]).toEqual([['parked/r', 'parked/r/cancel'], []])
  })

  test('has the progress token of its request', async () => {
    const { resumed } = await receive({ lies: { ...retry, progressToken: 0 } })
    expect(resumed).toMatchObject([
      [handle, [['input-1', 5]], { params: { _meta: { progressToken: 0 } } }, client, '2026-07-28'],
    ])
  })

  test.each<[string, RpcResponse | undefined, object]>([
    ['raw JSON', response(new RawJson(new TextEncoder().encode('{"n":1}'))), { raw: '{"n":1}' }],
    ['no response', undefined, { nothing: true }],
    ['an error', { jsonrpc: '2.0', id: 'h', error: { code: 7, message: 'no' } }, { error: { code: 7, message: 'no' } }],
  ])('may end in %s', async (_name, outcome, members) => {
    expect((await receive({ resume: async () => outcome })).replies).toEqual(end(members))
  })

  test('gives the other node what the call says meanwhile', async () => {
    const { replies } = await receive({
      resume: async ({ exchange }) => {
        exchange.notify(log)
        return response(1)
      },
    })
    expect(replies).toEqual([['parked/r', { type: 'notification', message: log }], ...end({ result: 1 })])
  })

  test('that is refused is no failure of the node', async () => {
    const { replies, logger } = await receive({ resume: () => Promise.reject(new RpcError(7, 'no', { a: 1 })) })
    expect([replies, logger.errors]).toEqual([end({ error: { code: 7, message: 'no', data: { a: 1 } } }), []])
  })

  test('that fails is logged, and the other node does not learn the text', async () => {
    const error = new Error('secret')
    const { replies, logger } = await receive({ resume: () => Promise.reject(error) })
    expect(replies).toEqual(end({ error: { code: -32603, message: 'Internal error' } }))
    expect(logger.errors).toEqual([{ message: 'A parked call failed', error }])
  })

  test.each([
    ['cannot be opened', undefined],
    ['is not valid any more', { ...handle, expiresAt: 0 }],
  ])('whose handle %s is refused', async (_name, sealed) => {
    const { replies, resumed } = await receive({ sealed })
    expect([replies, resumed]).toEqual([end({ error: ended }), []])
  })
})

describe('a notice', () => {
  test('of a retry that goes on is answered, and of one that has ended is not', async () => {
    let finish: (answer: RpcResponse) => void = () => {}
    const { replies, notice, taken } = await receive({
      resume: () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    })
    await notice()
    expect(replies).toEqual([['parked/r', { type: 'alive' }]])
    finish(response(1))
    await settled()
    await notice()
    expect(replies).toEqual([['parked/r', { type: 'alive' }], ...end({ result: 1 })])
    expect(taken).toEqual(['parked/r', 'parked/r/cancel'])
  })

  test('is forgotten half a minute after the end of its retry', async () => {
    const { runtime, notice, taken } = await receive()
    await runtime.advance(29_999)
    await notice()
    expect(taken).toEqual(['parked/r', 'parked/r/cancel'])
    await runtime.advance(1)
    await notice()
    expect(taken).toEqual(['parked/r', 'parked/r/cancel', 'parked/r', 'parked/r/cancel'])
  })

  test('that is no id is nothing', async () => {
    const { receiver, notice, taken } = setUp()
    receiver.open()
    await notice(1)
    expect(taken).toEqual([])
  })
})

describe('a retry that does not lie there', () => {
  test('is waited for five seconds', async () => {
    const { runtime, logger, replies } = await receive({ lies: undefined })
    expect(runtime.timers).toBe(1)
    await runtime.advance(4_999)
    await runtime.advance(1)
    await runtime.advance(30_000)
    expect([logger.errors, replies, runtime.timers]).toEqual([[], [], 0])
  })

  test('is not answered while it is waited for', async () => {
    const { notice, replies, taken } = await receive({ lies: undefined })
    await notice()
    expect([replies, taken]).toEqual([[], ['parked/r']])
  })

  test('because the store fails is logged', async () => {
    const error = new Error('away')
    const { logger, replies } = await receive({ lies: error })
    expect(logger.errors).toEqual([{ message: 'A retry that reached another node could not be taken', error }])
    expect(replies).toEqual([])
  })

  test('leaves no timer once it was taken but the one that forgets it', async () => {
    expect((await receive()).runtime.timers).toBe(1)
  })
})

describe('a client that cancels at the other node', () => {
  test('aborts the request, which is no failure of the call', async () => {
    const { cancel, replies, logger } = await receive({
      resume: ({ exchange: { signal } }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    expect(replies).toEqual([])
    cancel()
    await settled()
    expect(replies).toEqual(end({ error: { code: -32603, message: 'Internal error' } }))
    expect(logger.errors).toEqual([])
  })

  test('does so with a reason', async () => {
    const reasons: unknown[] = []
    const { cancel } = await receive({
      resume: ({ exchange: { signal } }) =>
        new Promise(() => signal.addEventListener('abort', () => reasons.push(signal.reason))),
    })
    cancel()
    await settled()
    expect(reasons).toMatchObject([{ name: 'AbortError', message: 'Cancelled by the client' }])
  })

  test('cannot, where the store fails, which is logged', async () => {
    const { replies, logger } = await receive({
      failing: 'cancel',
      resume: async () => {
        await settled()
        return response(1)
      },
    })
    await settled()
    expect(replies).toEqual(end({ result: 1 }))
    expect(logger.errors).toEqual([
      { message: 'Cancellations that reach other nodes cannot be taken', error: new Error('cancel failed') },
    ])
  })
})

test.each(['append', 'append at once'] as const)(
  'a reply that the store does not take is logged: %s',
  async (failing) => {
    const { logger } = await receive({ failing })
    expect(logger.errors).toEqual([
      { message: 'What a parked call answers cannot reach another node', error: new Error('append failed') },
    ])
  },
)

describe('a receiver', () => {
  test('listens once, until it is closed', () => {
    const { receiver, listeners } = setUp()
    receiver.open()
    const [first] = listeners.values()
    receiver.open()
    expect([...listeners]).toEqual([['parked/run', first]])
    receiver.close()
    receiver.open()
    expect([...listeners]).toEqual([])
  })

  test('may be closed before it listens', () => {
    const { receiver, listeners } = setUp()
    receiver.close()
    receiver.open()
    expect([...listeners]).toEqual([])
  })
})
