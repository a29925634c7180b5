import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { LoggedEvent } from '../../store/event-log.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { RawJson } from '../../values/json/raw-json.js'
import type { PassedRetry } from './passed-retry.js'
import { RetrySender } from './retry-sender.js'

const id = '80'.repeat(16)
const name = `parked/${id}`
const retry: PassedRetry = { handle: 'h', responses: {}, client: { capabilities: {} }, revision: '2026-07-28' }
const message: RpcNotification = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info' } }
const ended = { code: -32602, message: 'requestState: the call has ended; its effect may have happened' }

interface Setting {
  /** What the other node answers, at once; each is an event, or what reading throws. */
  readonly replies?: readonly (object | Error)[]
  /** Replaces a method of a store by one that rejects. */
  readonly failing?: 'put' | 'cancel' | 'take' | 'delete'
}

/** A sender whose stores are in the hands of the test. */
function setUp({ replies = [], failing }: Setting = {}) {
  const runtime = new VirtualRuntime({ startMs: 0 })
  const logger = createRecordingLogger()
  const done: unknown[] = []
  const fail = (method: Setting['failing']) => {
    if (method === failing) throw new Error(`${method} failed`)
  }
  const inbox = {
    put: async (slot: string, value: JsonValue, ttlMs: number) => {
      done.push(['put', slot, value, ttlMs])
      fail(slot.endsWith('/cancel') ? 'cancel' : 'put')
      return true
    },
    take: (slot: string, signal: AbortSignal) =>
      new Promise<JsonValue>((_resolve, reject) => {
        done.push(['take', slot])
        if (failing === 'take') reject(new Error('take failed'))
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  }
  const bus = {
    publish: (topic: string, notice: JsonValue) => void done.push(['publish', topic, notice]),
    subscribe: () => () => {},
  }
  const eventLog = {
    append: async () => '',
    async *read(stream: string, after: string | undefined, signal: AbortSignal): AsyncGenerator<LoggedEvent> {
      done.push(['read', stream, after])
      for (const reply of replies) {
        if (reply instanceof Error) throw reply
        yield { id: 'e', event: JSON.stringify(reply) }
      }
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve())
      })
    },
    delete: async (stream: string) => {
      done.push(['delete', stream])
      fail('delete')
    },
  }
  const sender = new RetrySender({ stores: { inbox, bus, eventLog }, runtime, logger })
  const abort = new AbortController()
  const notified: RpcNotification[] = []
  const exchange = {
    signal: abort.signal,
    revision: '2026-07-28',
    client: { capabilities: {} },
    round: 0,
    state: new Map(),
    notify: (notification: RpcNotification) => void notified.push(notification),
  } as const
  const request = { message: { jsonrpc: '2.0', id: 5, method: 'tools/call' }, exchange } as const
  const send = () => sender.send('run', retry, request)
  const notices = () => done.filter((each) => Array.isArray(each) && each[0] === 'publish').length
  return { runtime, logger, done, abort, notified, send, notices }
}

