import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { isMetaKey, isReservedMetaKey } from './is-meta-key.js'
import { metaKeys } from './meta-keys.js'

test.each([
  'progressToken',
  'a',
  'a1_b.c-d',
  'com.example/',
  'com.example/a',
  'x-y.z9/name',
  'io.modelcontextprotocol/a',
])('%s is a key', (key) => {
  verifies('BASE-30')
  expect(isMetaKey(key)).toBe(true)
})

test.each(['io.mcpx', 'io.mcp', 'io.modelcontextprotocol', 'a.b.mcp/c', 'mcp/a', 'io.mcpx/a'])(
  '%s has no prefix that the protocol reserves',
  (key) => {
    expect(isReservedMetaKey(key)).toBe(false)
  },
)

test.each([
  '-a',
  'a-',
  'a b',
  '1com.example/a',
  'com..example/a',
  'com.example-/a',
  '/a',
  'a/b/c',
  'com.example/-a',
  'ü',
])('%s is no key', (key) => {
  verifies('BASE-30')
  expect(isMetaKey(key)).toBe(false)
})

test.each([
  ['io.modelcontextprotocol/a', true],
  ['dev.mcp/', true],
  ['com.mcp.tools/a', true],
  ['org.modelcontextprotocol.api/a', true],
  ['com.example.mcp/a', false],
  ['mcp/a', false],
  ['mcp', false],
  ['com.example/mcp', false],
])('whether %s is reserved: %s', (key, isReserved) => {
  verifies('BASE-32')
  expect(isReservedMetaKey(key)).toBe(isReserved)
})

test('what this library writes itself is reserved and well-formed', () => {
  verifies('BASE-30', 'BASE-31', 'BASE-32', 'BASE-33')
  const keys = Object.values(metaKeys)
  expect(keys.filter((key) => isReservedMetaKey(key) && isMetaKey(key))).toEqual(keys)
  expect(keys.filter((key) => !key.startsWith('io.modelcontextprotocol/'))).toEqual([])
})
