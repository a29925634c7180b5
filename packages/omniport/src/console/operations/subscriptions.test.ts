import { describe, expect, test } from 'vitest'
import type { Host } from '../../entries/host.js'
import { UsageError } from '../actions/usage-error.js'
import type { ConsoleEvent, MessageRecord, Operation, OperationRequest } from '../contract.js'
import { isSentBy, titleOf } from './describe-request.js'
import type { Operations } from './operations.js'
import { SavedTests } from './saved-tests.js'
import { Subscriptions } from './subscriptions.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A server whose changes a test announces. */
function create() {
  const events: ConsoleEvent[] = []
  const pushed: ((change: object | undefined) => void)[] = []
  const signals: AbortSignal[] = []
  const host = {
    client: async (server: string) => {
      if (server === 'none') throw new Error('There is no such server')
      return {
        listen: async (filter: object, { signal }: { readonly signal: AbortSignal }) => {
          signals.push(signal)
          const waiting: (object | undefined)[] = []
          let wake = () => {}
          pushed.push((change) => {
            waiting.push(change)
            wake()
          })
          async function* changes() {
            for (;;) {
              while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve))
              const change = waiting.shift()
              if (change === undefined) return
              yield change
            }
          }
          return Object.assign(changes(), { filter })
        },
      }
    },
  } as unknown as Host
  const subscriptions = new Subscriptions({ host: () => host, publish: (event) => events.push(event) })
  const push = async (change: object | undefined, at = 0) => {
    pushed[at]?.(change)
    await turn()
  }
  return { subscriptions, events, push, signals }
}

describe('a subscription', () => {
  test('is opened, and says what the server acknowledged', async () => {
    const { subscriptions, events } = create()
    subscriptions.open('a', 's', { tools: true })
    const first = { id: 'a', server: 's', filter: { tools: true }, state: 'opening', count: 0, changes: [] }
    expect([subscriptions.all, events]).toEqual([[first], [{ type: 'subscription', subscription: first }]])
    await turn()
    expect(subscriptions.all).toEqual([{ ...first, state: 'live', acknowledged: { tools: true } }])
  })

  test('counts changes, and keeps the last ones', async () => {
    const { subscriptions, push } = create()
    subscriptions.open('a', 's', { tools: true })
    await turn()
    await push({ type: 'resource', uri: 'a:b' })
    await push({ type: 'tools' })
    expect(subscriptions.all[0]).toMatchObject({ count: 2, state: 'live' })
    expect(subscriptions.all[0]?.changes).toEqual([
      { at: expect.any(Number), type: 'resource', uri: 'a:b' },
      { at: expect.any(Number), type: 'tools' },
    ])
    for (let count = 0; count < 1_000; count += 1) void push({ type: 'prompts' })
    await turn()
    await turn()
    const [{ count = 0, changes = [] } = {}] = subscriptions.all
    expect(count).toBe(1_002)
    expect(changes.length).toBeLessThan(1_002)
    expect(new Set(changes.map(({ type }) => type))).toEqual(new Set(['prompts']))
  })

  test('that the server ends has failed', async () => {
    const { subscriptions, push } = create()
    subscriptions.open('a', 's', {})
    await turn()
    await push(undefined)
    expect(subscriptions.all[0]).toMatchObject({ state: 'failed', error: { code: 'closed', message: 'It has ended' } })
  })

  test('that cannot be opened says why', async () => {
    const { subscriptions } = create()
    subscriptions.open('a', 'none', {})
    await turn()
    expect(subscriptions.all[0]).toMatchObject({ state: 'failed', error: { message: 'There is no such server' } })
  })

  test('is closed once, and nothing more is told of it', async () => {
    const { subscriptions, events, signals, push } = create()
    subscriptions.open('a', 's', {})
    await turn()
    subscriptions.close('a')
    subscriptions.close('a')
    await push(undefined)
    expect([subscriptions.all, signals[0]?.aborted]).toEqual([[], true])
    expect(events.map(({ type }) => type)).toEqual(['subscription', 'subscription', 'subscription-ended'])
  })

  test('is closed with its server, or with all', async () => {
    const { subscriptions } = create()
    for (const [id, server] of [
      ['a', 's'],
      ['b', 't'],
      ['c', 's'],
    ] as const)
      subscriptions.open(id, server, {})
    subscriptions.closeAll('s')
    expect(subscriptions.all.map(({ id }) => id)).toEqual(['b'])
    subscriptions.closeAll()
    expect(subscriptions.all).toEqual([])
  })

  test('needs an id of its own', () => {
    const { subscriptions } = create()
    subscriptions.open('a', 's', {})
    expect(() => subscriptions.open('a', 't', {})).toThrow(
      new UsageError('There is a subscription with the id a already'),
    )
  })
})

const requests: Readonly<Record<string, OperationRequest>> = {
  call: { kind: 'call', server: 's', tool: 't', args: {} },
  app: { kind: 'load-app', server: 's', tool: 't' },
  wire: { kind: 'wire', server: 's', tool: 't', args: {} },
  read: { kind: 'read', server: 's', uri: 'u' },
  skill: { kind: 'load-skill', server: 's', uri: 'u' },
  file: { kind: 'read-skill-file', server: 's', uri: 'u', path: 'p' },
  get: { kind: 'get', server: 's', prompt: 'n', args: {} },
  raw: { kind: 'raw', server: 's', method: 'm' },
  ping: { kind: 'ping', server: 's' },
}

