import { describe, expect, test } from 'vitest'
import type { RpcNotification, RpcRequest, RpcResponse } from '../jsonrpc/messages/messages.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import { CallExchange } from './call-exchange.js'
import { everything, form } from './fixtures/parking-harness.js'
import type { ParkedCall } from './parked-call.js'
import type { ParkedCalls } from './parked-calls.js'
import type { RoundEnd } from './waiting-requests.js'

const message: RpcRequest = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } }
const progress: RpcNotification = { jsonrpc: '2.0', method: 'notifications/progress' }
const response: RpcResponse = { jsonrpc: '2.0', id: 1, result: { done: true } }
const round: RpcResponse = { jsonrpc: '2.0', id: 1, result: { resultType: 'input_required' } }
const later = { capabilities: { ...everything, later: {} } }

interface Setting {
  readonly capabilities?: Readonly<Record<string, unknown>>
  /** The transport gives `onAbort`. */
  readonly hasOnAbort?: boolean
}

/** The exchange of a call, and a stand-in for the calls that are parked. */
function setUp({ capabilities = everything, hasOnAbort = false }: Setting = {}) {
  const request = new AbortController()
  const sent: unknown[] = []
  const ends: RoundEnd[] = []
  const opened: unknown[] = []
  let abort: (reason: unknown) => void = () => {}
  const listeners: ((reason: unknown) => void)[] = []
  const inner: Exchange = {
    signal: request.signal,
    revision: '2026-07-28',
    client: { capabilities },
    round: 0,
    state: new Map(),
    notify: (notification) => void sent.push(['request', notification]),
    ...(hasOnAbort && { onAbort: (fn: (reason: unknown) => void) => void listeners.push(fn) }),
  }
  const call = {
    client: later,
    ask: async (input: unknown) => ({ answered: input }),
    notify: (notification: RpcNotification) => void sent.push(['call', notification]),
    end: (end: RoundEnd) => void ends.push(end),
    wait: async () => round,
  } as unknown as ParkedCall // all that an exchange uses, as of the calls
  const calls = {
    open: (first: unknown, label: string, onAbort: (reason: unknown) => void) => {
      opened.push([first, label])
      abort = onAbort
      return call
    },
  } as unknown as ParkedCalls
  const exchange = new CallExchange(message, inner, { label: 'l', calls })
  const abortCall = (reason: unknown) => abort(reason)
  return { request, inner, exchange, sent, ends, opened, listeners, abortCall }
}

describe('a call that asks nothing', () => {
  test('answers at once where its handler does', () => {
    const { exchange, ends, opened } = setUp()
    expect([exchange.follow(response), ends, opened]).toEqual([response, [], []])
  })

  test('answers as its handler does later', async () => {
    expect(await setUp().exchange.follow(Promise.resolve(response))).toBe(response)
    const failure = new Error('broken')
    await expect(setUp().exchange.follow(Promise.reject(failure))).rejects.toBe(failure)
    await expect(setUp().exchange.fail(failure)).rejects.toBe(failure)
  })

  test('sends on the stream of its request until it has ended', () => {
    const { exchange, sent } = setUp()
    exchange.notify(progress)
    void exchange.follow(response)
    exchange.notify(progress)
    expect(sent).toEqual([['request', progress]])
  })

  test('has the client of its request', () => {
    expect(setUp().exchange.client).toEqual({ capabilities: everything })
  })
})

