import { describe, expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { createMemoryBlobs } from '../memory/memory-blobs.js'
import { createMemoryBus } from '../memory/memory-bus.js'
import { createMemoryEventLog } from '../memory/memory-event-log.js'
import { createMemoryInbox } from '../memory/memory-inbox.js'
import { createMemorySessions } from '../memory/memory-records.js'
import { createMemoryTasks } from '../memory/memory-tasks.js'
import type { AllStores } from '../stores.js'
import { serveStores } from './serve-stores.js'
import { eventWindow } from './store-channel.js'

/** Served stores, and the other side, which a test plays. */
function open(more: Partial<AllStores> = {}) {
  const clock = createManualRuntime()
  const stores: AllStores = {
    blobs: createMemoryBlobs({ clock }),
    bus: createMemoryBus({ logger: { error: () => {}, warn: () => {} } }),
    eventLog: createMemoryEventLog({ clock, limits: defaultLimits }),
    inbox: createMemoryInbox({ clock }),
    sessions: createMemorySessions({ clock }),
    tasks: createMemoryTasks({ clock }),
    ...more,
  }
  const answers: JsonValue[] = []
  const listeners = new Set<(message: JsonValue) => void>()
  const leave = serveStores(stores, {
    send: (message) => void answers.push(message),
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  const send = async (message: JsonValue) => {
    for (const listener of [...listeners]) listener(message)
    await settled(3)
    return answers.splice(0)
  }
  let lastId = 100
  /** The value of the answer to a call. */
  const call = async (...given: JsonValue[]) => {
    lastId += 1
    await send({ id: lastId, call: given }).then((sent) => answers.push(...sent))
    await expect.poll(() => answers.length, { interval: 5 }).toBe(1)
    const [answer] = answers.splice(0)
    return (answer as { readonly value?: JsonValue } | undefined)?.value
  }
  return { stores, answers, listeners, leave, send, call }
}

test.each(['sessions', 'tasks'])('the methods of %s are answered', async (name) => {
  const { call } = open()
  expect([
    await call(name, 'create', 'a', '{"owner":"ann"}', 1_000),
    await call(name, 'create', 'a', '{}', 1_000),
    await call(name, 'get', 'b'),
    await call(name, 'delete', 'b'),
  ]).toEqual([true, false, null, false])
  const { value, version } = (await call(name, 'get', 'a')) as { readonly value: JsonValue; readonly version: number }
  expect([value, await call(name, 'replace', 'a', version, '{"owner":"ann","b":1}', 1_000)]).toEqual([
    ...[{ owner: 'ann' }, true],
  ])
  expect(await call(name, 'get', 'a')).toMatchObject({ value: { b: 1 } })
  expect(await call(name, 'lease', 'a', 'n', 500)).toMatchObject({ node: 'n' })
  expect(await call(name, 'lease', 'a', 'm', 500)).toBeNull()
})

test('the tasks of an owner are listed from the first, or after one', async () => {
  const { call } = open()
  for (const id of ['a', 'b', 'c']) await call('tasks', 'create', id, '{"owner":"ann"}', 1_000)
  expect([await call('tasks', 'list', 'ann', null, 2), await call('tasks', 'list', 'ann', 'b', 2)]).toEqual([
    ['a', 'b'],
    ['c'],
  ])
})

test('the methods of the other stores are answered', async () => {
  const { call } = open()
  expect([
    await call('blobs', 'create', 'a', 'AQ==', 1_000),
    await call('blobs', 'get', 'a'),
    await call('blobs', 'put', 'a', 'Ag==', 1_000),
    await call('blobs', 'take', 'a'),
    await call('blobs', 'take', 'a'),
    await call('inbox', 'put', 'i', '"x"', 1_000),
    await call('inbox', 'take', 'i'),
    await call('bus', 'publish', 't', '1'),
  ]).toEqual([true, 'AQ==', null, 'Ag==', null, true, 'x', null])
  const first = await call('eventLog', 'append', 's', '"a"')
  expect(await call('eventLog', 'appendAll', 's', '[1,2]')).toHaveLength(2)
  expect(await call('eventLog', 'canResume', 's', first ?? null)).toBe(true)
  expect(await call('eventLog', 'delete', 's')).toBeNull()
  expect(await call('eventLog', 'canResume', 's', first ?? null)).toBe(false)
})

test('what is no method has no value', async () => {
  const { send } = open()
  expect(await send({ id: 1, call: ['sessions', 'constructor'] })).toEqual([{ id: 1, value: null }])
})

test('a failure is answered', async () => {
  const { stores, send } = open()
  const failing = { ...stores.sessions, get: () => Promise.reject(new TypeError('wrong')) }
  expect(await open({ sessions: failing }).send({ id: 1, call: ['sessions', 'get', 'a'] })).toEqual([
    { id: 1, error: { kind: 'type', message: 'wrong' } },
  ])
  expect(await send({ id: 2, call: ['sessions', 'create', 'a', 'no JSON', 5] })).toMatchObject([
    { id: 2, error: { kind: 'other' } },
  ])
})

describe('a log without all methods', () => {
  function openPlain() {
    const log = createMemoryEventLog({ clock: createManualRuntime(), limits: defaultLimits })
    return open({
      eventLog: {
        append: (...given) => log.append(...given),
        read: (...given) => log.read(...given),
        delete: (...given) => log.delete(...given),
      },
    })
  }

  test('appends one by one', async () => {
    const { call } = openPlain()
    const ids = (await call('eventLog', 'appendAll', 's', '["a","b"]')) as readonly string[]
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(await call('eventLog', 'canResume', 's', id)).toBe(true)
    expect(await call('eventLog', 'canResume', 's', 'x')).toBe(false)
  })

  test('is asked itself where it can say if reading may go on', async () => {
    const { stores } = open()
    const asked: unknown[] = []
    const canResume = async (...given: readonly unknown[]) => {
      asked.push(given)
      return false
    }
    const { call } = open({ eventLog: Object.assign(Object.create(stores.eventLog), { canResume }) })
    expect([await call('eventLog', 'canResume', 's', 'a'), asked]).toEqual([false, [['s', 'a']]])
  })
})

describe('a listener of the bus', () => {
  test('is told what is published until it ends', async () => {
    const { stores, send, answers } = open()
    expect(await send({ id: 1, call: ['bus', 'subscribe', 't'] })).toEqual([])
    await stores.bus.publish('t', 'one')
    await settled(1)
    expect(answers.splice(0)).toEqual([{ id: 1, event: 'one' }])
    expect(await send({ id: 1, end: true })).toEqual([])
    expect(await send({ id: 1, end: true })).toEqual([])
    await stores.bus.publish('t', 'two')
    await settled(1)
    expect(answers).toEqual([])
  })
})

describe('one who waits for a value', () => {
  test('is answered when it comes, or when nobody waits any more', async () => {
    const { stores, send } = open()
    expect(await send({ id: 1, call: ['inbox', 'take', 'a'] })).toEqual([])
    expect(await send({ id: 2, call: ['inbox', 'take', 'b'] })).toEqual([])
    expect(await send({ id: 2, end: true })).toMatchObject([{ id: 2, error: {} }])
    await stores.inbox.put('a', 'x', 1_000)
    expect(await send({ id: 9, end: true })).toEqual([{ id: 1, value: 'x' }])
  })
})

test('what is answered is over: its signal is left alone when the other side ends it, or has left', async () => {
  const { stores } = open()
  const signals: AbortSignal[] = []
  const { send, leave } = open({
    inbox: {
      ...stores.inbox,
      async take(_id, signal) {
        signals.push(signal)
        return 'x'
      },
    },
    eventLog: Object.assign(Object.create(stores.eventLog), {
      async *read(_stream: string, _after: string | undefined, signal: AbortSignal) {
        signals.push(signal)
        yield { id: '1', event: 'a' }
      },
    }),
  })
  expect(await send({ id: 1, call: ['inbox', 'take', 'a'] })).toEqual([{ id: 1, value: 'x' }])
  expect(await send({ id: 2, call: ['eventLog', 'read', 's', null] })).toEqual([
    { id: 2, event: { id: '1', event: 'a' } },
    { id: 2, value: null },
  ])
  await send({ id: 1, end: true })
  leave()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
})

describe('a reader', () => {
  const eventsIn = (answers: readonly JsonValue[]) =>
    answers.map((answer) => (answer as { event?: { event: JsonValue } }).event?.event)

  test('is sent a window of events, and as many more as were used up', async () => {
    const { stores, send, answers } = open()
    await stores.eventLog.appendAll?.(
      's',
      Array.from({ length: eventWindow + 10 }, (_, at) => at),
    )
    const all = eventsIn(await send({ id: 1, call: ['eventLog', 'read', 's', null] }))
    await settled(20)
    all.push(...eventsIn(answers.splice(0)))
    expect(all).toEqual(Array.from({ length: eventWindow }, (_, at) => at))
    expect(await send({ id: 7, taken: 5 })).toEqual([])
    expect(eventsIn(await send({ id: 1, taken: 3 }))).toEqual([eventWindow, eventWindow + 1, eventWindow + 2])
    expect(await send({ id: 1, taken: 100 })).toHaveLength(7)
  })

  test('begins after an event', async () => {
    const { stores, send } = open()
    const [id = ''] = (await stores.eventLog.appendAll?.('s', ['a', 'b'])) ?? []
    const answers = await send({ id: 1, call: ['eventLog', 'read', 's', id] })
    expect([eventsIn(answers), answers[0]]).toEqual([['b'], { id: 1, event: { id: expect.any(String), event: 'b' } }])
  })

  test('is answered when its stream was deleted, or cannot be read', async () => {
    const { stores, send, answers } = open()
    await stores.eventLog.append('s', 'a')
    await send({ id: 1, call: ['eventLog', 'read', 's', null] })
    await stores.eventLog.delete('s')
    await settled(3)
    expect(answers.splice(0)).toEqual([{ id: 1, value: null }])
    expect(await send({ id: 2, call: ['eventLog', 'read', 's', 'x'] })).toEqual([
      { id: 2, error: { kind: 'local', code: 'limit', message: 'event log: the requested events are gone' } },
    ])
  })

  test('that has used up nothing ends all the same', async () => {
    const { stores, send } = open()
    await stores.eventLog.appendAll?.(
      's',
      Array.from({ length: eventWindow + 10 }, (_, at) => at),
    )
    await send({ id: 1, call: ['eventLog', 'read', 's', null] })
    await settled(20)
    expect((await send({ id: 1, end: true })).at(-1)).toEqual({ id: 1, value: null })
  })
})

test('when the channel has ended nothing is heard or sent, and what was open has ended', async () => {
  const { stores, send, leave, listeners, answers } = open()
  await send({ id: 1, call: ['bus', 'subscribe', 't'] })
  await send({ id: 2, call: ['inbox', 'take', 'i'] })
  await send({ id: 3, call: ['eventLog', 'read', 's', null] })
  leave()
  await stores.bus.publish('t', 1)
  await stores.inbox.put('i', 'for another', 1_000)
  await settled()
  expect([listeners.size, answers]).toEqual([0, []])
  expect(await stores.inbox.take('i', new AbortController().signal)).toBe('for another')
})
