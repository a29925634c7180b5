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
