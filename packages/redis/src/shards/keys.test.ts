import { describe, expect, test } from 'vitest'
import { fromKeyText, Keys, shardOf, toKeyText } from './keys.js'

describe('a prefix', () => {
  test.each(['', 'a{b', 'a}', 'a b', 'a\tb'])('that cannot be one is refused: %j', (prefix) => {
    expect(() => new Keys(prefix)).toThrow(
      new TypeError(`prefix: expected a name without braces and spaces, got ${JSON.stringify(prefix)}`),
    )
  })

  test('begins all keys and channels', () => {
    const keys = new Keys('my:service')
    expect(keys.channel(5)).toBe('my:service:{05}')
    expect(keys.channel(255)).toBe('my:service:{ff}')
    expect(keys.inShard(16, 'w', 'node')).toBe('my:service:{10}:w:node')
  })
})

test('a key of an id is in its shard, and those of different kinds differ', () => {
  const keys = new Keys('p')
  expect([keys.of('e', 'session'), keys.of('l', 'a')]).toEqual(['p:{e4}:e:session', 'p:{09}:l:a'])
  expect(keys.of('e', '\ud800')).toMatch(/^p:\{[0-9a-f]{2}\}:e:\\ud800$/)
})

// Nodes of different versions share a Redis.
test.each([
  ['', 0x44],
  ['a', 0x09],
  ['session', 0xe4],
  ['ä', 0xa2],
])('the shard of %j is always the same', (id, shard) => {
  expect(shardOf(id)).toBe(shard)
})

test('ids are spread over all shards', () => {
  const shards = new Set(Array.from({ length: 5_000 }, (_, at) => shardOf(`session-${at}`)))
  expect([shards.size, Math.min(...shards), Math.max(...shards)]).toEqual([256, 0, 255])
})

describe('an id as a part of a key', () => {
  test.each([
    ['plain', 'a b:c{d}', 'a b:c{d}'],
    ['with a whole pair', '😀', '😀'],
    ['with half of a pair', 'a\udc00', 'a\\udc00'],
    ['with a backslash', 'a\\b', 'a\\\\b'],
    ['with a quote beside one', '\\"', '\\\\\\"'],
  ])('%s', (_what, id, text) => {
    expect([toKeyText(id), fromKeyText(text)]).toEqual([text, id])
  })
})
