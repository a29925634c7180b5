import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CalledTask } from '../../entries/client.js'
import type { Host, HostApp } from '../../entries/host.js'
import { OmniportError } from '../../entries/jsonrpc.js'
import { UsageError } from '../actions/usage-error.js'
import type { ConsoleEvent, Json, MessageRecord, Operation, OperationRequest } from '../contract.js'
import { SpanTracker } from '../recording/span-tracker.js'
import { Operations } from './operations.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_000 }))
afterEach(() => void vi.useRealTimers())

interface Asked {
  readonly method: string
  readonly options: {
    readonly signal: AbortSignal
    readonly timeoutMs: number
    readonly onProgress: (progress: object) => void
    readonly onTask: (task: CalledTask<unknown>) => void
  }
  readonly answer: (result: unknown) => void
  readonly fail: (reason: unknown) => void
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Operations whose requests a test answers. */
function create() {
  const events: ConsoleEvent[] = []
  const publish = (event: ConsoleEvent) => void events.push(event)
  const asked: Asked[] = []
  const state = { connects: true, onAsk: () => {} }
  const ask = (method: string, options: Asked['options']) => {
    state.onAsk()
    return new Promise((answer, fail) => void asked.push({ method, options, answer, fail }))
  }
  const host = {
    client: async () => {
      if (!state.connects) return new Promise(() => {})
      return { request: (method: string, _params: object, options: Asked['options']) => ask(method, options) }
    },
    tools: async () => [{ tool: 'add', name: 's__add' }],
    callTool: (name: string, _args: object, options: Asked['options']) => ask(name, options),
  } as unknown as Host
  const spans = new SpanTracker({ publish, parentOf: () => undefined })
  const operations = new Operations({
    ...{ host: () => host, publish, spans, timeoutMs: () => 5_000 },
    catalogueOf: () => undefined,
    settingsOf: () => ({}),
  })
  const published = () => events.flatMap((event) => (event.type === 'operation' ? [event.operation] : []))
  const next = async () => {
    await turn()
    const last = asked.at(-1)
    if (last === undefined) throw new Error('Nothing was asked')
    return last
  }
  return { operations, events, spans, published, next, state, asked }
}

const raw = (method: string, server = 's'): OperationRequest => ({ kind: 'raw', server, method })
const call: OperationRequest = { kind: 'call', server: 's', tool: 'add', args: {}, asTask: true }

/** Runs one to its end. */
async function run({ operations, next }: ReturnType<typeof create>, id: string, result: unknown): Promise<Operation> {
  const ended = operations.start(id, raw('a'))
  ;(await next()).answer(result)
  return ended
}

describe('an operation', () => {
  test('runs, and ends with its result', async () => {
    const created = create()
    const { operations, spans, published, events, next } = created
    const ended = operations.start('o', raw('a/b'))
    const started = { id: 'o', request: raw('a/b'), state: 'running', startedAt: 1_000, span: 's1' }
    expect([operations.all, published()]).toEqual([[started], [started]])
    expect(spans.all).toEqual([
      { id: 's1', server: 's', kind: 'call', from: 'client', title: 'a/b', start: 1_000, operation: 'o' },
    ])
    const { answer, options } = await next()
    vi.setSystemTime(1_300)
    answer({ x: 'é' })
    const done = {
      ...{ ...started, state: 'done', result: { x: 'é' }, resultBytes: 10, resultTokens: 3, isError: false },
      ...{ endedAt: 1_300, ms: 300 },
    }
    expect([await ended, operations.get('o'), operations.all]).toEqual([done, done, [done]])
    expect([options.timeoutMs, published()]).toEqual([5_000, [started, done]])
    expect(events.at(-1)).toEqual({ type: 'spans', spans: spans.all })
    expect(spans.get('s1')).toMatchObject({ end: 1_300, outcome: 'ok' })
  })

  test.each<[unknown, object, string]>([
    [undefined, { state: 'done', result: null, isError: false }, 'ok'],
    [{ isError: true }, { state: 'done', isError: true }, 'tool-error'],
    [{ isError: 'yes' }, { state: 'done', isError: false }, 'ok'],
  ])('with %j ends', async (result, end, outcome) => {
    const created = create()
    expect(await run(created, 'o', result)).toMatchObject(end)
    expect(created.spans.get('s1')?.outcome).toBe(outcome)
  })

  test.each<[string, unknown, object, string]>([
    ['fails', new Error('x'), { state: 'failed', error: { code: 'internal', message: 'x' } }, 'error'],
    ['is denied', new OmniportError('denied', 'x'), { state: 'denied', error: { code: 'denied' } }, 'denied'],
  ])('%s with the error of its request', async (_how, reason, end, outcome) => {
    const { operations, next, spans } = create()
    const ended = operations.start('o', raw('a'))
    ;(await next()).fail(reason)
    expect(await ended).toMatchObject({ ...end, endedAt: 1_000, ms: 0 })
    expect(spans.get('s1')?.outcome).toBe(outcome)
  })

  test('needs an id of its own', async () => {
    const created = create()
    await run(created, 'o', {})
    expect(() => created.operations.start('o', raw('b'))).toThrow(
      new UsageError('There is an operation with the id o already'),
    )
  })

  test('is one of 100 that run at once', async () => {
    const { operations, state } = create()
    state.connects = false
    for (let id = 0; id < 100; id += 1) void operations.start(`o${id}`, raw('a'))
    expect(() => operations.start('one more', raw('a'))).toThrow(new UsageError('100 operations are running already'))
    operations.cancelAll()
    await turn()
    expect(operations.all.filter(({ state }) => state === 'cancelled')).toHaveLength(100)
    expect(operations.all[0]?.error).toEqual({ code: 'internal', message: 'The console is closed' })
  })

  test('waits for its server, and can be cancelled meanwhile', async () => {
    const { operations, state, spans } = create()
    state.connects = false
    const ended = operations.start('o', raw('a'))
    await operations.cancel('o')
    expect(await ended).toMatchObject({ state: 'cancelled', error: { code: 'cancelled', message: 'You cancelled it' } })
    expect(spans.get('s1')?.outcome).toBe('cancelled')
    await expect(operations.cancel('o')).rejects.toThrow(new UsageError('This has ended already'))
  })

  test('tells of progress ten times a second at most', async () => {
    const { operations, next, published } = create()
    const ended = operations.start('o', raw('a'))
    const { options, answer } = await next()
    options.onProgress({ progress: 1 })
    vi.setSystemTime(1_099)
    options.onProgress({ progress: 2 })
    vi.setSystemTime(1_100)
    options.onProgress({ progress: 3, total: 4, message: 'half' })
    answer({})
    await ended
    expect(published().map(({ progress }) => progress)).toStrictEqual([
      undefined,
      { progress: 1 },
      { progress: 3, total: 4, message: 'half' },
      { progress: 3, total: 4, message: 'half' },
    ])
  })
})

describe('a task', () => {
  const taskOf = (cancel: () => Promise<void>) => {
    const task = { id: 't', status: 'working', cancel }
    return { task, called: task as unknown as CalledTask<unknown> }
  }

  test('is told as the server runs it, and as it ended', async () => {
    const { operations, next } = create()
    const ended = operations.start('o', call)
    const { method, options, answer } = await next()
    const { task, called } = taskOf(async () => {})
    options.onTask(called)
    expect(operations.get('o')?.task).toEqual({ id: 't', status: 'working' })
    task.status = 'completed'
    answer({})
    expect([method, (await ended).task]).toEqual(['s__add', { id: 't', status: 'completed' }])
  })

  test.each([
    ['its server knows', async () => {}],
    ['its server does not', () => Promise.reject(new Error('It has ended'))],
  ])('is cancelled at its server too: %s', async (_how, answer) => {
    const { operations, next } = create()
    const ended = operations.start('o', call)
    const { options, fail } = await next()
    options.signal.addEventListener('abort', () => fail(options.signal.reason))
    let cancelled = 0
    options.onTask(
      taskOf(() => {
        cancelled += 1
        return answer()
      }).called,
    )
    await operations.cancel('o')
    expect([(await ended).state, cancelled]).toEqual(['cancelled', 1])
  })

  test('its messages belong to the operation', async () => {
    const { operations, next } = create()
    const ended = operations.start('o', call)
    const { options, answer } = await next()
    const poll = { server: 's', from: 'client', method: 'tasks/get', name: 't' } as MessageRecord
    expect(operations.parentOf(poll)).toBeUndefined()
    options.onTask(taskOf(async () => {}).called)
    expect(operations.parentOf(poll)).toEqual({ id: 's1', operation: 'o' })
    answer({})
    await ended
    expect(operations.parentOf(poll)).toBeUndefined()
  })
})

test('a call of an app names what loaded the app, and is made by it', async () => {
  const { operations, asked } = create()
  operations.apps.set('loaded', { callTool: async () => ({ of: 'the app' }) } as unknown as HostApp)
  const ended = await operations.start('o', call, 'loaded')
  expect([ended.fromApp, ended.result, asked]).toEqual(['loaded', { of: 'the app' }, []])
})

describe('the time of an operation', () => {
  test('is without that in which the person was asked', async () => {
    const { operations, next, published } = create()
    const ended = operations.start('o', raw('a'))
    const { answer } = await next()
    operations.asking('o')
    operations.asking('o')
    operations.asked('o', 30)
    vi.setSystemTime(1_100)
    operations.asked('o', 20)
    answer({})
    expect(await ended).toMatchObject({ endedAt: 1_100, ms: 50 })
    expect(published().map(({ state }) => state)).toEqual(['running', 'asking', 'asking', 'running', 'done'])
  })

  test('is never less than nothing', async () => {
    const { operations, next } = create()
    const ended = operations.start('o', raw('a'))
    const { answer } = await next()
    operations.asking('o')
    operations.asked('o', 20)
    answer({})
    expect((await ended).ms).toBe(0)
  })

  test('is not changed by requests of other work', async () => {
    const created = create()
    await run(created, 'o', {})
    const before = created.events.length
    for (const id of ['o', 'gone', undefined]) {
      created.operations.asking(id)
      created.operations.asked(id, 5)
    }
    expect([created.events.length, created.operations.get('o')?.state]).toEqual([before, 'done'])
  })
})

describe('what has ended', () => {
  const dropped = (events: readonly ConsoleEvent[]) =>
    events.flatMap((event) => (event.type === 'operations-dropped' ? [event.ids] : []))

  test('is forgotten by its id, or all of it', async () => {
    const created = create()
    const { operations, events, next } = created
    for (const id of ['a', 'b', 'c']) await run(created, id, {})
    const running = operations.start('d', raw('a'))
    const { answer } = await next()
    operations.forget(['b', 'd', 'gone'])
    operations.forget(['b'])
    expect([operations.all.map(({ id }) => id), dropped(events)]).toEqual([['a', 'c', 'd'], [['b']]])
    operations.forget(undefined)
    expect([operations.all.map(({ id }) => id), dropped(events)]).toEqual([['d'], [['b'], ['a', 'c']]])
    answer({})
    await running
  })

  test('is dropped beyond 32 MiB of results, the oldest first', async () => {
    const created = create()
    const large: Json = 'x'.repeat(11_000_000)
    for (const id of ['a', 'b', 'c']) await run(created, id, large)
    expect(dropped(created.events)).toEqual([])
    await run(created, 'd', large)
    expect([created.operations.all.map(({ id }) => id), dropped(created.events)]).toEqual([['b', 'c', 'd'], [['a']]])
  })

  test('has no large result but when it is asked for', async () => {
    const created = create()
    await run(created, 'a', 'x'.repeat(65_534))
    await run(created, 'b', 'x'.repeat(65_535))
    const [a, b] = created.operations.all
    expect([a?.result, a?.isResultLeftOut]).toEqual(['x'.repeat(65_534), undefined])
    expect([b, b?.isResultLeftOut]).toEqual([expect.not.objectContaining({ result: expect.anything() }), true])
    expect(created.published().at(-1)).toEqual(b)
    expect(created.operations.get('b')?.result).toBe('x'.repeat(65_535))
  })
})

describe('a message of a server belongs', () => {
  const asks = { server: 's', from: 'server', method: 'roots/list' } as MessageRecord
  const sends = (method: string) => ({ server: 's', from: 'client', method }) as MessageRecord

  test('to the only operation that runs, or else to one of several', () => {
    const { operations, state } = create()
    state.connects = false
    expect([operations.workOf('s'), operations.parentOf(asks)]).toEqual([{}, undefined])
    void operations.start('a', raw('x'))
    expect([operations.workOf('s'), operations.workOf('t')]).toEqual([{ operation: 'a', span: 's1' }, {}])
    expect([operations.parentOf(asks), operations.parentOf({ ...asks, server: 't' })]).toEqual([
      { id: 's1', operation: 'a' },
      undefined,
    ])
    void operations.start('b', raw('y'))
    expect([operations.workOf('s'), operations.parentOf(asks)]).toEqual([{ operations: ['a', 'b'] }, undefined])
    operations.cancelAll()
  })

  test('to its sender where the client sends it', () => {
    const { operations, state } = create()
    state.connects = false
    void operations.start('a', raw('x'))
    expect(operations.parentOf(sends('z'))).toBeUndefined()
    void operations.start('b', raw('y'))
    expect(['y', 'x', 'z'].map((method) => operations.parentOf(sends(method)))).toEqual([
      { id: 's2', operation: 'b' },
      { id: 's1', operation: 'a' },
      undefined,
    ])
    operations.cancelAll()
  })

  test('to the operation in whose work it comes, of two that do the same', async () => {
    const { operations, asked, state } = create()
    const seen: unknown[] = []
    state.onAsk = () => {
      seen.push([operations.workOf('s'), operations.parentOf(sends('x')), operations.parentOf(asks)])
    }
    const both = [operations.start('a', raw('x')), operations.start('b', raw('x'))]
    await turn()
    for (const { answer } of asked) answer({})
    await Promise.all(both)
    const [first, second] = [
      { id: 's1', operation: 'a' },
      { id: 's2', operation: 'b' },
    ]
    expect(seen).toEqual([
      [{ operation: 'a', span: 's1' }, first, first],
      [{ operation: 'b', span: 's2' }, second, second],
    ])
  })

  test('to its sender, whatever work it comes in', async () => {
    const { operations, next, state } = create()
    const seen: unknown[] = []
    state.onAsk = () => seen.push(operations.parentOf(sends('y')))
    state.connects = false
    void operations.start('b', raw('y'))
    state.connects = true
    const ended = operations.start('a', raw('x'))
    ;(await next()).answer({})
    await ended
    expect(seen).toEqual([{ id: 's1', operation: 'b' }])
    operations.cancelAll()
  })
})
