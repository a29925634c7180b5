import { describe, expect, test } from 'vitest'
import { createSession } from '#test/support/task-nodes.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { ServerFull } from '../../protocol/errors/server-full.js'
import type { Session } from '../../protocol/exchange/session.js'
import type { UriParams } from '../../protocol/methods/method-params.js'
import { type ByteBudget, createByteBudget } from '../../values/memory/byte-budget.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { ServerServices } from '../server-services.js'
import type { ResourceIndex } from './resource-index.js'
import { SessionSubscriptions } from './session-subscriptions.js'

const bytes = jsonBytes('x:1')
const ada = { principal: { id: 'ada', scopes: [], claims: {} }, headers: new Headers() }
const anonymous = { headers: new Headers() }

interface Opened {
  readonly budget: ByteBudget
  /** Opens a session, with what ends it. */
  readonly open: () => { readonly session: Session; readonly end: () => void }
  readonly subscribe: (session: Session | undefined, uri: string, caller?: object) => object
  readonly unsubscribe: (session: Session | undefined, uri: string) => object
}

/** Subscriptions to resources of the scheme `x`. */
function setUp(limits: { readonly subscriptions?: number; readonly anonymousBytes?: number } = {}): Opened {
  const budget = createByteBudget()
  const services = {
    limits: { subscriptions: 10, anonymousBytes: 10_000, ...limits },
    budgets: { anonymous: budget },
  } as unknown as ServerServices // all that is used, as of the index
  const index = { find: (uri: string) => (uri.startsWith('x:') ? {} : undefined) } as unknown as ResourceIndex
  const subscriptions = new SessionSubscriptions(index, services)
  const call = (session: Session | undefined, uri: string, caller: object) =>
    ({
      message: { jsonrpc: '2.0', id: 1, method: 'resources/subscribe' },
      params: { uri },
      exchange: { session, ...caller },
    }) as unknown as HandlerRequest<UriParams>
  return {
    budget,
    open() {
      const ends: ((session: Session) => void)[] = []
      let hasEnded = false
      const onEnd: Session['onEnd'] = (fn) => (hasEnded ? fn(session) : void ends.push(fn))
      const session: Session = { ...createSession(), onEnd }
      const end = () => {
        hasEnded = true
        for (const fn of ends.splice(0)) fn(session)
      }
      return { session, end }
    },
    subscribe: (session, uri, caller = anonymous) => subscriptions.subscribe(call(session, uri, caller)),
    unsubscribe: (session, uri) => subscriptions.unsubscribe(call(session, uri, anonymous)),
  }
}

describe('a session', () => {
  test('is subscribed to a resource once, and no more when it says so', () => {
    const { open, subscribe, unsubscribe, budget } = setUp()
    const { session } = open()
    expect([subscribe(session, 'x:1'), subscribe(session, 'x:1')]).toEqual([{}, {}])
    expect([[...session.subscriptions], budget.used]).toEqual([['x:1'], bytes])
    expect([unsubscribe(session, 'x:1'), unsubscribe(session, 'x:1'), unsubscribe(session, 'x:2')]).toEqual([
      {},
      {},
      {},
    ])
    expect([session.subscriptions.size, budget.used]).toEqual([0, 0])
  })

  test('is needed', () => {
    const { subscribe, unsubscribe } = setUp()
    expect(() => subscribe(undefined, 'x:1')).toThrow(RpcError.methodNotFound('resources/subscribe'))
    expect(unsubscribe(undefined, 'x:1')).toEqual({})
  })

  test('is not subscribed to what is not there', () => {
    const { open, subscribe, budget } = setUp()
    const { session } = open()
    expect(() => subscribe(session, 'y:1')).toThrow('Resource not found: y:1')
    expect([session.subscriptions.size, budget.used]).toEqual([0, 0])
  })

  test('has at most so many subscriptions, and may repeat one that it has', () => {
    const { open, subscribe } = setUp({ subscriptions: 2 })
    const { session } = open()
    subscribe(session, 'x:1')
    subscribe(session, 'x:2')
    expect(() => subscribe(session, 'x:3')).toThrow(RpcError.invalidParams('At most 2 subscriptions per session'))
    expect(subscribe(session, 'x:2')).toEqual({})
    expect(subscribe(open().session, 'x:3')).toEqual({})
  })
})

describe('what anonymous callers leave behind', () => {
  test('has their subscriptions until their session ends', () => {
    const { open, subscribe, budget } = setUp()
    const [one, other] = [open(), open()]
    for (const uri of ['x:1', 'x:2', 'x:3']) subscribe(one.session, uri)
    subscribe(other.session, 'x:1')
    expect(budget.used).toBe(4 * bytes)
    one.end()
    expect(budget.used).toBe(bytes)
    other.end()
    expect(budget.used).toBe(0)
  })

  test.each([[['x:1']], [[]]])('has nothing of a session that had %j, and subscribes after its end', (uris) => {
    const { open, subscribe, budget } = setUp()
    const { session, end } = open()
    for (const uri of uris) subscribe(session, uri)
    end()
    subscribe(session, 'x:2')
    subscribe(session, 'x:3')
    expect(budget.used).toBe(0)
  })

  test('loses each subscription once', () => {
    const { open, subscribe, unsubscribe, budget } = setUp()
    const { session, end } = open()
    subscribe(session, 'x:1')
    subscribe(session, 'x:22')
    unsubscribe(session, 'x:1')
    expect(budget.used).toBe(bytes + 2)
    end()
    end()
    expect(budget.used).toBe(0)
  })

  test('has an end, at which subscriptions are refused', () => {
    const { open, subscribe, budget } = setUp({ anonymousBytes: 2 * bytes })
    const { session } = open()
    subscribe(session, 'x:1')
    subscribe(session, 'x:2')
    expect(() => subscribe(session, 'x:3')).toThrow(new ServerFull('anonymousBytes', 2 * bytes))
    expect([[...session.subscriptions], budget.used]).toEqual([['x:1', 'x:2'], 2 * bytes])
  })

  test('has nothing of others', () => {
    const { open, subscribe, unsubscribe, budget } = setUp()
    const { session, end } = open()
    subscribe(session, 'x:1', ada)
    subscribe(session, 'x:2', {})
    expect(budget.used).toBe(0)
    unsubscribe(session, 'x:1')
    end()
    expect(budget.used).toBe(0)
  })

  test('loses no more than was counted here, of a session that another node began', () => {
    const { open, subscribe, unsubscribe, budget } = setUp()
    budget.add(1_000)
    const { session } = open()
    session.subscriptions.add(`x:${'9'.repeat(100)}`)
    subscribe(session, 'x:1')
    unsubscribe(session, `x:${'9'.repeat(100)}`)
    expect(budget.used).toBe(1_000)
    unsubscribe(session, 'x:1')
    expect(budget.used).toBe(1_000)
  })
})