test('what an operation does has a title', () => {
  expect(Object.values(requests).map(titleOf)).toEqual(['t', 't', 't', 'u', 'u', 'p', 'n', 'm', 'ping'])
})

describe('a message belongs to the operation that', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['calls the tool', 'tools/call', 't', ['call']],
    ['calls no other tool', 'tools/call', 'x', []],
    ['reads the resource', 'resources/read', 'u', ['app', 'read', 'skill', 'file']],
    ['reads a file', 'resources/read', 'x', ['app', 'skill', 'file']],
    ['gets the prompt', 'prompts/get', 'n', ['get']],
    ['gets no other prompt', 'prompts/get', 'x', []],
    ['gets the skill', 'skills/get', 'u', ['skill', 'file']],
    ['pings', 'ping', '', ['ping']],
    ['pings a modern server', 'server/discover', '', ['ping']],
    ['sends the method', 'm', '', ['raw']],
    ['asks for its task', 'tasks/get', 'task', ['call', 'app', 'wire', 'read', 'skill', 'file', 'get', 'raw', 'ping']],
    ['asks for no other task', 'tasks/get', 'x', []],
  ])('%s', (_what, method, name, expected) => {
    const sent = { method, name } as MessageRecord
    const found = Object.entries(requests).filter(([, request]) => isSentBy(request, 'task', sent))
    expect(found.map(([kind]) => kind)).toEqual(expected)
  })

  test('has no task, and is not that of a message without a method', () => {
    const request = requests['call'] as OperationRequest
    expect(isSentBy(request, undefined, { method: 'tasks/get' } as MessageRecord)).toBe(false)
    expect(isSentBy(request, undefined, {} as MessageRecord)).toBe(false)
  })
})

describe('saved tests', () => {
  function createTests(ended: Partial<Operation>, later: Partial<Operation> = ended) {
    const events: ConsoleEvent[] = []
    const started: unknown[][] = []
    const request = requests['call'] as OperationRequest
    const operation = { id: 'o', request, state: 'done', ...ended } as Operation
    const operations = {
      get: (id: string) => (id === 'o' ? operation : undefined),
      start: async (...given: unknown[]) => {
        started.push(given)
        return { ...operation, ...later, id: 'again' }
      },
    } as unknown as Operations
    return { tests: new SavedTests({ operations, publish: (event) => events.push(event) }), events, started, request }
  }

  test('have the request and what came of it', () => {
    const { tests, events, request } = createTests({
      isError: false,
      result: { structuredContent: { a: 1 }, content: [] },
    })
    expect(tests.save('o', 'Adds')).toBe('t1')
    expect(tests.all).toEqual([{ id: 't1', name: 'Adds', request, expect: { isError: false, result: { a: 1 } } }])
    expect(events).toEqual([{ type: 'tests', tests: tests.all }])
    tests.delete('t1')
    tests.delete('t1')
    expect([tests.all, events.length]).toEqual([[], 2])
  })

  test.each<[Partial<Operation>, object]>([
    [{ result: { content: [], _meta: { x: 1 } } }, { result: { content: [] } }],
    [{ result: [1] }, { result: [1] }],
    [{}, {}],
  ])('of %j expect %j', (ended, expected) => {
    const { tests } = createTests(ended)
    tests.save('o', 'x')
    expect(tests.all[0]?.expect).toEqual(expected)
  })

  test('are of what has ended', () => {
    const message = 'Only what has ended with a result can be saved as a test'
    expect(() => createTests({ state: 'failed' } as Partial<Operation>).tests.save('o', 'x')).toThrow(
      new UsageError(message),
    )
    expect(() => createTests({}).tests.save('none', 'x')).toThrow(new UsageError(message))
  })

  test.each<[string, Partial<Operation>, Partial<Operation>, string | undefined]>([
    ['the same', { result: { a: 1 } }, {}, undefined],
    ['another _meta', { result: { a: 1, _meta: 1 } }, { result: { a: 1, _meta: 2 } }, undefined],
    ['another result', { result: { a: 1 } }, { result: { a: 2 } }, 'The result differs from the saved one'],
    ['a failure of the tool', { isError: false }, { isError: true }, 'The tool failed'],
    ['no failure', { isError: true }, { isError: false }, 'The tool was expected to fail, and did not'],
    [
      'no failure that is known',
      { isError: true },
      { isError: undefined } as never,
      'The tool was expected to fail, and did not',
    ],
    ['an error', {}, { state: 'failed', error: { code: 'x', message: 'No' } } as never, 'No'],
    ['its end', {}, { state: 'cancelled' } as never, 'It was cancelled'],
  ])('are run: %s', async (_what, ended, later, message) => {
    const { tests, started, request } = createTests(ended, later)
    tests.save('o', 'x')
    await tests.run(undefined)
    expect(started).toEqual([[expect.stringMatching(/^test-1-\d+$/), request]])
    expect(tests.all[0]?.last).toEqual({
      ...{ at: expect.any(Number), passed: message === undefined, operation: 'again' },
      ...(message !== undefined && { message }),
    })
  })

  test('are run one after the other, those that are named and there', async () => {
    const { tests, started } = createTests({})
    for (const name of ['a', 'b', 'c']) tests.save('o', name)
    await tests.run(['t3', 'none', 't1'])
    expect([started.length, tests.all.map(({ last }) => last?.passed)]).toEqual([2, [true, undefined, true]])
  })
})
