import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { isTraversal } from './resource-index.js'

describe('a URI leads out of the folder of its template', () => {
  test.each([
    ['file:///data/a', { name: 'a' }, false],
    ['file:///data/a/b', { name: 'a/b' }, false],
    ['file:///data/..a/b..', { name: '..a/b..' }, false],
    ['file:///data/...', { name: '...' }, false],
    ['file:///data/a%20b', { name: 'a b' }, false],
    ['file:///data/..', { name: '..' }, true],
    ['file:///data/%2e%2E', { name: '..' }, true],
    ['file:///data/a/../b', { name: 'a/../b' }, true],
    ['file:///data/a\\..\\b', { name: 'a\\..\\b' }, true],
    ['file:///data/%2Fetc', { name: '/etc' }, true],
    ['file:///data/..%5cetc', { name: '..\\etc' }, true],
    ['file:///data/a%00.txt', { name: 'a\0.txt' }, true],
    ['FILE:///data/..', { name: '..' }, true],
    ['db:///data/..', { name: '..' }, false],
  ])('%s with %j: %s', (uri, variables, expected) => {
    verifies('RES-15')
    expect(isTraversal(uri, variables)).toBe(expected)
  })
})
