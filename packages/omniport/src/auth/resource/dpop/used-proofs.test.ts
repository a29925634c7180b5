import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { UsedProofs } from './used-proofs.js'

const limit = expect.objectContaining({ code: 'limit' })

test('a proof is new once, and again when it was forgotten', () => {
  const runtime = createManualRuntime()
  const used = new UsedProofs(runtime, 100)
  expect([used.add('key', 'a'), used.add('key', 'a'), used.add('other', 'a')]).toEqual([true, false, true])
  runtime.advance(100)
  expect(used.add('key', 'a')).toBe(false)
  runtime.advance(1)
  expect(used.add('key', 'a')).toBe(true)
})

test('one key cannot take the room of others', () => {
  const runtime = createManualRuntime()
  const used = new UsedProofs(runtime, 100)
  for (let count = 0; count < 5_000; count += 1) used.add('greedy', `${count}`)
  expect(() => used.add('greedy', 'more')).toThrow(limit)
  expect([used.add('greedy', '0'), used.add('modest', '0')]).toEqual([false, true])
  runtime.advance(101)
  expect(used.add('greedy', 'more')).toBe(true)
})

test('in all there is room for ten such keys', () => {
  const used = new UsedProofs(createManualRuntime(), 100)
  for (let count = 0; count < 50_000; count += 1) used.add(`key ${count % 10}`, `${count}`)
  expect(() => used.add('another', 'a')).toThrow(limit)
})
