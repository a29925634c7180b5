import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RedisCommands } from '../commands/redis-commands.js'
import { GapWatch } from './gap-watch.js'
import { MessageCounts } from './message-counts.js'

/** A watch, with a Redis whose count a test sets. */
function create() {
  const clock = new VirtualRuntime()
  const counts = new MessageCounts()
  const state = { reply: '0 ' as unknown, isAway: false, waits: 0, back: () => {} }
  const asked: unknown[][] = []
  const commands = {
    send: async (...given: unknown[]) => {
      asked.push(given)
      if (state.isAway) throw new Error('away')
      return state.reply
    },
    whenBack: (shard: number) => {
      state.waits += shard
      return new Promise<void>((resolve) => (state.back = resolve))
    },
  } as unknown as RedisCommands
  const watch = new GapWatch({ commands, clock, counts, key: 'the key', shard: 3, sweepMs: [1_000, 1_000] })
  const gaps: string[] = []
  const add = (name = 'a') => watch.add(() => gaps.push(name))
  return { watch, clock, counts, state, asked, gaps, add }
}

describe('a gap', () => {
  test('is told to all who listen, after a short while', async () => {
    const { watch, clock, gaps, add } = create()
    add('a')
    add('b')
    watch.report()
    await clock.advance(199)
    expect(gaps).toEqual([])
    await clock.advance(201)
    expect(gaps).toEqual(['a', 'b'])
  })

  test('is one with those that come soon after it', async () => {
    const { watch, clock, gaps, add } = create()
    add()
    watch.report()
    watch.report()
    await clock.advance(400)
    expect(gaps).toEqual(['a'])
    watch.report()
    await clock.advance(400)
    expect(gaps).toEqual(['a', 'a'])
  })

  test('is nothing to wait for where nobody listens', async () => {
    const { watch, clock, gaps, add } = create()
    watch.report()
    add()
    expect(clock.timers).toBe(1)
    await clock.advance(400)
    expect(gaps).toEqual([])
  })

  test('is not told to who has left, and the same function may listen twice', async () => {
    const { watch, clock } = create()
    const gaps: number[] = []
    const listener = () => gaps.push(1)
    const remove = watch.add(listener)
    watch.add(listener)
    remove()
    remove()
    watch.report()
    await clock.advance(400)
    expect(gaps).toEqual([1])
  })
})

describe('the count', () => {
  test('is read from time to time while somebody listens', async () => {
    const { clock, asked, add } = create()
    expect(clock.timers).toBe(0)
    const remove = [add(), add()]
    await clock.advance(999)
    expect(asked).toEqual([])
    await clock.advance(1)
    expect(asked).toEqual([[['GET', 'the key'], 3]])
    await clock.advance(1_000)
    expect(asked).toHaveLength(2)
    for (const each of remove) each()
    expect(clock.timers).toBe(0)
  })

  test('is read as long as anybody listens', async () => {
    const { clock, asked, add } = create()
    const remove = add('a')
    add('b')
    remove()
    expect(clock.timers).toBe(1)
    await clock.advance(1_000)
    expect(asked).toHaveLength(1)
  })

  test('is read in one row, whoever comes and goes', async () => {
    const { clock, asked, add } = create()
    add()()
    add()
    await clock.advance(1_000)
    expect(asked).toHaveLength(1)
  })

  test('is not read twice at once', async () => {
    const { clock, asked, add, state } = create()
    state.isAway = true
    const remove = add()
    await clock.advance(1_000)
    remove()
    add()
    await clock.advance(5_000)
    expect([asked.length, state.waits]).toEqual([1, 3])
    state.isAway = false
    state.back()
    await settled()
    await clock.advance(1_000)
    expect(asked).toHaveLength(2)
  })

  test('shows what was lost', async () => {
    const { watch, clock, counts, state, gaps, add } = create()
    add()
    state.reply = '7 node 7'
    await watch.read()
    expect(counts.last).toEqual({ count: 7, id: 'node 7' })
    await watch.read()
    await clock.advance(400)
    expect(gaps).toEqual([])
    state.reply = '7 other 7'
    await watch.read()
    await clock.advance(400)
    expect(gaps).toEqual(['a'])
  })

  test.each([null, 'x', '5', ' 5 x'])('is none where Redis has %j', async (reply) => {
    const { watch, counts, state } = create()
    state.reply = reply
    await watch.read()
    expect(counts.last).toEqual({ count: 0, id: '' })
  })
})

test('nothing is told nor read after the end', async () => {
  const { watch, clock, asked, gaps, add } = create()
  add()
  watch.report()
  watch.close()
  expect(clock.timers).toBe(0)
  add()
  watch.report()
  await clock.advance(5_000)
  expect([asked, gaps, clock.timers]).toEqual([[], [], 0])
})

test('no timer keeps a process running', () => {
  const { watch, clock, add } = create()
  const isBackground: unknown[] = []
  Object.assign(clock, {
    after: (_ms: number, _fn: () => void, options: { readonly background?: boolean } = {}) => {
      isBackground.push(options.background)
      return () => {}
    },
  })
  add()
  watch.report()
  expect(isBackground).toEqual([true, true])
})
