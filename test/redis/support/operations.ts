import type { EventLog } from 'omniport/store'
import type { RedisStores } from '../../../packages/redis/src/entries/index.js'
import { until } from './redis-server.js'

/** Something that is done to the stores of a node, and seen by another one. Its outcome is the same each time. */
export interface Operation {
  readonly name: string
  readonly run: (stores: RedisStores, other: RedisStores) => Promise<unknown>
}

const ttlMs = 60_000
const never = () => new AbortController().signal

/** Calls of every method of every store: of the sessions those that tasks have too. */
export const operations: readonly Operation[] = [
  {
    name: 'sessions.create, get and delete',
    run: async ({ sessions }, other) => [
      await sessions.create('a', { name: 'first' }, ttlMs),
      await sessions.create('a', { name: 'second' }, ttlMs),
      (await sessions.get('a'))?.value,
      await sessions.delete('a'),
      await sessions.delete('a'),
      await sessions.create('a', 'third', ttlMs),
      (await other.sessions.get('a'))?.value,
    ],
  },
  {
    name: 'sessions.replace',
    async run({ sessions }, other) {
      await sessions.create('a', 1, ttlMs)
      const { version = 0 } = (await sessions.get('a')) ?? {}
      return [
        await sessions.replace('a', version, 2, ttlMs),
        await sessions.replace('a', version, 3, ttlMs),
        (await other.sessions.get('a'))?.value,
      ]
    },
  },
  {
    name: 'tasks.lease',
    async run({ tasks }, other) {
      await tasks.create('a', 1, ttlMs)
      const first = await tasks.lease('a', 'one', ttlMs)
      const extended = await tasks.lease('a', 'one', ttlMs)
      return [first?.node, extended?.fence === first?.fence, await other.tasks.lease('a', 'two', ttlMs)]
    },
  },
  {
    name: 'tasks.create, list, replace and delete',
    async run({ tasks }, other) {
      for (const id of ['a', 'b', 'c']) await tasks.create(id, { owner: 'me', id }, ttlMs)
      const { version = 0 } = (await tasks.get('b')) ?? {}
      const isReplaced = await tasks.replace('b', version, { owner: 'me', text: 'new' }, 4 * ttlMs)
      return [
        isReplaced,
        await tasks.delete('c'),
        await tasks.list('me', undefined, 10),
        await other.tasks.list('me', 'a', 10),
      ]
    },
  },
  {
    name: 'blobs.create, put, get and take',
    async run({ blobs }, other) {
      const bytes = Uint8Array.of(1, 2, 255)
      return [
        await blobs.create('a', bytes, ttlMs),
        await blobs.create('a', Uint8Array.of(3), ttlMs),
        await blobs.get('a'),
        await blobs.put('a', Uint8Array.of(4), ttlMs),
        await other.blobs.get('a'),
        await blobs.take('a'),
        await blobs.take('a'),
        await other.blobs.take('a'),
      ]
    },
  },
  {
    name: 'inbox.put and take',
    async run({ inbox }, other) {
      const waiting = inbox.take('a', never())
      return [
        await other.inbox.put('a', { value: 1 }, ttlMs),
        await waiting,
        await inbox.put('a', 2, ttlMs),
        await inbox.put('b', 3, ttlMs),
        await inbox.put('b', 4, ttlMs),
        await inbox.take('b', never()),
      ]
    },
  },
  {
    name: 'inbox.take that is given up',
    async run({ inbox }, other) {
      await inbox.put('a', 1, ttlMs)
      const controller = new AbortController()
      const given = inbox.take('a', controller.signal).catch(() => 'given up')
      controller.abort()
      return [await given, await other.inbox.take('a', never())]
    },
  },
  {
    name: 'eventLog.append, appendAll and read',
    async run({ eventLog }, other) {
      const here = readEvents(eventLog, 's')
      const there = readEvents(other.eventLog, 's')
      const ids = [await eventLog.append('s', 'first'), ...((await eventLog.appendAll?.('s', [{ n: 1 }, 'x'])) ?? [])]
      const together = await Promise.all([1, 2, 3].map((event) => eventLog.append('s', event)))
      await eventLog.append('s', 'end')
      return [new Set([...ids, ...together]).size, await here, await there, await readEvents(eventLog, 's', ids[1])]
    },
  },
  {
    name: 'eventLog.canResume and delete',
    async run({ eventLog }, other) {
      const id = await eventLog.append('s', 1)
      const reading = readEvents(other.eventLog, 's')
      const canResume = await eventLog.canResume?.('s', id)
      await eventLog.delete('s')
      return [canResume, await eventLog.canResume?.('s', id), (await reading).length <= 1]
    },
  },
  {
    name: 'bus.publish and subscribe',
    async run({ bus }, other) {
      const received: unknown[] = []
      const answered: unknown[] = []
      const stops = [
        other.bus.subscribe('topic', (message) => received.push(message)),
        bus.subscribe('topic', (message) => answered.push(message)),
      ]
      for (const message of [1, { two: 2 }, 'three']) await bus.publish('topic', message)
      await until(() => received.includes('three') && answered.includes('three'))
      for (const stop of stops) stop()
      return [received, answered]
    },
  },
]

/** The events of a stream up to `end`, or to the end of the stream. */
async function readEvents(log: EventLog, stream: string, after?: string): Promise<readonly unknown[]> {
  const events: unknown[] = []
  for await (const { event } of log.read(stream, after, never())) {
    if (event === 'end') break
    events.push(event)
  }
  return events
}
