import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { RefusedTokens } from './refused-tokens.js'

const denied = { denied: 'expired' } as const

test('a refusal is remembered for its time, of its token', () => {
  const clock = createManualRuntime()
  const refused = new RefusedTokens(clock, 1_000)
  refused.add('a', denied)
  clock.advance(999)
  expect([refused.get('a'), refused.get('b')]).toEqual([denied, undefined])
  clock.advance(1)
  expect(refused.get('a')).toBeUndefined()
})

test('without a time nothing is remembered', () => {
  const refused = new RefusedTokens(createManualRuntime(), 0)
  refused.add('a', denied)
  expect(refused.get('a')).toBeUndefined()
})

test('the refusals that were used last are remembered, as many as a mebibyte of characters holds', () => {
  const refused = new RefusedTokens(createManualRuntime(), 1_000)
  const tokens = Array.from({ length: 64 }, (_, index) => String(index).padEnd(16_384 - 256, 'x'))
  for (const token of tokens) refused.add(token, denied)
  expect(tokens.filter((token) => refused.get(token) === undefined)).toEqual([])
  refused.add('one more', denied)
  expect(tokens.filter((token) => refused.get(token) === undefined)).toEqual([tokens[0]])
})
