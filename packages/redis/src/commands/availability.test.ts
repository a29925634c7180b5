import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { Availability } from './availability.js'

/** What is away, with probes that a test answers. */
function create() {
  const clock = new VirtualRuntime()
  const probes: { readonly group: number; answer(): void; fail(reason: unknown): void }[] = []
  const probe = (group: number) =>
    new Promise<void>((answer, fail) => void probes.push({ group, answer: () => answer(), fail }))
  const availability = new Availability({ clock, timeoutMs: 1_000, probe })
  /** Says when a wait is over. */
  const wait = (group: number) => {
    const state = { isOver: false }
    void availability.whenBack(group).then(() => (state.isOver = true))
    return state
  }
  return { availability, clock, probes, wait }
}

describe('a primary', () => {
  test('is there until it is lost, and nothing waits for it', async () => {
    const { availability, wait, clock } = create()
    const waiting = wait(1)
    await settled()
    expect([availability.isAway(1), waiting.isOver, clock.timers]).toEqual([false, true, 0])
  })

  test('that is lost is probed soon, and is back when it answers', async () => {
    const { availability, wait, clock, probes } = create()
    availability.lost(1)
    const waiting = [wait(1), wait(1)]
    await clock.advance(19)
    expect([availability.isAway(1), availability.isAway(2), probes.length]).toEqual([true, false, 0])
    await clock.advance(31)
    expect(probes.map(({ group }) => group)).toEqual([1])
    expect(waiting.map(({ isOver }) => isOver)).toEqual([false, false])
    probes[0]?.answer()
    await settled()
    expect([availability.isAway(1), ...waiting.map(({ isOver }) => isOver)]).toEqual([false, true, true])
  })

  test('that is lost twice is probed once', async () => {
    const { availability, clock, probes } = create()
    availability.lost(1)
    availability.lost(1)
    await clock.advance(50)
    expect(probes).toHaveLength(1)
  })

  test('is back with a reply that is an error', async () => {
    const { availability, clock, probes } = create()
    availability.lost(1)
    await clock.advance(50)
    probes[0]?.fail(new Error('NOPERM no'))
    await settled()
    expect(availability.isAway(1)).toBe(false)
  })

  test.each([
    'LOADING dataset',
    'MASTERDOWN no',
    'CLUSTERDOWN no',
    'TRYAGAIN later',
    '-LOADING dataset',
    'connect ECONNREFUSED',
  ])('is probed again after a while with: %s', async (message) => {
    const { availability, clock, probes } = create()
    availability.lost(1)
    await clock.advance(50)
    probes[0]?.fail(new Error(message))
    await clock.advance(99)
    expect([availability.isAway(1), probes.length]).toEqual([true, 1])
    await clock.advance(151)
    expect(probes).toHaveLength(2)
    probes[1]?.answer()
    await settled()
    expect(availability.isAway(1)).toBe(false)
  })
})

describe('a probe without an answer', () => {
  test('is followed by another one, and the first answer of them counts', async () => {
    const { availability, clock, probes } = create()
    availability.lost(1)
    await clock.advance(1_019)
    expect(probes).toHaveLength(1)
    await clock.advance(31)
    expect(probes).toHaveLength(2)
    probes[0]?.answer()
    await settled()
    expect(availability.isAway(1)).toBe(false)
  })

  test('that fails late starts no second row', async () => {
    const { availability, clock, probes } = create()
    availability.lost(1)
    await clock.advance(1_050)
    probes[0]?.fail(new Error('closed'))
    await clock.advance(250)
    expect(probes).toHaveLength(2)
  })

  test('is one of four at most', async () => {
    const { availability, clock, probes } = create()
    availability.lost(1)
    await clock.advance(10_050)
    expect(probes).toHaveLength(4)
    probes[0]?.fail(new Error('closed'))
    await clock.advance(1_000)
    expect(probes).toHaveLength(5)
  })

  test('of an earlier absence says nothing of a later one', async () => {
    const { availability, clock, probes } = create()
    availability.lost(1)
    await clock.advance(1_050)
    probes[1]?.answer()
    await settled()
    availability.lost(1)
    probes[0]?.answer()
    await settled()
    expect(availability.isAway(1)).toBe(true)
  })
})

describe('a wait for something else too', () => {
  test('is over with that, and nothing is kept of it', async () => {
    const { availability } = create()
    availability.lost(1)
    const waiting = [Promise.resolve(), new Promise(() => {})].map((other) => availability.whenBack(1, other))
    expect(availability.waitCount).toBe(2)
    await waiting[0]
    expect([availability.isAway(1), availability.waitCount]).toEqual([true, 1])
    availability.close()
    await waiting[1]
    expect(availability.waitCount).toBe(0)
  })

  test('fails as that does, and nothing is kept of it', async () => {
    const { availability } = create()
    availability.lost(1)
    const reason = new Error('left')
    await expect(availability.whenBack(1, Promise.reject(reason))).rejects.toBe(reason)
    expect(availability.waitCount).toBe(0)
  })

  test('is over at once where the primary is there', async () => {
    const { availability } = create()
    expect(await availability.whenBack(1, Promise.reject(new Error('left')))).toBeUndefined()
  })
})

test('with the end all are back, and nothing is lost any more', async () => {
  const { availability, wait, clock, probes } = create()
  availability.lost(1)
  availability.lost(2)
  const waiting = [wait(1), wait(2)]
  availability.close()
  availability.lost(3)
  await clock.advance(5_000)
  expect([waiting.map(({ isOver }) => isOver), probes.length]).toEqual([[true, true], 0])
  expect([1, 2, 3].map((group) => availability.isAway(group))).toEqual([false, false, false])
})

test('no probe keeps a process running', () => {
  const { availability, clock } = create()
  const timers: (() => void)[] = []
  const isBackground: unknown[] = []
  Object.assign(clock, {
    after: (_ms: number, fn: () => void, options: { readonly background?: boolean } = {}) => {
      isBackground.push(options.background)
      timers.push(fn)
      return () => {}
    },
  })
  availability.lost(1)
  for (const fire of timers.splice(0)) fire()
  expect(isBackground).toEqual([true, true])
})
