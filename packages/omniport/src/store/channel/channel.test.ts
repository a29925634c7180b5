import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { blobsContract } from '../contracts/blobs.contract.js'
import { busContract } from '../contracts/bus.contract.js'
import { eventLogContract } from '../contracts/event-log.contract.js'
import { inboxContract } from '../contracts/inbox.contract.js'
import { recordsContract } from '../contracts/records.contract.js'
import { tasksContract } from '../contracts/tasks.contract.js'
import type { EventLogLimits } from '../event-log.js'
import { createMemoryBlobs } from '../memory/memory-blobs.js'
import { createMemoryBus } from '../memory/memory-bus.js'
import { createMemoryEventLog } from '../memory/memory-event-log.js'
import { createMemoryInbox } from '../memory/memory-inbox.js'
import { createMemorySessions } from '../memory/memory-records.js'
import { createMemoryTasks } from '../memory/memory-tasks.js'
import type { AllStores, Stores } from '../stores.js'
import { type ConnectedStores, connectStores } from './connect-stores.js'
import { serveStores } from './serve-stores.js'
import { eventWindow, type StoreChannel } from './store-channel.js'

const silent = { error: () => {}, warn: () => {} }
const clock = createManualRuntime()
const pass = async (ms: number) => {
  clock.advance(ms)
  for (let each = 0; each < 5; each += 1) await turn()
}

/** The stores that a connection goes to, for those that join it. */
const servedBy = new WeakMap<object, AllStores>()

function createStores(limits: EventLogLimits = defaultLimits): AllStores {
  return {
    blobs: createMemoryBlobs({ clock }),
    bus: createMemoryBus({ logger: silent }),
    eventLog: createMemoryEventLog({ clock, limits }),
    inbox: createMemoryInbox({ clock }),
    sessions: createMemorySessions({ clock }),
    tasks: createMemoryTasks({ clock }),
  }
}

function connect(stores: AllStores): ConnectedStores & { readonly leave: () => void } {
  const [near, far] = createChannel()
  const leave = serveStores(stores, far)
  const connected = connectStores(near, { logger: silent })
  for (const store of Object.values(connected)) servedBy.set(store, stores)
  return { ...connected, leave }
}

/** Both ends of a channel, which copies messages as JSON does. */
function createChannel(): readonly [StoreChannel, StoreChannel] {
  const listeners = [new Set<(message: JsonValue) => void>(), new Set<(message: JsonValue) => void>()] as const
  const endOf = (own: 0 | 1): StoreChannel => ({
    send(message) {
      const text = JSON.stringify(message)
      queueMicrotask(() => {
        for (const listener of listeners[own === 0 ? 1 : 0]) listener(JSON.parse(text))
      })
    },
    listen(listener) {
      listeners[own].add(listener)
      return () => listeners[own].delete(listener)
    },
  })
  return [endOf(0), endOf(1)]
}

function joined<K extends keyof Stores>(name: K) {
  return (store: AllStores[K]) => connect(servedBy.get(store) as AllStores)[name]
}

const created = <K extends keyof Stores>(name: K) => ({
  create: () => connect(createStores())[name],
  join: joined(name),
  pass,
})

describe('the contract, of two processes that are connected to a third', () => {
  const checks = [
    ...blobsContract(created('blobs')),
    ...busContract({ ...created('bus'), settle: () => pass(0) }),
    ...eventLogContract({
      ...created('eventLog'),
      create: (limits) => connect(createStores(limits)).eventLog,
    }),
    ...inboxContract(created('inbox')),
    ...recordsContract(created('sessions')),
    ...tasksContract(created('tasks')),
  ]
  test.each(checks.map(({ name, run }, at) => [`${at} ${name}`, run] as const))('%s', (_name, run) => run())
})

test('a reader gets more events than may be on their way, once each and in order', async () => {
  const stores = createStores()
  const { eventLog } = connect(stores)
  const numbers = Array.from({ length: 5 * eventWindow }, (_, at) => at)
  for (const number of numbers) await stores.eventLog.append('s', number)
  const controller = new AbortController()
  const seen: unknown[] = []
  for await (const { event } of eventLog.read('s', undefined, controller.signal)) {
    seen.push(event)
    if (seen.length === numbers.length) controller.abort()
  }
  expect(seen).toEqual(numbers)
})

test('a reader that takes nothing has no more than a window of events sent to it', async () => {
  const stores = createStores()
  const [near, far] = createChannel()
  let sent = 0
  const send = (message: JsonValue) => {
    sent += 1
    far.send(message)
  }
  serveStores(stores, { ...far, send })
  const { eventLog } = connectStores(near)
  await stores.eventLog.appendAll?.(
    's',
    Array.from({ length: 3 * eventWindow }, (_, at) => at),
  )
  const controller = new AbortController()
  const reading = eventLog.read('s', undefined, controller.signal)[Symbol.asyncIterator]()
  await reading.next()
  await pass(0)
  expect(sent).toBe(eventWindow)
  controller.abort()
  await reading.return?.()
})

test.each([
  ['after an id that is known', (first: string) => first, true],
  ['after one that is not', () => 'unknown', false],
])('a log that tells gaps only when it reads says if reading may go on %s', async (_name, idOf, expected) => {
  const stores = createStores()
  const first = await stores.eventLog.append('s', 1)
  expect(await connect(stores).eventLog.canResume?.('s', idOf(first))).toBe(expected)
})

test('errors keep what callers tell them apart by', async () => {
  const stores = createStores()
  const data = { retryAfterSeconds: 1, reason: 'store' }
  const failing = { ...stores.sessions, get: () => Promise.reject(new RpcError(-32603, 'Not now', data)) }
  const { sessions } = connect({ ...stores, sessions: failing })
  const error = await sessions.get('a').catch((reason: unknown) => reason)
  expect([RpcError.is(error), error]).toEqual([true, new RpcError(-32603, 'Not now', data)])
})

test('when a process is gone, the other one ends what it waited for, and keeps the stores', async () => {
  const stores = createStores()
  const { inbox, eventLog, bus, leave } = connect(stores)
  const received: unknown[] = []
  bus.subscribe('t', (message) => received.push(message))
  const waiting = inbox.take('i', new AbortController().signal).catch(({ name }: Error) => name)
  const reading = eventLog.read('s', undefined, new AbortController().signal)[Symbol.asyncIterator]().next()
  await pass(0)
  leave()
  await stores.bus.publish('t', 1)
  await stores.inbox.put('i', 'for another', 1_000)
  await pass(0)
  expect(received).toEqual([])
  expect(await connect(stores).inbox.take('i', new AbortController().signal)).toBe('for another')
  expect(await Promise.race([waiting, reading, pass(0).then(() => 'nothing')])).toBe('nothing')
})

test('closed stores reject what waits and what is asked', async () => {
  const { inbox, sessions, close } = connect(createStores())
  const waiting = inbox.take('i', new AbortController().signal)
  close()
  await expect(waiting).rejects.toMatchObject({ code: 'closed' })
  await expect(sessions.get('a')).rejects.toMatchObject({ code: 'closed' })
})
