import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { MemoryEventLog } from './memory-event-log.js'

const limits = { eventLogEvents: 100, eventLogBytes: 10_000, eventLogMs: 400 }

test('an id has the time at which the log began, and the numbers of the stream and of the event', async () => {
  const clock = createManualRuntime()
  const log = new MemoryEventLog({ limits, clock })
  const begun = clock.now().toString(36)
  clock.advance(5)
  const ids: string[] = []
  for (const stream of ['s', 's', 't', 'u']) ids.push(await log.append(stream, 1))
  expect(ids).toEqual(['0-0', '0-1', '1-0', '2-0'].map((numbers) => `${begun}-${numbers}`))
})

test('no events are no stream, and start no timer', async () => {
  const clock = createManualRuntime()
  const log = new MemoryEventLog({ limits, clock })
  expect(await log.appendAll('s', [])).toEqual([])
  expect([log.nextPosition('s'), clock.timers]).toEqual([undefined, 0])
})

test('the timer is due when the oldest stream ends, and keeps no process running', async () => {
  const asked: unknown[] = []
  const time = { now: 1_000 }
  const after = (ms: number, _fn: () => void, options?: object) => {
    asked.push([ms, options])
    return () => {}
  }
  const log = new MemoryEventLog({ limits, clock: { now: () => time.now, after } })
  await log.append('s', 1)
  time.now = 1_100
  await log.append('t', 1)
  expect(asked).toEqual([[400, { background: true }]])
})

test('a stream that is deleted is followed by the timer of the next', async () => {
  const clock = createManualRuntime()
  const log = new MemoryEventLog({ limits, clock })
  await log.append('s', 1)
  clock.advance(100)
  await log.append('t', 1)
  clock.advance(300)
  expect([log.nextPosition('s'), log.nextPosition('t')?.number, clock.timers]).toEqual([undefined, 1, 1])
  clock.advance(100)
  expect([log.nextPosition('t'), clock.timers]).toEqual([undefined, 0])
})
