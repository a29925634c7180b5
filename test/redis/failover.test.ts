import type { EventLog, LoggedEvent } from 'omniport/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SentinelGroup, sentinelClients, startSentinelGroup } from './support/open-sentinel.js'
import { nextPrefix, openStores } from './support/open-stores.js'
import { hasRedis, until } from './support/redis-server.js'

describe.skipIf(!hasRedis).each(sentinelClients)('over %s, a failover', (_, open) => {
  let group: SentinelGroup
  beforeEach(async () => {
    group = await startSentinelGroup()
  })
  afterEach(() => group.close())

  test('that loses events tells every reader of a gap, and no id is given again', async () => {
    const prefix = nextPrefix()
    const { stores: writer, log } = await openStores(open, group.port, { prefix })
    const { stores: other } = await openStores(open, group.port, { prefix })
    const ids = [await writer.eventLog.append('s', 1), await writer.eventLog.append('s', 2)]
    await writer.eventLog.append('whole', 'a')
    const [live, whole] = [follow(other.eventLog, 's'), follow(other.eventLog, 'whole')]
    await until(() => live.seen.length === 2 && whole.seen.length === 1)

    await group.replicated()
    group.loseTail()
    ids.push(await writer.eventLog.append('s', 3), await writer.eventLog.append('s', 4))
    await writer.eventLog.append('new', 'x')
    const lost = follow(other.eventLog, 'new')
    await until(() => live.seen.length === 4 && lost.seen.length === 1)
    await group.failOver()

    // Nothing more is appended: readers and the node that wrote find the loss each by themselves, in any order.
    const loss = 'Redis has lost events of a stream; its readers are told of a gap'
    await until(() => live.end !== undefined && lost.end !== undefined, 20_000)
    await until(() => log.filter((text) => text === loss).length >= 2, 20_000)
    expect([live.seen, live.end, lost.end]).toEqual([[1, 2, 3, 4], 'limit', 'limit'])
    for (const [index, id] of ids.entries()) {
      const resumed = follow(other.eventLog, 's', id)
      await until(() => resumed.end !== undefined)
      const remaining = [1, 2].slice(index + 1)
      expect([remaining.slice(0, resumed.seen.length), resumed.end]).toEqual([resumed.seen, 'limit'])
    }

    const fifth = await writer.eventLog.append('s', 5)
    expect(ids).not.toContain(fifth)
    const after = follow(other.eventLog, 's', fifth)
    await writer.eventLog.append('s', 6)
    await writer.eventLog.append('whole', 'b')
    await until(() => after.seen.length === 1 && whole.seen.length === 2)
    expect([after.seen, whole.seen, whole.end]).toEqual([[6], ['a', 'b'], undefined])
    for (const reading of [after, whole]) reading.stop()
  })

  test('that loses nothing is noticed by nobody: what was on its way arrives once', async () => {
    const prefix = nextPrefix()
    const { stores: writer } = await openStores(open, group.port, { prefix, appendMs: 30_000 })
    const { stores: other } = await openStores(open, group.port, { prefix })
    await writer.eventLog.append('s', 0)
    const reading = follow(other.eventLog, 's')
    await until(() => reading.seen.length === 1)
    await group.replicated()
    const failedOver = group.failOver()
    const appended = [1, 2, 3, 4, 5].map((event) => writer.eventLog.append('s', event))
    await failedOver
    await Promise.all(appended)
    await until(() => reading.seen.length === 6 || reading.end !== undefined, 20_000)
    expect([reading.seen, reading.end]).toEqual([[0, 1, 2, 3, 4, 5], undefined])
    reading.stop()
  })
})

interface Reading {
  readonly seen: unknown[]
  /** The code of the error that ended it. */
  readonly end: string | undefined
  stop(): void
}

function follow(log: EventLog, stream: string, after?: string): Reading {
  const controller = new AbortController()
  const reading = { seen: [] as unknown[], end: undefined as string | undefined, stop: () => controller.abort() }
  void readAll(log.read(stream, after, controller.signal), reading)
  return reading
}

async function readAll(events: AsyncIterable<LoggedEvent>, reading: { seen: unknown[]; end: string | undefined }) {
  try {
    for await (const { event } of events) reading.seen.push(event)
    reading.end = 'end'
  } catch (error) {
    reading.end = String((error as { code?: unknown }).code)
  }
}
