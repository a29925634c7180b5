import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcId, RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { InFlightRequest } from '../../jsonrpc/serving/in-flight-request.js'
import type { AskOptions } from '../../protocol/exchange/exchange.js'
import { MessageExchange, type MessageExchangeOptions } from './message-exchange.js'

const notification: RpcNotification = { jsonrpc: '2.0', method: 'notifications/message' }
const roots = { method: 'roots/list' }

/** A request that is being served, in the hands of the test. */
function createInFlight() {
  const abort = new AbortController()
  const pauses: string[] = []
  const listeners: (() => void)[] = []
  const state = { ended: false }
  const inFlight = {
    request: { jsonrpc: '2.0', id: 7, method: 'tools/call' },
    signal: abort.signal,
    get ended() {
      return state.ended
    },
    onAbort: (fn: (reason: unknown) => void) => abort.signal.addEventListener('abort', () => fn(abort.signal.reason)),
    onEnd: (fn: () => void) => void listeners.push(fn),
    pauseDeadline: () => {
      pauses.push('paused')
      return () => void pauses.push('resumed')
    },
  } as unknown as InFlightRequest // all that an exchange uses
  const end = () => {
    state.ended = true
    for (const listener of listeners) listener()
  }
  return { inFlight, abort, pauses, end }
}

function createExchange(options: Partial<MessageExchangeOptions> = {}) {
  const sent: unknown[] = []
  const send = (message: RpcNotification, id?: RpcId) => void sent.push([message, id])
  const exchange = new MessageExchange({ revision: '2025-11-25', client: { capabilities: {} }, send, ...options })
  return { exchange, sent }
}

describe('the exchange of a message', () => {
  test('has what its transport knows', () => {
    const principal = { id: 'ada', scopes: [], claims: {} }
    const headers = new Headers({ a: '1' })
    const closeStream = () => {}
    const client = { capabilities: { roots: {} } }
    const caller = { principal, sender: '10.0.0.1', headers: () => headers }
    const { exchange } = createExchange({ client, caller, closeStream })
    expect(exchange).toMatchObject({ revision: '2025-11-25', client, principal, sender: '10.0.0.1', round: 0 })
    expect([exchange.headers, exchange.closeStream, exchange.session]).toEqual([headers, closeStream, undefined])
  })

  test('may lack all but its revision and its client', () => {
    const { exchange } = createExchange()
    const { principal, sender, headers, session, ask, closeStream } = exchange
    expect({ principal, sender, headers, session, ask, closeStream }).toEqual({})
    expect(exchange.signal.aborted).toBe(false)
    expect(() => exchange.onAbort(() => {})).not.toThrow()
  })

  test('has one state, and one signal', () => {
    const { exchange } = createExchange()
    exchange.state.set('a', 1)
    const { signal } = exchange
    expect([exchange.state.get('a'), exchange.signal]).toEqual([1, signal])
  })

  test('aborts with its request', () => {
    const { inFlight, abort } = createInFlight()
    const { exchange } = createExchange({ inFlight })
    const reasons: unknown[] = []
    exchange.onAbort((reason) => reasons.push(reason))
    abort.abort('enough')
    expect([exchange.signal.reason, reasons]).toEqual(['enough', ['enough']])
  })

  test('sends what belongs to its request until that has ended', () => {
    const { inFlight, end } = createInFlight()
    const { exchange, sent } = createExchange({ inFlight })
    exchange.notify(notification)
    end()
    exchange.notify(notification)
    expect(sent).toEqual([[notification, 7]])
  })

  test('sends without a request, such as for a notification', () => {
    const { exchange, sent } = createExchange()
    exchange.notify(notification)
    expect(sent).toEqual([[notification, undefined]])
  })
})

describe('a question during a request', () => {
  function setUp() {
    const { inFlight, abort, pauses, end } = createInFlight()
    const asked: { readonly options: AskOptions; readonly settle: (value: unknown) => void }[] = []
    const ask = (_message: object, options: AskOptions = {}) =>
      new Promise<unknown>((settle, reject) => {
        asked.push({ options, settle })
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason))
      })
    const { exchange } = createExchange({ inFlight, ask })
    return { exchange, abort, pauses, end, asked, ask: exchange.ask as NonNullable<typeof exchange.ask> }
  }

  test('needs a request that can be asked during', () => {
    const { inFlight } = createInFlight()
    expect(createExchange({ inFlight }).exchange.ask).toBeUndefined()
    expect(createExchange({ ask: async () => 1 }).exchange.ask).toBeUndefined()
  })

  test('pauses the deadline of the request, and keeps its options', async () => {
    const { exchange, ask, asked, pauses } = setUp()
    const onProgress = () => {}
    const answer = ask(roots, { timeoutMs: 5, onProgress })
    expect([exchange.ask, pauses]).toEqual([ask, ['paused']])
    expect(asked).toMatchObject([{ options: { timeoutMs: 5, onProgress } }])
    asked[0]?.settle('here')
    expect([await answer, pauses]).toEqual(['here', ['paused', 'resumed']])
  })

  test('ends with the request', async () => {
    const { ask, end, pauses } = setUp()
    const outcome = expect(ask(roots)).rejects.toMatchObject({
      code: 'closed',
      message: 'tools/call is over: nothing more can be asked',
    })
    end()
    await outcome
    expect(pauses).toEqual(['paused', 'resumed'])
  })

  test('is not sent after the end', async () => {
    const { ask, end, asked, pauses } = setUp()
    end()
    await expect(ask(roots)).rejects.toMatchObject({ code: 'closed' })
    expect([asked, pauses]).toEqual([[], []])
  })

  test('ends with the signal of the request, or with its own', async () => {
    const [one, other] = [setUp(), setUp()]
    const first = expect(one.ask(roots)).rejects.toBe('cancelled')
    one.abort.abort('cancelled')
    await first
    const own = new AbortController()
    const second = expect(other.ask(roots, { signal: own.signal })).rejects.toBe('enough')
    own.abort('enough')
    await second
  })

  test('that was answered hears nothing of the end', async () => {
    const { ask, end, asked } = setUp()
    const answer = ask(roots)
    asked[0]?.settle('here')
    await answer
    await settled()
    end()
    expect(asked[0]?.options.signal?.aborted).toBe(false)
  })
})