describe('a retry for another node', () => {
  test('lies in the inbox, is announced, and is answered as the node says', async () => {
    const { done, notified, send, runtime, logger } = setUp({
      replies: [{ type: 'alive' }, { type: 'notification', message }, { type: 'end', result: { a: 1 } }],
    })
    expect(await send()).toEqual({ jsonrpc: '2.0', id: 5, result: { a: 1 } })
    expect(done).toEqual([
      ['put', name, retry, 60_000],
      ['publish', 'parked/run', id],
      ['read', name, undefined],
      ['delete', name],
    ])
    expect([notified, runtime.timers, logger.errors]).toEqual([[message], 0, []])
  })

  test('may end in raw JSON, in nothing, or in an error', async () => {
    const raw = await setUp({ replies: [{ type: 'end', raw: '{"a":1}' }] }).send()
    expect(raw).toMatchObject({ id: 5, result: new RawJson(new TextEncoder().encode('{"a":1}')) })
    expect(await setUp({ replies: [{ type: 'end', nothing: true }] }).send()).toBeUndefined()
    const error = { code: 7, message: 'no', data: { b: 2 } }
    await expect(setUp({ replies: [{ type: 'end', error }] }).send()).rejects.toMatchObject(error)
  })

  test('is announced again every two and a half seconds, and given up after four without a reply', async () => {
    const { runtime, send, notices, done, logger } = setUp()
    const sent = send()
    const outcome = expect(sent).rejects.toMatchObject(ended)
    await runtime.advance(2_499)
    expect(notices()).toBe(1)
    await runtime.advance(1)
    expect(notices()).toBe(2)
    await runtime.advance(5_000)
    expect(notices()).toBe(4)
    await runtime.advance(2_499)
    expect(done.slice(-1)).toEqual([['publish', 'parked/run', id]])
    await runtime.advance(1)
    expect(done.slice(-2)).toEqual([
      ['delete', name],
      ['take', name],
    ])
    await runtime.advance(1_000)
    await outcome
    expect([notices(), runtime.timers, logger.errors]).toEqual([4, 0, []])
  })

  test('counts the notices anew with each reply', async () => {
    const { runtime, send, notices } = setUp({ replies: [{ type: 'alive' }] })
    const outcome = expect(send()).rejects.toMatchObject(ended)
    await runtime.advance(10_000)
    expect(notices()).toBe(5)
    await runtime.advance(3_500)
    await outcome
    expect(notices()).toBe(5)
  })

  test('that cannot be taken back is logged', async () => {
    const { runtime, send, logger } = setUp({ failing: 'take' })
    const outcome = expect(send()).rejects.toMatchObject(ended)
    await runtime.advance(10_000)
    await outcome
    const error = new Error('take failed')
    expect([logger.errors, runtime.timers]).toEqual([
      [{ message: 'A retry for another node could not be taken back', error }],
      0,
    ])
  })

  test('that cannot be stored fails with the error of the store', async () => {
    const { send, notices } = setUp({ failing: 'put' })
    await expect(send()).rejects.toThrow('put failed')
    expect(notices()).toBe(0)
  })
})

describe('a retry whose client cancels', () => {
  test('is cancelled at the other node', async () => {
    const { send, abort, done, runtime, logger } = setUp()
    const outcome = expect(send()).rejects.toThrow('gone')
    await settled()
    abort.abort(new Error('gone'))
    await outcome
    expect(done.slice(-2)).toEqual([
      ['delete', name],
      ['put', `${name}/cancel`, true, 60_000],
    ])
    expect([runtime.timers, logger.errors]).toEqual([0, []])
  })

  test('before it was sent is not sent', async () => {
    const { send, abort, done } = setUp()
    abort.abort(new Error('gone'))
    await expect(send()).rejects.toThrow('gone')
    expect(done).toEqual([])
  })

  test('while it is stored is cancelled there', async () => {
    const { send, abort, done } = setUp()
    const outcome = expect(send()).rejects.toThrow('gone')
    abort.abort(new Error('gone'))
    await outcome
    expect(done.slice(-1)).toEqual([['put', `${name}/cancel`, true, 60_000]])
  })

  test('logs what the stores do not take', async () => {
    for (const failing of ['cancel', 'delete'] as const) {
      const { send, abort, logger } = setUp({ failing })
      const outcome = expect(send()).rejects.toThrow('gone')
      await settled()
      abort.abort(new Error('gone'))
      await outcome
      await settled()
      const error = new Error(`${failing} failed`)
      expect(logger.errors).toEqual([{ message: 'A retry at another node could not be ended', error }])
    }
  })
})

describe('replies that cannot be read', () => {
  test('are lost where the log dropped them: the retry may be sent again', async () => {
    const cause = new OmniportError('limit', 'gone')
    const failed = setUp({ replies: [cause] }).send()
    await expect(failed).rejects.toThrow(
      RpcError.internal('What the node that holds the call answered is lost: the same request may be sent again'),
    )
    await expect(setUp({ replies: [cause] }).send()).rejects.toMatchObject({ code: -32603, cause })
  })

  test.each([
    ['another error of a store', new OmniportError('closed', 'away')],
    ['any error', new Error('broken')],
    ['an error with the same code', Object.assign(new Error('broken'), { code: 'limit' })],
  ])('fail with %s', async (_name, reason) => {
    const { send, runtime, done } = setUp({ replies: [reason] })
    await expect(send()).rejects.toBe(reason)
    expect([runtime.timers, done.slice(-1)]).toEqual([0, [['delete', name]]])
  })
})
