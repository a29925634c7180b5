import type { RecordedLine } from 'omniport/protocol'
import { expect, test } from 'vitest'
import type { ConsoleEvent } from '../../../packages/omniport/src/console/contract.js'
import { EventLog } from '../../../packages/omniport/src/console/events/event-log.js'
import { SpanTracker } from '../../../packages/omniport/src/console/recording/span-tracker.js'
import { Spool } from '../../../packages/omniport/src/console/recording/spool.js'
import { Timeline } from '../../../packages/omniport/src/console/recording/timeline.js'

function lineOf(id: number): RecordedLine {
  const message = {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'echo', arguments: { text: `number ${id}` } },
  }
  return { ms: id, transport: 'stdio', connection: 1, from: 'client', bytes: 100, message }
}

function fill(timeline: Timeline, count: number): void {
  for (let id = 1; id <= count; id += 1) {
    const line = lineOf(id)
    timeline.add({ server: 'a', startedAt: 0, line, text: `${JSON.stringify(line)}\n`, isAuth: false })
  }
}

function open(options: { maxMessages?: number; spool?: Spool } = {}) {
  const log = new EventLog()
  const publish = (event: ConsoleEvent) => log.add(event)
  const spans = new SpanTracker({ publish, parentOf: () => undefined })
  return { log, spans, timeline: new Timeline({ publish, spans, ...options }) }
}

test('a timeline holds its messages, and drops the oldest', () => {
  const { timeline, spans, log } = open({ maxMessages: 5_000 })
  fill(timeline, 20_000)
  const held = timeline.lastSeq - timeline.firstSeq + 1
  expect([timeline.lastSeq, held >= 5_000, held <= 6_000]).toEqual([20_000, true, true])
  expect(timeline.detail(20_000, false)?.message).toEqual(lineOf(20_000).message)
  expect([timeline.detail(1, false), timeline.detail(20_001, false)]).toEqual([undefined, undefined])
  expect(timeline.page({ after: 0, limit: 2 }).records.map(({ seq }) => seq)).toEqual([
    timeline.firstSeq,
    timeline.firstSeq + 1,
  ])
  expect(timeline.page({ before: 20_001, limit: 2 }).records.map(({ seq }) => seq)).toEqual([19_999, 20_000])
  expect(spans.all.length).toBe(2_000)
  expect(log.after(0)).toEqual(expect.arrayContaining([expect.objectContaining({ cursor: 1 })]))
  timeline.close()
})

test('a spool deletes its oldest segments, and the messages in them are dropped', () => {
  const spool = new Spool({ segmentBytes: 10_000, maxBytes: 50_000 })
  const { timeline } = open({ spool })
  fill(timeline, 2_000)
  expect(spool.bytes).toBeLessThanOrEqual(60_000)
  expect(timeline.firstSeq).toBeGreaterThan(1_000)
  expect(timeline.detail(timeline.firstSeq, false)?.record.seq).toBe(timeline.firstSeq)
  expect([...timeline.lines('a')].length).toBe(timeline.lastSeq - timeline.firstSeq + 1)
  timeline.close()
})

test('an event log forgets the oldest events, by number and by size', () => {
  const byNumber = new EventLog({ maxEvents: 100 })
  const bySize = new EventLog({ maxCharacters: 10_000 })
  for (let count = 0; count < 1_000; count += 1) {
    byNumber.add({ type: 'closing' })
    bySize.add({ type: 'operations-dropped', ids: ['x'.repeat(1_000)] })
  }
  expect([byNumber.after(0), bySize.after(0)]).toEqual([undefined, undefined])
  expect(byNumber.after(990)?.map(({ cursor }) => cursor)).toEqual([991, 992, 993, 994, 995, 996, 997, 998, 999, 1_000])
  expect([byNumber.after(1_000), byNumber.after(1_001)]).toEqual([[], undefined])
})
