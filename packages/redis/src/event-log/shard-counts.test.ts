import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { Keys } from '../shards/keys.js'
import type { WriterCheck } from '../shards/shard-monitor.js'
import type { Shards } from '../shards/shards.js'
import { ShardCounts } from './shard-counts.js'

function create() {
  const clock = new VirtualRuntime()
  const wrote: number[] = []
  const losses: number[] = []
  let check: WriterCheck | undefined
  const shards = {
    checkWriter: (given: WriterCheck) => {
      check = given
    },
    wrote: (shard: number) => wrote.push(shard),
  } as unknown as Shards
  const options = { clock, shards, keys: new Keys('p'), writer: 'me', lifetimeMs: 1_000 }
  const counts = new ShardCounts({ ...options, onLoss: (shard) => losses.push(shard) })
  const sweep = (nowMs: number, field: string | null) => check?.onSweep(3, { nowMs, fields: [field] })
  return { counts, clock, wrote, losses, sweep, keyOf: (shard: number) => check?.keyOf(shard) }
}

test('the count of this node is checked after a write, so long as Redis has it', async () => {
  const { counts, clock, wrote, keyOf } = create()
  expect([counts.keyOf(3), keyOf(3)]).toEqual(['p:{03}:w:me', undefined])
  counts.acknowledged(3, { count: 1, nowMs: 5_000 })
  expect([wrote, keyOf(3), keyOf(4)]).toEqual([[3], 'p:{03}:w:me', undefined])
  await clock.advance(999)
  expect(keyOf(3)).toBe('p:{03}:w:me')
  await clock.advance(1)
  expect([keyOf(3), keyOf(3)]).toEqual([undefined, undefined])
})

describe('a write', () => {
  test.each([
    [2, 5_001, []],
    [1, 5_001, [3]],
    [1, 5_999, [3]],
    [1, 6_000, []],
  ])('with the count %i at %i after 1 at 5000 shows a loss in %j', (count, nowMs, expected) => {
    const { counts, losses } = create()
    counts.acknowledged(3, { count: 1, nowMs: 5_000 })
    counts.acknowledged(3, { count, nowMs })
    expect(losses).toEqual(expected)
  })
})

describe('a look', () => {
  test.each<[string | null, number, number[]]>([
    ['5', 5_500, []],
    ['6', 5_500, []],
    ['4', 5_500, [3]],
    [null, 5_500, [3]],
    ['4', 5_999, [3]],
    ['4', 6_000, []],
  ])('at the count %s at %i shows a loss in %j', (field, nowMs, expected) => {
    const { counts, losses, sweep } = create()
    counts.acknowledged(3, { count: 5, nowMs: 5_000 })
    sweep(nowMs, field)
    expect(losses).toEqual(expected)
  })

  test('shows a loss once', () => {
    const { counts, losses, sweep } = create()
    counts.acknowledged(3, { count: 5, nowMs: 5_000 })
    sweep(5_500, '4')
    sweep(5_600, '4')
    sweep(5_700, '3')
    expect(losses).toEqual([3, 3])
  })

  test('at what is not known shows nothing', () => {
    const { losses, sweep } = create()
    sweep(5_500, '0')
    expect(losses).toEqual([])
  })
})
