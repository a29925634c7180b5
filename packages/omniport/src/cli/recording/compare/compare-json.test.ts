import { expect, test } from 'vitest'
import { compareJson, createIgnore } from './compare-json.js'

test.each([
  ['nothing', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ['a value', { a: 1 }, { a: '1' }, [{ path: '/a', before: 1, after: '1' }]],
  ['a missing member', { a: 1 }, {}, [{ path: '/a', before: 1, after: undefined }]],
  ['an item', [1], [1, 2], [{ path: '/1', before: undefined, after: 2 }]],
  ['an array for an object', { a: [] }, { a: {} }, [{ path: '/a', before: [], after: {} }]],
  ['a name with slashes', { 'a/b~': 1 }, { 'a/b~': 2 }, [{ path: '/a~1b~0', before: 1, after: 2 }]],
])('%s differs', (_, before, after, expected) => {
  expect(compareJson(before, after)).toEqual(expected)
})

test('what is ignored is left out, with all below it', () => {
  const isIgnored = createIgnore(['/result/content/*/text', '/result/_meta'])
  const before = { result: { content: [{ text: 'a', type: 'text' }], _meta: { at: { x: 1 } }, b: 1 } }
  const after = { result: { content: [{ text: 'b', type: 'text' }], _meta: { at: 2 }, b: 2 } }
  expect(compareJson(before, after, isIgnored)).toEqual([{ path: '/result/b', before: 1, after: 2 }])
})

test('values that are equal to nobody else differ', () => {
  expect(compareJson(null, {})).toEqual([{ path: '', before: null, after: {} }])
  expect(compareJson({ a: null }, { a: 0 })).toEqual([{ path: '/a', before: null, after: 0 }])
  expect(compareJson(undefined, { a: 1 })).toEqual([{ path: '', before: undefined, after: { a: 1 } }])
  expect(compareJson({ a: 1, b: 2 }, { b: 3, c: 4 }).map(({ path }) => path)).toEqual(['/a', '/b', '/c'])
})

test('a hundred places are named, and no more', () => {
  const list = (length: number) => Array.from({ length }, (_, at) => at)
  expect(compareJson([], list(100))).toHaveLength(100)
  expect(compareJson([], list(101))).toHaveLength(100)
})

test.each([
  [['/a'], '/a', true],
  [['/a'], '/a/b', true],
  [['/a'], '/ab', false],
  [['/a'], '/b/a', false],
  [['/a/*/c'], '/a/b/c', true],
  [['/a/*/c'], '/a/b/d/c', false],
  [['/a/*'], '/a', false],
  [['/a.b$(c)[d]{e}^|+?\\'], '/a.b$(c)[d]{e}^|+?\\', true],
  [['/a.b'], '/axb', false],
  [['/x', '/a'], '/a', true],
  [[], '/a', false],
])('%j ignores %s: %s', (patterns, path, isIgnored) => {
  expect(createIgnore(patterns)(path)).toBe(isIgnored)
})
