import type { JsonValue } from '../../values/json/json-value.js'
import type { EventLog, EventLogLimits } from '../event-log.js'
import {
  bindChecks,
  type ContractCheck,
  type ContractOptions,
  type ContractSetup,
  type NamedCheck,
} from './bind-checks.js'
import { expectLimit, read } from './event-log-reader.js'
import { eventLossContract } from './event-loss.contract.js'
import { expectEqual } from './expect-equal.js'
import { expectTypeError } from './expect-rejection.js'

/** Options of `eventLogContract`. */
export interface EventLogContractOptions extends Pick<ContractOptions<EventLog>, 'join' | 'pass'> {
  /** Creates a log with these limits for one check. */
  readonly create: (limits: EventLogLimits) => EventLog | Promise<EventLog>
  /**
   * Runs `write`, and then takes back from the store all that it wrote, as a failover to a copy does that is behind. Nodes are not
   * told. Default: the store cannot lose what it has acknowledged.
   */
  readonly lose?: ((write: () => Promise<void>) => Promise<void>) | undefined
}

/** Checks an `EventLog`, with any test runner: `for (const c of eventLogContract(o)) test(c.name, c.run)`. */
export function eventLogContract(options: EventLogContractOptions): readonly ContractCheck[] {
  const { create, join, pass, lose } = options
  const bound = bindChecks(checks, { create: () => create(limits), join, pass })
  return lose === undefined ? bound : [...bound, ...eventLossContract({ create, join, pass, lose })]
}

type Setup = ContractSetup<EventLog>

const limits = { eventLogEvents: 100, eventLogBytes: 10_000, eventLogMs: 400 }

const checks: readonly NamedCheck<EventLog>[] = [
  ['every reader gets the events of a stream once, in order, on every node', everyReader],
  ['a reader without a starting point begins with the first event there is', fromFirstEvent],
  ['a reader gets the events after its starting point', fromEachEvent],
  ['a reader that begins before the stream gets all of it', readerBeforeStream],
  ['readers wait for what is appended, and each gets it', liveTail],
  ['a stream is apart from all others, whatever its name', distinctStreams],
  ['concurrent appends give one order, the same for all, with those of a node as it called', sameOrder],
  ['an append settles with the id that readers see', sameIds],
  ['reading ends without an error when the signal aborts, also with events to come', abortEndsRead],
  ['a reader whose signal has aborted gets nothing', abortedBeforeRead],
  ['events beyond the maximum are dropped, oldest first, and reading after them is a limit', dropsByCount],
  ['events beyond the bytes are dropped, oldest first, and reading after them is a limit', dropsByBytes],
  ['the newest event stays whatever its size', newestAlwaysStays],
  ['a slow reader gets the next events, or a limit, but no gap', fellBehind],
  ['a stream without an append in its time is forgotten, and its ids are a limit', expires],
  ['an append renews the time of the whole stream', appendRenewsTtl],
  ['a reader that had all events goes on when they are forgotten', readerOutlivesEvents],
  ['ids of other streams, and unknown ids, are a limit', unknownIds],
  ['deleting a stream ends its readers, and it may start again', deleteEndsReaders],
  ['an event is read as JSON makes it, detached from the original', copiesEvent],
  ['an event that JSON cannot carry is a TypeError, and nothing is appended', rejectsNonJson],
]

async function everyReader({ store, other }: Setup): Promise<void> {
  const readers = [read(store), read(other)]
  await appendAll(store, [1, 'two', { three: [3] }, null])
  const got = await Promise.all(readers.map((reader) => reader.take(4)))
  expectEqual(got, [
    [1, 'two', { three: [3] }, null],
    [1, 'two', { three: [3] }, null],
  ])
  for (const reader of readers) reader.stop()
}

async function fromFirstEvent({ store, other }: Setup): Promise<void> {
  await appendAll(store, [1, 2, 3])
  const reader = read(other)
  expectEqual(await reader.take(3), [1, 2, 3])
  reader.stop()
}

