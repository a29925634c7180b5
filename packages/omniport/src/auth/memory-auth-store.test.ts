import { describe, expect, test } from 'vitest'
import { authStoreContract } from './auth-store.contract.js'
import { createMemoryAuthStore } from './memory-auth-store.js'

describe('the contract', () => {
  const checks = authStoreContract({ create: createMemoryAuthStore })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

test('what is no JSON is refused', async () => {
  await expect(createMemoryAuthStore().set('a', () => {})).rejects.toThrow(
    new TypeError('AuthStore.set: value must be JSON'),
  )
})

test('only the thousand values that were used last are there', async () => {
  const store = createMemoryAuthStore()
  for (let number = 0; number < 1_000; number += 1) await store.set(`${number}`, number)
  await store.get('0')
  await store.set('1000', 1_000)
  expect([await store.get('0'), await store.get('1'), await store.get('2')]).toEqual([0, undefined, 2])
})
