import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { UsageError } from '../actions/usage-error.js'
import type { ConsoleEvent, Json, Operation, OperationRequest } from '../contract.js'
import type { Operations } from './operations.js'
import { SavedTests } from './saved-tests.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_000 }))
afterEach(() => void vi.useRealTimers())

const request: OperationRequest = { kind: 'call', server: 's', tool: 'add', args: { a: 1 } }

const done = (more: Partial<Operation> = {}): Operation => ({
  ...{ id: 'o', request, state: 'done', startedAt: 0 },
  ...more,
})

/** Tests of operations whose next results are `results`. */
function create(saved: Partial<Operation> = {}, results: readonly Partial<Operation>[] = []) {
  const events: ConsoleEvent[] = []
  const started: unknown[][] = []
  const rest = [...results]
  const state = { onStart: () => {} }
  const operations = {
    get: (id: string) => (id === 'o' ? done(saved) : undefined),
    start: async (id: string, asked: OperationRequest) => {
      started.push([id, asked])
      state.onStart()
      return done({ id, ...rest.shift() })
    },
  } as unknown as Operations
  const tests = new SavedTests({ operations, publish: (event) => void events.push(event) })
  return { tests, events, started, state }
}

describe('an operation is saved', () => {
  test('with a name and what came of it, under an id of its own', () => {
    const { tests, events } = create({ result: { content: [] }, isError: false })
    expect([tests.save('o', 'first'), tests.save('o', 'second')]).toEqual(['t1', 't2'])
    const expected = { isError: false, result: { content: [] } }
    const [first, second] = [
      { id: 't1', name: 'first', request, expect: expected },
      { id: 't2', name: 'second', request, expect: expected },
    ]
    expect(tests.all).toEqual([first, second])
    expect(events).toEqual([
      { type: 'tests', tests: [first] },
      { type: 'tests', tests: [first, second] },
    ])
  })

  test.each<[string, Partial<Operation>, object]>([
    ['nothing', {}, {}],
    ['a text', { result: 'x' }, { result: 'x' }],
    ['a list', { result: [1] }, { result: [1] }],
    ['no value', { result: null }, { result: null }],
    ['metadata too', { result: { a: 1, _meta: { b: 2 } }, isError: true }, { result: { a: 1 }, isError: true }],
    ['structured content too', { result: { a: 1, structuredContent: { sum: 3 } } }, { result: { sum: 3 } }],
    ['structured content that is null', { result: { a: 1, structuredContent: null } }, { result: { a: 1 } }],
  ])('whose result is or has %s', (_what, saved, expected) => {
    const { tests } = create(saved)
    tests.save('o', 'x')
    expect(tests.all[0]?.expect).toStrictEqual(expected)
  })

  test.each(['running', 'asking', 'failed', 'denied', 'cancelled'] as const)('but not one that is %s', (state) => {
    const { tests, events } = create({ state })
    const problem = new UsageError('Only what has ended with a result can be saved as a test')
    expect(() => tests.save('o', 'x')).toThrow(problem)
    expect(() => tests.save('gone', 'x')).toThrow(problem)
    expect([tests.all, events]).toEqual([[], []])
  })

  test('up to 500 times', () => {
    const { tests } = create()
    for (let count = 0; count < 500; count += 1) tests.save('o', 'x')
    expect(() => tests.save('o', 'x')).toThrow(new UsageError('There are 500 tests already'))
    tests.delete('t1')
    expect(tests.save('o', 'x')).toBe('t501')
  })
})

test('a test is deleted once', () => {
  const { tests, events } = create()
  tests.save('o', 'x')
  tests.delete('t1')
  tests.delete('t1')
  expect([tests.all, events.slice(1)]).toEqual([[], [{ type: 'tests', tests: [] }]])
})

describe('a test is run', () => {
  test('as an operation with an id of its own, and passes with the same result', async () => {
    const { tests, events, started } = create({ result: { a: [1] } }, [{ result: { a: [1] } }, { result: { a: [1] } }])
    tests.save('o', 'x')
    await tests.run(['t1'])
    expect(started).toEqual([['test-1-1000', request]])
    const saved = { id: 't1', name: 'x', request, expect: { result: { a: [1] } } }
    const last = { at: 1_000, passed: true, operation: 'test-1-1000' }
    expect(tests.all).toStrictEqual([{ ...saved, last }])
    expect(events.at(-1)).toEqual({ type: 'tests', tests: [{ ...saved, last }] })
    vi.setSystemTime(1_500)
    await tests.run(['t1'])
    expect(tests.all[0]?.last).toEqual({ at: 1_500, passed: true, operation: 'test-2-1500' })
  })

  test('with all others, or with those that are named and there', async () => {
    const { tests, started, events } = create()
    for (let count = 0; count < 3; count += 1) tests.save('o', 'x')
    await tests.run(undefined)
    expect(started.map(([id]) => id)).toEqual(['test-1-1000', 'test-2-1000', 'test-3-1000'])
    await tests.run(['t3', 'gone', 't1'])
    expect([started.length, events.length]).toEqual([5, 3 + 5])
    expect(tests.all.map(({ last }) => last?.operation)).toEqual(['test-5-1000', 'test-2-1000', 'test-4-1000'])
  })

  test('and stays deleted where it is deleted meanwhile', async () => {
    const { tests, state, events } = create()
    tests.save('o', 'x')
    state.onStart = () => tests.delete('t1')
    await tests.run(undefined)
    expect([tests.all, events.length]).toEqual([[], 2])
  })

  test.each<[string, Partial<Operation>, Partial<Operation>, string]>([
    ['the error', {}, { state: 'failed', error: { code: 'x', message: 'It broke' } }, 'It broke'],
    ['that it was cancelled', {}, { state: 'cancelled' }, 'It was cancelled'],
    ['that the tool failed', { isError: false }, { isError: true }, 'The tool failed'],
    ['that the tool did not fail', { isError: true }, { isError: false }, 'The tool was expected to fail, and did not'],
    ['that nothing said it failed', { isError: true }, {}, 'The tool was expected to fail, and did not'],
    ['another result', { result: 1 }, { result: '1' }, 'The result differs from the saved one'],
    ['no result', { result: 1 }, {}, 'The result differs from the saved one'],
    ['a result at all', {}, { result: 1 }, 'The result differs from the saved one'],
  ])('and says why it did not pass: %s', async (_what, saved, now, message) => {
    const { tests } = create(saved, [now])
    tests.save('o', 'x')
    await tests.run(undefined)
    expect(tests.all[0]?.last).toEqual({ at: 1_000, passed: false, operation: 'test-1-1000', message })
  })

  test.each<[string, Partial<Operation>, Partial<Operation>]>([
    ['what it says of a failure that was not known', {}, { isError: true }],
    ['that it says nothing of a failure', { isError: false }, {}],
    ['other metadata', { result: { a: 1, _meta: { x: 1 } } }, { result: { a: 1 } }],
    ['other content beside the same structure', { result: structured('a') }, { result: structured('b') }],
  ])('and passes whatever is %s', async (_what, saved, now) => {
    const { tests } = create(saved, [now])
    tests.save('o', 'x')
    await tests.run(undefined)
    expect(tests.all[0]?.last).toEqual({ at: 1_000, passed: true, operation: 'test-1-1000' })
  })
})

function structured(text: string): Json {
  return { content: [{ type: 'text', text }], structuredContent: { sum: 3 } }
}