async function fromEachEvent({ store, other }: Setup): Promise<void> {
  const ids = await appendAll(store, [0, 1, 2])
  for (const [index, id] of ids.entries()) {
    const reader = read(other, id)
    await store.append('s', index + 3)
    const expected = [0, 1, 2, 3, 4, 5].slice(index + 1, index + 4)
    expectEqual(await reader.take(expected.length), expected)
    reader.stop()
  }
}

async function readerBeforeStream({ store, other, pass }: Setup): Promise<void> {
  const reader = read(other)
  const first = reader.take(2)
  await pass(2 * limits.eventLogMs)
  await appendAll(store, [1, 2])
  expectEqual(await first, [1, 2])
  reader.stop()
}

async function liveTail({ store, other }: Setup): Promise<void> {
  const readers = [read(store), read(other), read(store)]
  for (const event of [1, 2, 3]) {
    const waiting = readers.map((reader) => reader.take(1))
    await (event % 2 ? store : other).append('s', event)
    expectEqual(await Promise.all(waiting), [[event], [event], [event]])
  }
  for (const reader of readers) reader.stop()
}

async function distinctStreams({ store, other }: Setup): Promise<void> {
  const names = ['a', 'a:b', 'a*', '__proto__', 'constructor', '']
  for (const name of names) await store.append(name, name)
  for (const name of names) {
    const reader = read(other, undefined, name)
    expectEqual(await reader.take(1), [name])
    reader.stop()
  }
}

async function sameOrder({ store, other }: Setup): Promise<void> {
  const events = Array.from({ length: 50 }, (_, index) => index)
  await Promise.all(events.map((event) => (event % 2 ? store : other).append('s', event)))
  const [one, two] = [read(store), read(other)]
  const [first, second] = [await one.take(50), await two.take(50)]
  expectEqual(first, second)
  const ofOneNode = (all: readonly unknown[]) => (all as number[]).filter((event) => event % 2)
  expectEqual([first.length, new Set(first).size, ofOneNode(first)], [50, 50, ofOneNode(events)])
  one.stop()
  two.stop()
}

async function sameIds({ store, other }: Setup): Promise<void> {
  const ids = await appendAll(store, [1, 2, 3])
  const seen: string[] = []
  for await (const { id } of other.read('s', undefined, new AbortController().signal)) {
    if (seen.push(id) === 3) break
  }
  expectEqual([seen, new Set(ids).size], [ids, 3])
}

async function abortEndsRead({ store, other, pass }: Setup): Promise<void> {
  await appendAll(store, [1, 2])
  const [busy, waiting] = [read(other), read(store)]
  expectEqual([await busy.take(1), await waiting.take(2)], [[1], [1, 2]])
  const last = waiting.take(1)
  await pass(0)
  busy.stop()
  waiting.stop()
  await store.append('s', 3)
  expectEqual([await busy.take(2), await last, await waiting.take(1)], [[], [], []])
}

async function abortedBeforeRead({ store }: Setup): Promise<void> {
  await store.append('s', 1)
  const reader = store.read('s', undefined, AbortSignal.abort())[Symbol.asyncIterator]()
  expectEqual((await reader.next()).done, true)
}

async function dropsByCount({ store, other }: Setup): Promise<void> {
  const count = 2 * limits.eventLogEvents
  const ids = await appendAll(
    store,
    Array.from({ length: count }, (_, index) => index),
  )
  const reader = read(other)
  const remaining = await reader.take(limits.eventLogEvents)
  expectEqual(remaining.at(-1), count - 1)
  reader.stop()
  await expectLimit(read(other, ids[0]))
}

async function dropsByBytes({ store, other }: Setup): Promise<void> {
  const ids = await appendAll(
    store,
    ['a', 'b', 'c', 'd'].map((letter) => [letter.repeat(4_000)]),
  )
  await expectLimit(read(other, ids[0]))
  const reader = read(other, ids[2])
  expectEqual(await reader.take(1), [['d'.repeat(4_000)]])
  reader.stop()
}

