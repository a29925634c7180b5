import { describe, expect, test } from 'vitest'
import { authStoreContract } from './auth-store.contract.js'
import { createMemoryAuthStore } from './memory-auth-store.js'

describe('the contract', () => {
  const checks = authStoreContract({ create: createMemoryAuthStore })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

test('what is no JSON is refused', async () => {
  await expect(createMemoryAuthStore().set('a', () => {})).rejects.toThrow(TypeError)
})
