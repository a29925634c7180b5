import { describe, expect, test } from 'vitest'
import { createFakeAuthStore } from '../fixtures/fake-auth-store.js'
import { loadDpopKeys } from './load-dpop-keys.js'

const serverUrl = new URL('https://mcp.example/mcp')
const key = '["dpop-key","https://mcp.example/mcp"]'

describe('the keys for proofs', () => {
  test('are made once for each server, and stored', async () => {
    const store = createFakeAuthStore()
    const [first, second] = await Promise.all([loadDpopKeys({ store, serverUrl }), loadDpopKeys({ store, serverUrl })])
    const other = await loadDpopKeys({ store, serverUrl: new URL('https://other.example/mcp') })
    expect(first.publicJwk).toEqual({ kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) })
    expect([second.publicJwk, (await loadDpopKeys({ store, serverUrl })).publicJwk]).toEqual([
      first.publicJwk,
      first.publicJwk,
    ])
    expect(other.publicJwk).not.toEqual(first.publicJwk)
    expect([...store.entries.keys()]).toEqual([key, '["dpop-key","https://other.example/mcp"]'])
    expect(JSON.parse(store.entries.get(key) ?? '')).toMatchObject({ ...first.publicJwk, d: expect.any(String) })
  })

  test('sign, and the private one cannot be read', async () => {
    const { pair } = await loadDpopKeys({ store: createFakeAuthStore(), serverUrl })
    expect([pair.privateKey.extractable, pair.publicKey.extractable]).toEqual([false, true])
    expect([pair.privateKey.usages, pair.publicKey.usages]).toEqual([['sign'], ['verify']])
  })

  test('that are stored are used before the lock is waited for', async () => {
    const store = createFakeAuthStore()
    const { publicJwk } = await loadDpopKeys({ store, serverUrl })
    const locked = { ...store, exclusive: () => Promise.reject(new Error('locked')) }
    expect((await loadDpopKeys({ store: locked, serverUrl })).publicJwk).toEqual(publicJwk)
  })

  test.each<[string, (stored: object) => unknown]>([
    ['no object', () => 'text'],
    ['another type', (stored) => ({ ...stored, kty: 'RSA' })],
    ['another curve', (stored) => ({ ...stored, crv: 'P-384' })],
    ['no x', (stored) => ({ ...stored, x: undefined })],
    ['no y', (stored) => ({ ...stored, y: undefined })],
    ['no private part', (stored) => ({ ...stored, d: undefined })],
    ['another private part', (stored) => ({ ...stored, d: 'AA' })],
  ])('are made anew where what is stored has %s', async (_name, change) => {
    const store = createFakeAuthStore()
    const before = await loadDpopKeys({ store, serverUrl })
    await store.set(key, change(JSON.parse(store.entries.get(key) ?? '')))
    const after = await loadDpopKeys({ store, serverUrl })
    expect(after.publicJwk).not.toEqual(before.publicJwk)
    expect((await loadDpopKeys({ store, serverUrl })).publicJwk).toEqual(after.publicJwk)
  })
})
