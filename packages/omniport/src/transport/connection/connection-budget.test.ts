import { describe, expect, test } from 'vitest'
import { InFlightRequest } from '../../jsonrpc/serving/in-flight-request.js'
import type { LimitOptions } from '../../protocol/limits/limit-options.js'
import { createLimits } from '../../protocol/limits/limits.js'
import { createMemoryBudgets } from '../../protocol/limits/memory-budgets.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'
import { ConnectionBudget } from './connection-budget.js'
import { DuplexSession } from './duplex-session.js'

function open(limits: LimitOptions = {}) {
  const budgets = createMemoryBudgets()
  return { budgets, budget: new ConnectionBudget(budgets, createLimits(limits)) }
}

const requestOf = (method = 'm') =>
  new InFlightRequest({ jsonrpc: '2.0', id: 1, method }, { key: 1, reply: () => {}, report: () => {} })

const sessionOf = (text = '') =>
  new DuplexSession({
    ...{ id: 's', revision: '2025-11-25', client: { capabilities: { text } } },
    ...{ send: () => {}, ask: async () => undefined },
  })

describe('a request', () => {
  test('counts with what it takes, until it ends', () => {
    const { budget, budgets } = open()
    budget.expect({}, 50)
    const [first, second] = [requestOf(), requestOf()]
    for (const request of [first, second]) budget.admit(request)
    expect(budgets.inFlight.used).toBe(100)
    first.cancel('x')
    expect(budgets.inFlight.used).toBe(50)
    second.settle({ jsonrpc: '2.0', id: 1, result: {} })
    expect(budgets.inFlight.used).toBe(0)
  })

  test('of a batch counts with what it takes itself, however many others there are', () => {
    const { budget, budgets } = open()
    const [long, short] = [requestOf('m'.repeat(1_000)), requestOf()]
    budget.expect([long.request, ...Array.from({ length: 99 }, () => short.request)], 10_000)
    budget.admit(long)
    expect(budgets.inFlight.used).toBe(jsonBytes(long.request))
    budget.admit(short)
    expect(budgets.inFlight.used).toBe(jsonBytes(long.request) + jsonBytes(short.request))
    long.cancel('x')
    expect(budgets.inFlight.used).toBe(jsonBytes(short.request))
  })

  test('that takes nothing is not counted', () => {
    const { budget, budgets } = open({ inFlightBytes: 1 })
    budgets.inFlight.add(5)
    budget.expect({}, 0)
    budget.admit(requestOf())
    expect(budgets.inFlight.used).toBe(5)
  })

  test('for which there is no room is refused, unless it empties the server', () => {
    const { budget, budgets } = open({ inFlightBytes: 800 })
    budgets.inFlight.add(750)
    budget.expect({}, 51)
    expect(() => budget.admit(requestOf())).toThrow(
      expect.objectContaining({
        code: -32603,
        message: 'Too much at once: the limit inFlightBytes is 800 bytes',
        data: { retryAfterSeconds: 1, limit: 'inFlightBytes' },
      }),
    )
    budget.admit(requestOf('ping'))
    expect(budgets.inFlight.used).toBe(801)
  })

  test('fills all that there is, and no more', () => {
    const { budget, budgets } = open({ inFlightBytes: 800 })
    budgets.inFlight.add(750)
    budget.expect({}, 50)
    budget.admit(requestOf())
    expect(budgets.inFlight.used).toBe(800)
  })
})

describe('an anonymous session', () => {
  test('counts with what is kept of its client, until it ends', () => {
    const { budget, budgets } = open()
    const session = sessionOf('x'.repeat(1_000))
    budget.admitAnonymous(session)
    expect(budgets.anonymous.used).toBeGreaterThan(1_000)
    session.close('over')
    expect(budgets.anonymous.used).toBe(0)
  })

  test('for which there is no room is refused', () => {
    const { budget, budgets } = open({ anonymousBytes: 2_000 })
    budgets.anonymous.add(1_999)
    expect(() => budget.admitAnonymous(sessionOf())).toThrow(
      expect.objectContaining({ message: 'Too much at once: the limit anonymousBytes is 2000 bytes' }),
    )
    expect(budgets.anonymous.used).toBe(1_999)
  })
})
