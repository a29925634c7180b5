import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { SmallMap } from '../../values/maps/small-map.js'
import { createExchange, createSession } from '../fixtures/gateway-parts.js'
import { findQuestionTarget, type QuestionContext } from './question-target.js'
import type { UpstreamCall } from './upstream-call.js'

function find(
  calls: Readonly<Record<string, { readonly exchange: Exchange; readonly taskId?: string }>>,
  more: Partial<QuestionContext> = {},
) {
  const map = new SmallMap<string | number, UpstreamCall>()
  for (const [id, call] of Object.entries(calls)) map.add(id, call as unknown as UpstreamCall)
  return findQuestionTarget({
    ...{ calls: map, readers: new Map(), opener: undefined, sessions: new Set(), cause: undefined },
    ...more,
  })
}

const [one, other] = [createExchange(), createExchange()]
const session = createSession('s')

describe('a question over HTTP', () => {
  test('is that of the call on whose stream it came', () => {
    const calls = { a: { exchange: one }, b: { exchange: other } }
    expect(find(calls, { cause: 'b' })).toEqual({ call: calls.b, exchange: other })
  })

  test('is that of the client for whom a list is read', () => {
    expect(find({ a: { exchange: one } }, { cause: 'r', readers: new Map([['r', other]]) })).toEqual({
      ...{ call: undefined, exchange: other },
    })
  })

  test('is of nobody when its call has ended', () => {
    expect(() =>
      find({ a: { exchange: one } }, { cause: 'gone', opener: other, sessions: new Set([session]) }),
    ).toThrow(expect.objectContaining({ code: -32603, message: 'The call that this question belongs to has ended' }))
  })
})

describe('a question of a task', () => {
  const calls = { a: { exchange: one }, b: { exchange: other, taskId: 't' } }

  test('is that of who waits for its result', () => {
    expect(find(calls, { taskId: 't' })).toEqual({ call: calls.b, exchange: other })
  })

  test('is of nobody when nobody waits', () => {
    expect(() => find(calls, { taskId: 'u' })).toThrow(
      expect.objectContaining({ code: -32603, message: 'Nobody waits for the result of this task' }),
    )
  })
})

describe('a question on a pipe', () => {
  test('is that of the only call', () => {
    const calls = { a: { exchange: one } }
    expect(find(calls, { opener: other })).toEqual({ call: calls.a, exchange: one, others: [] })
  })

  const pipe = Symbol('pipe')

  test.each<[string, Partial<Exchange>, Partial<Exchange>]>([
    ['one session', { session }, { session }],
    ['one pipe', { sender: pipe }, { sender: pipe }],
  ])('is that of the oldest call, where all are of %s', (_what, first, second) => {
    const calls = { a: { exchange: createExchange(first) }, b: { exchange: createExchange(second) } }
    expect(find(calls)).toEqual({ call: calls.a, exchange: calls.a.exchange, others: [calls.b] })
  })

  test.each<[string, Partial<Exchange>, Partial<Exchange>]>([
    ['two sessions', { session }, { session: createSession('t') }],
    ['a session and none', { session }, {}],
    ['none and a session', {}, { session }],
    ['two pipes', { sender: pipe }, { sender: Symbol('pipe') }],
    ['a pipe and a session', { sender: pipe }, { sender: pipe, session }],
    ['no pipe', {}, {}],
    ['requests over HTTP', { sender: {} as never }, { sender: {} as never }],
  ])('is never guessed: calls of %s', (_what, first, second) => {
    const calls = { a: { exchange: createExchange(first) }, b: { exchange: createExchange(second) } }
    expect(() => find(calls)).toThrow(
      expect.objectContaining({
        code: -32603,
        message:
          'The question names no call, and calls of several clients are in flight; isolation: "session" gives each its own connection',
      }),
    )
  })

  test('outside any call is that of who opened the connection, or of its only session', () => {
    expect(find({}, { opener: one, sessions: new Set([session]) })).toEqual({ exchange: one, session })
    expect(find({}, { sessions: new Set([session, createSession('t')]) })).toEqual({})
    expect(find({})).toEqual({})
  })
})
