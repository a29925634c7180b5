import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { TokenCache } from './token-cache.js'

const loading = (value: string, until: number) => async () => ({ value, until })

test('a value is had until it expires', async () => {
  const clock = createManualRuntime()
  const cache = new TokenCache<string>(clock, 10)
  expect(await cache.once('a', loading('one', 100))).toBe('one')
  clock.advance(99)
  expect(cache.get('a')).toBe('one')
  clock.advance(1)
  expect(cache.get('a')).toBeUndefined()
})

test('a value that has expired is given, and not had', async () => {
  const cache = new TokenCache<string>(createManualRuntime(), 10)
  expect([await cache.once('a', loading('one', 0)), cache.get('a')]).toEqual(['one', undefined])
})

test('a value that has expired takes the place of no other', async () => {
  const cache = new TokenCache<string>(createManualRuntime(), 1)
  await cache.once('a', loading('one', 100))
  await cache.once('b', loading('two', 0))
  expect(cache.get('a')).toBe('one')
})

test('without entries nothing is had', async () => {
  const cache = new TokenCache<string>(createManualRuntime(), 0)
  expect([await cache.once('a', loading('one', 100)), cache.get('a')]).toEqual(['one', undefined])
})

test('the values that were used last are had', async () => {
  const cache = new TokenCache<string>(createManualRuntime(), 2)
  for (const token of ['a', 'b']) await cache.once(token, loading(token, 100))
  cache.get('a')
  await cache.once('c', loading('c', 100))
  expect(['a', 'b', 'c'].map((token) => cache.get(token))).toEqual(['a', undefined, 'c'])
})

test('a failure is that of all who wait, and the next one tries again', async () => {
  const cache = new TokenCache<string>(createManualRuntime(), 10)
  const failing = () => Promise.reject(new Error('broken'))
  const [first, second] = [cache.once('a', failing), cache.once('a', loading('unused', 100))]
  await expect(first).rejects.toThrow('broken')
  await expect(second).rejects.toThrow('broken')
  expect(await cache.once('a', loading('one', 100))).toBe('one')
})

test('so many are verified at once', async () => {
  const cache = new TokenCache<string>(createManualRuntime(), 10)
  const ends: (() => void)[] = []
  const load = () =>
    new Promise<{ value: string; until: number }>((resolve) => ends.push(() => resolve({ value: '', until: 0 })))
  const all = Array.from({ length: 4_096 }, (_, token) => cache.once(String(token), load))
  expect(() => cache.once('one more', load)).toThrow('At most 4096 tokens are verified at once')
  for (const end of ends) end()
  await Promise.all(all)
  expect(await cache.once('one more', loading('one', 100))).toBe('one')
})