describe('a call that asks', () => {
  test('is opened once, and answers its request with the first round', async () => {
    const { exchange, opened, inner } = setUp()
    let finish: (end: RpcResponse) => void = () => {}
    const answer = exchange.follow(
      new Promise<RpcResponse>((resolve) => {
        finish = resolve
      }),
    )
    expect(await exchange.ask(form)).toEqual({ answered: { ...form, params: { ...form.params, mode: 'form' } } })
    await exchange.ask(form)
    expect(await answer).toBe(round)
    expect(opened).toEqual([[{ message, exchange: inner }, 'l']])
    expect(exchange.client).toBe(later)
    finish(response)
  })

  test('gives its result to the round', async () => {
    const { exchange, ends, sent } = setUp()
    await exchange.ask(form)
    exchange.notify(progress)
    expect(await exchange.follow(Promise.resolve(response))).toBe(round)
    exchange.notify(progress)
    expect(ends).toEqual([{ type: 'response', response }])
    expect(sent).toEqual([['call', progress]])
  })

  test('gives its failure to the round', async () => {
    const { exchange, ends } = setUp()
    await exchange.ask(form)
    const failure = new Error('broken')
    expect(await exchange.follow(Promise.reject(failure))).toBe(round)
    expect(ends).toEqual([{ type: 'thrown', reason: failure }])
  })

  test('may answer or fail at once', async () => {
    const [one, other] = [setUp(), setUp()]
    await one.exchange.ask(form)
    expect(await one.exchange.follow(response)).toBe(round)
    await other.exchange.ask(form)
    expect(await other.exchange.fail(new Error('broken'))).toBe(round)
    expect([one.ends, other.ends]).toMatchObject([[{ type: 'response' }], [{ type: 'thrown' }]])
  })

  test('gets the same function each time', () => {
    const { exchange } = setUp()
    const { ask } = exchange
    expect(exchange.ask).toBe(ask)
  })

  test('gets the answer to a ping itself, after its end too', async () => {
    const { exchange, opened } = setUp()
    expect(await exchange.ask({ method: 'ping' })).toEqual({})
    void exchange.follow(response)
    expect(await exchange.ask({ method: 'ping' })).toEqual({})
    expect(opened).toEqual([])
  })

  test('asks nothing after its end', async () => {
    const { exchange, opened } = setUp()
    void exchange.follow(response)
    const closed = { code: 'closed', message: 'tools/call is over: nothing more can be asked' }
    await expect(exchange.ask(form)).rejects.toMatchObject(closed)
    expect(opened).toEqual([])
  })

  test('asks nothing that the client did not declare', async () => {
    const { exchange, opened } = setUp({ capabilities: { roots: {} } })
    const refused = { code: -32601, message: 'Method not found: elicitation/create' }
    await expect(exchange.ask(form)).rejects.toMatchObject(refused)
    expect(opened).toEqual([])
  })
})

const [enough, other] = [new Error('enough'), new Error('other')]

describe('the signal of a call', () => {
  test('is that of its request where the client answers no questions', () => {
    const { exchange, request } = setUp({ capabilities: {} })
    expect(exchange.signal).toBe(request.signal)
  })

  test.each([
    ['the signal of its request', false],
    ['what the transport calls', true],
  ])('aborts by %s, until it asks', async (_name, hasOnAbort) => {
    const received: unknown[] = []
    const { exchange, request, listeners } = setUp({ hasOnAbort })
    const end = () => {
      request.abort(enough)
      for (const listener of listeners) listener(enough)
    }
    const { signal } = exchange
    exchange.onAbort((reason) => received.push(['first', reason]))
    exchange.onAbort((reason) => received.push(['second', reason]))
    expect(signal).not.toBe(request.signal)
    end()
    exchange.onAbort((reason) => received.push(['late', reason]))
    expect([signal.reason, exchange.signal]).toEqual([enough, signal])
    expect(received).toEqual([
      ['first', enough],
      ['second', enough],
      ['late', enough],
    ])
  })

  test.each([
    ['the signal of its request', false],
    ['what the transport calls', true],
  ])('does not abort by %s once it has asked', async (_name, hasOnAbort) => {
    const { exchange, request, listeners, abortCall } = setUp({ hasOnAbort })
    const { signal } = exchange
    await exchange.ask(form)
    request.abort(other)
    for (const listener of listeners) listener(other)
    expect(signal.aborted).toBe(false)
    abortCall(enough)
    expect(signal.reason).toBe(enough)
  })

  test('that is made after it has asked does not abort by the request either', async () => {
    const { exchange, request, abortCall } = setUp()
    await exchange.ask(form)
    const { signal } = exchange
    request.abort(other)
    expect(signal.aborted).toBe(false)
    abortCall(enough)
    expect(signal.reason).toBe(enough)
  })

  test('is aborted from the beginning where the request is', () => {
    const { exchange, request } = setUp()
    request.abort(enough)
    expect(exchange.signal.reason).toBe(enough)
  })

  test('keeps its first reason, and calls each function once', async () => {
    const { exchange, abortCall } = setUp()
    const received: unknown[] = []
    await exchange.ask(form)
    exchange.onAbort((reason) => received.push(reason))
    abortCall(enough)
    abortCall(other)
    exchange.onAbort((reason) => received.push(reason))
    expect([received, exchange.signal.reason]).toEqual([[enough, enough], enough])
  })

  test.each([
    ['the signal of its request', false],
    ['what the transport calls', true],
  ])('does not abort by %s after its end', (_name, hasOnAbort) => {
    const { exchange, request, listeners } = setUp({ hasOnAbort })
    const { signal } = exchange
    void exchange.follow(response)
    request.abort(enough)
    for (const listener of listeners) listener(enough)
    expect(signal.aborted).toBe(false)
  })

  test('asks the transport once to call it', () => {
    const { exchange, listeners } = setUp({ hasOnAbort: true })
    exchange.onAbort(() => {})
    exchange.onAbort(() => {})
    expect([exchange.signal.aborted, listeners.length]).toEqual([false, 1])
  })
})