async function newestAlwaysStays({ store, other }: Setup): Promise<void> {
  const large = 'é'.repeat(limits.eventLogBytes)
  const ids = await appendAll(store, [1, large])
  const reader = read(other, ids[0])
  expectEqual(await reader.take(1), [large])
  reader.stop()
}

async function fellBehind({ store, other }: Setup): Promise<void> {
  const count = 2 * limits.eventLogEvents
  await store.append('s', 0)
  const reader = read(other)
  const got = [...(await reader.take(1))]
  await appendAll(
    store,
    Array.from({ length: count }, (_, index) => index + 1),
  )
  const readNext = () =>
    reader.take(1).then(
      ([event]) => event,
      (reason) => (reason as { code?: unknown }).code,
    )
  let last = await readNext()
  for (; typeof last === 'number' && last < count; last = await readNext()) got.push(last)
  expectEqual(got, [...got.keys()])
  if (last !== count) expectEqual(last, 'limit')
  reader.stop()
}

async function expires({ store, other, pass }: Setup): Promise<void> {
  const ids = await appendAll(store, [1, 2])
  await pass(2 * limits.eventLogMs)
  await expectLimit(read(other, ids[0]))
  const [third] = await appendAll(store, [3])
  await expectLimit(read(other, ids[1]))
  const reader = read(other)
  expectEqual(await reader.take(1), [3])
  reader.stop()
  expectEqual(ids.includes(third ?? ''), false)
}

async function appendRenewsTtl({ store, other, pass }: Setup): Promise<void> {
  await store.append('s', 1)
  await pass(limits.eventLogMs / 2)
  await store.append('s', 2)
  await pass((limits.eventLogMs * 3) / 4)
  const reader = read(other)
  expectEqual(await reader.take(2), [1, 2])
  reader.stop()
}

async function readerOutlivesEvents({ store, other, pass }: Setup): Promise<void> {
  await store.append('s', 1)
  const reader = read(other)
  expectEqual(await reader.take(1), [1])
  const next = reader.take(2)
  await pass(2 * limits.eventLogMs)
  await appendAll(store, [2, 3])
  expectEqual(await next, [2, 3])
  reader.stop()
}

async function unknownIds({ store }: Setup): Promise<void> {
  const [id = ''] = await appendAll(store, [1])
  const reader = read(store, undefined, 'another')
  await store.append('another', 1)
  expectEqual(await reader.take(1), [1])
  reader.stop()
  for (const unknown of ['', '0', `${id}0`, `${id} `, `0${id}`, 'nobody']) await expectLimit(read(store, unknown))
  await expectLimit(read(store, id, 'another'))
  await expectLimit(read(store, id, 'none'))
}

async function deleteEndsReaders({ store, other, pass }: Setup): Promise<void> {
  const ids = await appendAll(store, [1, 2])
  const [busy, waiting] = [read(other), read(store)]
  expectEqual([await busy.take(1), await waiting.take(2)], [[1], [1, 2]])
  const last = waiting.take(1)
  await pass(0)
  await other.delete('s')
  await other.delete('s')
  expectEqual([await last, await busy.take(1)], [[], []])
  await expectLimit(read(other, ids[1]))
  await store.append('s', 3)
  await expectLimit(read(other, ids[1]))
  const reader = read(other)
  expectEqual(await reader.take(1), [3])
  reader.stop()
}

async function copiesEvent({ store, other }: Setup): Promise<void> {
  const event = { list: [1], gone: undefined as never }
  const appended = store.append('s', event)
  event.list.push(2)
  await appended
  const [one, two] = [read(store), read(other)]
  const [first] = (await one.take(1)) as [typeof event]
  first.list.push(3)
  expectEqual(await two.take(1), [{ list: [1] }])
  one.stop()
  two.stop()
}

async function rejectsNonJson({ store }: Setup): Promise<void> {
  for (const event of [undefined, 1n, () => {}]) await expectTypeError(store.append('s', event as never))
  await store.append('s', 1)
  const reader = read(store)
  expectEqual(await reader.take(1), [1])
  reader.stop()
}

async function appendAll(log: EventLog, events: readonly JsonValue[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const event of events) ids.push(await log.append('s', event))
  return ids
}
