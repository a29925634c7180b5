import { OmniportError, RpcError } from 'omniport/jsonrpc'
import { expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { watchByPing } from './ping-watch.js'

/** A view whose next pings end as `ends` says, each after its time; without one it does not answer. */
function watch(ends: { readonly ms: number; readonly reason?: unknown }[], lastMessageAt = () => 0) {
  const clock = new VirtualRuntime({ startMs: 0 })
  const reports: unknown[] = []
  const pings: number[] = []
  const stop = watchByPing({
    clock,
    limits: { pingMs: 100, answerMs: 10 },
    ping: (timeoutMs) => {
      pings.push(clock.now())
      const { ms, reason } = ends.shift() ?? { ms: timeoutMs, reason: silence }
      return new Promise((resolve, reject) => {
        clock.after(ms, () => (reason === undefined ? resolve({}) : reject(reason)))
      })
    },
    lastMessageAt,
    onChange: (...report) => reports.push(report),
  })
  return { clock, reports, pings, stop }
}

const silence = new OmniportError('timeout', 'ping')

test.each<[string, unknown]>([
  ['an error of the view', new RpcError(-32601, 'Method not found: ping')],
  ['another error of this side', new OmniportError('invalid_result', 'ping')],
  ['an error of another kind with that code', Object.assign(new Error('ping'), { code: 'timeout' })],
])('%s is an answer', async (_, reason) => {
  const { clock, reports } = watch([{ ms: 5, reason }])
  await clock.advance(105)
  expect(reports).toEqual([])
  await clock.advance(110)
  expect(reports).toEqual([[true, true]])
})

test('a view that answers late is pinged again after that, and not before', async () => {
  const { clock, pings } = watch([{ ms: 40 }])
  await clock.advance(239)
  expect(pings).toEqual([100])
  await clock.advance(1)
  expect(pings).toEqual([100, 240])
})

test('a message counts if it came after the ping', async () => {
  const early = watch([], () => 100)
  await early.clock.advance(110)
  const late = watch([], () => 101)
  await late.clock.advance(110)
  expect([early.reports, late.reports]).toEqual([[[true, false]], []])
})

test('the page was asleep where the end of a ping comes after twice its time', async () => {
  const awake = watch([{ ms: 20, reason: silence }])
  await awake.clock.advance(120)
  const asleep = watch([{ ms: 21, reason: silence }])
  await asleep.clock.advance(121)
  expect([awake.reports, asleep.reports]).toEqual([[[true, false]], []])
})

test('a view that answers again is reported although the page was asleep', async () => {
  const { clock, reports } = watch([{ ms: 10, reason: silence }, { ms: 50 }])
  await clock.advance(110)
  await clock.advance(150)
  expect(reports).toEqual([
    [true, false],
    [false, true],
  ])
})

test('a view is reported again when it falls silent a second time', async () => {
  const { clock, reports } = watch([{ ms: 10, reason: silence }, { ms: 1 }])
  await clock.advance(110)
  await clock.advance(101)
  await clock.advance(110)
  expect(reports).toEqual([
    [true, false],
    [false, true],
    [true, true],
  ])
})

test('what a view does not answer after the end is not reported, and nothing goes on', async () => {
  const { clock, reports, pings, stop } = watch([])
  await clock.advance(100)
  stop()
  await clock.advance(1_000)
  expect([reports, pings, clock.timers]).toEqual([[], [100], 0])
})
