import { describe, expect, test } from 'vitest'
import { takeToken } from './take-token.js'

/** A tab at an address, with what its storage has; `address` is what stands in the address line. */
function tab(hash: string, stored?: string) {
  const storage = new Map(stored === undefined ? [] : [['omniport-token', stored]])
  const seen = { address: `/page${hash}`, storage }
  const window = {
    location: { hash, pathname: '/page' },
    sessionStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    },
    history: {
      replaceState: (_state: unknown, _title: string, address: string) => {
        seen.address = address
      },
    },
  }
  return { seen, window: window as unknown as Window }
}

describe('the token of the address', () => {
  test.each([
    ['alone', '#token=a-b_1', 'a-b_1', '/page'],
    ['with a view', '#token=abc&to=/servers/notes?x=1&y', 'abc', '/page#/servers/notes?x=1&y'],
    ['with a view that is empty', '#token=abc&to=', 'abc', '/page#'],
    ['behind something else', '#other=1&token=abc', 'abc', '/page'],
  ])('%s is taken, stored, and out of the address', (_name, hash, token, address) => {
    const { window, seen } = tab(hash, 'old')
    expect(takeToken(window)).toBe(token)
    expect([seen.address, seen.storage.get('omniport-token')]).toEqual([address, token])
  })

  test.each([
    ['of a view', '#/servers/notes'],
    ['without one', ''],
    ['with an empty one', '#token='],
    ['with one that has other characters', '#token=a b'],
    ['with more behind it', '#token=abc&other=1'],
    ['with a name that ends so', '#mytoken=abc'],
    ['with it before the fragment', 'x#token=abc'],
  ])('%s is that of the tab, and the address stays', (_name, hash) => {
    const { window, seen } = tab(hash, 'old')
    expect([takeToken(window), seen.address]).toEqual(['old', `/page${hash}`])
  })

  test('is nothing in a tab that never had one', () => {
    expect(takeToken(tab('#/').window)).toBeUndefined()
  })
})
