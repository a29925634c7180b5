import { describe, expect, test, vi } from 'vitest'
import { type Exchange, RpcError } from '#core/modern'
import { settled } from '../../test/pipe.js'
import type { JSONRPCMessage } from '../types.js'
import { ModernCalls } from './modern-calls.js'

const logLevel = 'io.modelcontextprotocol/logLevel'

function create() {
  const delivered: JSONRPCMessage[] = []
  const extras: unknown[] = []
  const calls = new ModernCalls((message, extra) => {
    delivered.push(message)
    extras.push(extra)
  })
  return { calls, delivered, extras }
}

function createExchange(more: object = {}) {
  const notified: unknown[] = []
  const ending = new AbortController()
  const exchange = {
    ...{ signal: ending.signal, notify: (message: unknown) => void notified.push(message) },
    ...more,
  } as unknown as Exchange
  return { exchange, notified, ending }
}

const result = (id: string) => ({ jsonrpc: '2.0', id, result: { a: 1 } }) as const
const log = (level: unknown) =>
  ({ jsonrpc: '2.0', method: 'notifications/message', params: { level } }) as JSONRPCMessage

describe('a call', () => {
  test('is given to the handlers with an id of its own, and gets their response', async () => {
    const { calls, delivered, extras } = create()
    const extra = { requestInfo: { headers: {} } }
    const [first, second] = [
      calls.call({ method: 'a' }),
      calls.call({ method: 'b', params: { c: 1 } }, undefined, extra),
    ]
    expect(delivered).toEqual([
      { jsonrpc: '2.0', id: 'modern-1', method: 'a' },
      { jsonrpc: '2.0', id: 'modern-2', method: 'b', params: { c: 1 } },
    ])
    expect([extras, calls.size, calls.has('modern-2'), calls.has('modern-3'), calls.has(undefined)]).toEqual([
      ...[[undefined, extra], 2, true, false, false],
    ])
    expect(calls.take(result('modern-2'), undefined)).toBe(true)
    expect(calls.take(result('modern-2'), undefined)).toBe(false)
    expect(calls.take(result('other'), undefined)).toBe(false)
    expect([await second, calls.size]).toEqual([result('modern-2'), 1])
    calls.close()
    expect(await first).toEqual({
      ...{ jsonrpc: '2.0', id: 'modern-1', error: { code: -32603, message: 'The server is closing' } },
    })
  })

  test('has nothing that names its client and its revision', () => {
    const { calls, delivered } = create()
    const protocol = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'c' },
      [logLevel]: 'info',
    }
    void calls.call({ method: 'a', params: { b: 1, inputResponses: {}, requestState: 's', _meta: protocol } })
    void calls.call({ method: 'a', params: { b: 1, _meta: { ...protocol, progressToken: 7, 'x/y': 1 } } })
    void calls.call({ method: 'a', params: { b: 1, _meta: 'none' } })
    void calls.call({ method: 'a', params: { inputResponses: {} } })
    expect(delivered.map((message) => (message as { params?: unknown }).params)).toEqual([
      { b: 1 },
      { b: 1, _meta: { progressToken: 7, 'x/y': 1 } },
      { b: 1 },
      { inputResponses: {} },
    ])
    calls.close()
  })

  test.each<[string, (cancel: AbortController) => object]>([
    ['its signal', () => ({})],
    [
      'its listener',
      ({ signal }) => ({
        signal: undefined,
        onAbort: (fn: (reason: unknown) => void) => signal.addEventListener('abort', () => fn(signal.reason)),
      }),
    ],
  ])('is cancelled by %s', async (_, more) => {
    const { calls, delivered } = create()
    const ending = new AbortController()
    const { exchange } = createExchange({ signal: ending.signal, ...more(ending) })
    const calling = calls.call({ method: 'a' }, exchange)
    ending.abort('enough')
    expect(await calling).toMatchObject({ id: 'modern-1', error: { code: -32603 } })
    expect(delivered[1]).toEqual({
      ...{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'modern-1', reason: 'enough' } },
    })
    expect(calls.size).toBe(0)
  })

  test('that has its response is not cancelled', async () => {
    const { calls, delivered } = create()
    const { exchange, ending } = createExchange()
    const calling = calls.call({ method: 'a' }, exchange)
    calls.take(result('modern-1'), undefined)
    ending.abort()
    await calling
    expect(delivered).toHaveLength(1)
  })
})

