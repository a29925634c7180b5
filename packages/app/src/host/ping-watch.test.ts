import { OmniportError } from 'omniport/jsonrpc'
import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { watchByPing } from './ping-watch.js'

/** A watched view: what it answers next, and what was reported. */
function watch(pingMs = 100) {
  const clock = new VirtualRuntime()
  const reports: unknown[] = []
  const view = { answers: true, lastMessageAt: 0, pings: 0, lateMs: 0 }
  const stop = watchByPing({
    clock,
    limits: { pingMs, answerMs: 10 },
    ping: async (timeoutMs) => {
      view.pings += 1
      if (view.answers) return
      await new Promise<void>((resolve) => clock.after(timeoutMs + view.lateMs, resolve))
      throw new OmniportError('timeout', 'ping')
    },
    lastMessageAt: () => view.lastMessageAt,
    onChange: (...report) => reports.push(report),
  })
  const pass = async (ms: number) => {
    await clock.advance(ms)
  }
  return { clock, reports, view, stop, pass }
}

describe('a view that is pinged', () => {
  test('is not reported while it answers', async () => {
    const { reports, view, pass } = watch()
    for (let round = 0; round < 5; round += 1) await pass(100)
    expect([reports, view.pings]).toEqual([[], 5])
  })

  test('is reported once when it stops to answer, and when it answers again', async () => {
    const { reports, view, pass } = watch()
    await pass(100)
    view.answers = false
    for (let round = 0; round < 6; round += 1) await pass(60)
    expect(reports).toEqual([[true, true]])
    view.answers = true
    for (let round = 0; round < 4; round += 1) await pass(60)
    expect(reports).toEqual([
      [true, true],
      [false, true],
    ])
  })

  test('is reported as one that never answered', async () => {
    const { reports, view, pass } = watch()
    view.answers = false
    await pass(100)
    await pass(10)
    expect(reports).toEqual([[true, false]])
  })

  test('is not reported while it sends other messages', async () => {
    const { clock, reports, view, pass } = watch()
    view.answers = false
    await pass(100)
    view.lastMessageAt = clock.now() + 5
    await pass(10)
    expect(reports).toEqual([])
  })

  test('is not reported when the page itself was asleep', async () => {
    const { reports, view, pass } = watch()
    Object.assign(view, { answers: false, lateMs: 20 })
    await pass(100)
    await pass(30)
    expect(reports).toEqual([])
  })

  test('is left alone after the end, and with an interval of 0', async () => {
    const { clock, view, stop, pass } = watch()
    await pass(100)
    stop()
    expect([view.pings, clock.timers, watch(0).clock.timers]).toEqual([1, 0, 0])
  })
})