describe('a notification of a handler', () => {
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: {} } as unknown as JSONRPCMessage

  test('goes to the client of the call that it names', () => {
    const { calls } = create()
    const [one, two] = [createExchange(), createExchange()]
    void calls.call({ method: 'a' }, one.exchange)
    void calls.call({ method: 'a' }, two.exchange)
    expect(calls.take(progress, 'modern-2')).toBe(true)
    expect(calls.take(progress, 'modern-9')).toBe(false)
    expect(calls.take(progress, undefined)).toBe(false)
    expect([one.notified, two.notified]).toEqual([[], [progress]])
    calls.close()
  })

  test('goes to the client of the call whose code sends it', async () => {
    const notified: unknown[][] = [[], []]
    const calls: ModernCalls = new ModernCalls((message) => {
      queueMicrotask(() =>
        calls.take({ ...progress, params: { of: (message as { id: string }).id } } as never, undefined),
      )
    })
    for (const seen of notified) {
      void calls.call(
        { method: 'a' },
        createExchange({ notify: (message: unknown) => void seen.push(message) }).exchange,
      )
    }
    await settled()
    expect(notified).toMatchObject([[{ params: { of: 'modern-1' } }], [{ params: { of: 'modern-2' } }]])
    calls.close()
  })

  test('goes nowhere where the call has ended meanwhile', async () => {
    const seen: boolean[] = []
    const calls: ModernCalls = new ModernCalls(() => {
      setImmediate(() => seen.push(calls.take(progress, undefined)))
    })
    const calling = calls.call({ method: 'a' }, createExchange().exchange)
    calls.take(result('modern-1'), undefined)
    await calling
    await settled()
    expect(seen).toEqual([false])
  })

  test.each<[unknown, unknown, number]>([
    ['warning', 'warning', 1],
    ['error', 'warning', 1],
    ['info', 'warning', 0],
    ['error', undefined, 0],
    ['error', 'loud', 0],
    ['loud', 'info', 0],
  ])('of the level %s for a client that wants %s is sent %i times', (level, wanted, count) => {
    const { calls } = create()
    const { exchange, notified } = createExchange()
    void calls.call({ method: 'a', params: { _meta: { [logLevel]: wanted } } }, exchange)
    expect(calls.take(log(level), 'modern-1')).toBe(true)
    expect(notified).toHaveLength(count)
    calls.close()
  })

  test('without a client goes nowhere', () => {
    const { calls } = create()
    void calls.call({ method: 'a' })
    expect(calls.take(progress, 'modern-1')).toBe(true)
    calls.close()
  })
})

describe('a question of a handler', () => {
  const question = { jsonrpc: '2.0', id: 7, method: 'elicitation/create', params: { a: 1 } } as const

  function ask(more: object) {
    const created = create()
    const { exchange } = createExchange(more)
    void created.calls.call({ method: 'a' }, exchange)
    created.delivered.length = 0
    expect(created.calls.take(question, 'modern-1')).toBe(true)
    return created
  }

  test('is answered by the client', async () => {
    const asking = vi.fn(async (..._given: unknown[]) => ({ action: 'accept' }))
    const { delivered } = ask({ ask: asking })
    await settled()
    expect(asking.mock.calls).toEqual([
      [{ method: 'elicitation/create', params: { a: 1 } }, { signal: expect.any(AbortSignal) }],
    ])
    expect(delivered).toEqual([{ jsonrpc: '2.0', id: 7, result: { action: 'accept' } }])
  })

  test.each<[string, unknown, object]>([
    [
      'an error of the client',
      new RpcError(-32042, 'Not now', { a: 1 }),
      { code: -32042, message: 'Not now', data: { a: 1 } },
    ],
    ['another error', new Error('secret'), { code: -32603, message: 'Internal error' }],
  ])('may be answered with %s', async (_, reason, error) => {
    const { delivered } = ask({ ask: () => Promise.reject(reason) })
    await settled()
    expect(delivered).toEqual([{ jsonrpc: '2.0', id: 7, error }])
  })

  test('is refused where the client cannot be asked', async () => {
    const { delivered } = ask({})
    await settled()
    const message =
      'elicitation/create: this client can be asked only by tools, prompts and resources while they are called'
    expect(delivered).toEqual([{ jsonrpc: '2.0', id: 7, error: { code: -32600, message } }])
  })

  test('is refused where it belongs to no call', async () => {
    const { calls, delivered } = create()
    calls.refuse(question)
    expect(delivered).toEqual([])
    await Promise.resolve()
    const message =
      'elicitation/create: this client can be asked only by tools, prompts and resources while they are called'
    expect(delivered).toEqual([{ jsonrpc: '2.0', id: 7, error: { code: -32600, message } }])
  })

  test.each<[string | undefined]>([[undefined], ['modern-1']])('can be cancelled (%s)', async (related) => {
    const signals: AbortSignal[] = []
    const { calls, delivered } = ask({
      ask: (_: unknown, { signal }: { signal: AbortSignal }) => {
        signals.push(signal)
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    const cancel = (requestId: number) =>
      calls.take(
        {
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId, reason: 'enough' },
        } as JSONRPCMessage,
        related,
      )
    expect(cancel(8)).toBe(related !== undefined)
    expect(cancel(7)).toBe(true)
    await settled()
    expect([signals[0]?.reason, delivered]).toEqual(['enough', []])
    expect(cancel(7)).toBe(related !== undefined)
  })

  test('ends with the server', async () => {
    const signals: AbortSignal[] = []
    const { calls } = ask({
      ask: (_: unknown, { signal }: { signal: AbortSignal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
    })
    calls.close()
    expect(signals.map(({ reason }) => reason.message)).toEqual(['The server is closing'])
  })
})
