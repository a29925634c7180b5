import { expect, test } from 'vitest'
import type { Expectation } from './calls-file.js'
import { type Came, findDifference } from './compare.js'

const came = (result: object = {}, text = ''): Came => ({ result: { ...result }, text })
const error: Came = { text: '', errorCode: -32602, errorMessage: 'wrong' }

test.each([
  [{}, came(), undefined],
  [{ errorCode: -32602 }, error, undefined],
  [{ errorCode: -32601 }, error, 'expected error -32601, got error -32602: wrong'],
  [{}, error, 'expected a result, got error -32602: wrong'],
  [{ errorCode: -32601 }, came(), 'expected error -32601, got a result'],
  [{ isError: false }, came(), undefined],
  [{ isError: false }, came({ isError: 'yes' }), undefined],
  [{ isError: true }, came({ isError: true }), undefined],
  [{}, came({ isError: true }), undefined],
  [{ isError: false }, came({ isError: true }, 'oh'), 'the tool failed: "oh"'],
  [{ isError: true }, came(), 'the tool was to fail, and did not'],
  [{ text: 'a' }, came({}, 'a'), undefined],
  [{ text: 'a' }, came({}, 'b'), 'text: expected "a", got "b"'],
  [{ text: '' }, came({}, 'b'), 'text: expected "", got "b"'],
  [{ contains: 'b' }, came({}, 'abc'), undefined],
  [{ contains: 'z' }, came({}, 'abc'), 'text: expected "z" in it, got "abc"'],
  [{ contains: ['a', 'c'] }, came({}, 'abc'), undefined],
  [{ contains: ['a', 'z'] }, came({}, 'abc'), 'text: expected "z" in it, got "abc"'],
  [{ contains: [] }, came(), undefined],
  [{ structuredContent: { a: 1 } }, came({ structuredContent: { a: 1 } }), undefined],
  [
    { structuredContent: { a: 1 } },
    came({ structuredContent: { a: 1, b: 2 } }),
    'structuredContent: expected {"a":1}, got {"a":1,"b":2}',
  ],
  [{ structuredContent: { a: 1 } }, came(), 'structuredContent: expected {"a":1}, got nothing'],
  [{ structuredContent: undefined }, came({ structuredContent: 1 }), 'structuredContent: expected nothing, got 1'],
  [{ result: { a: 1 } }, came({ a: 1, b: 2 }), undefined],
  [{ result: { a: { b: 1 } } }, came({ a: { b: 1, c: 2 } }), undefined],
  [{ result: { a: { b: 1 } } }, came({ a: { b: 2 } }), 'result.a.b: expected 1, got 2'],
  [{ result: { a: 1 } }, came(), 'result.a: expected 1, got nothing'],
  [{ result: { toString: 1 } }, came(), 'result.toString: expected 1, got nothing'],
  [{ result: { list: [{ a: 1 }] } }, came({ list: [{ a: 1, b: 2 }] }), undefined],
  [{ result: { list: [1, 2] } }, came({ list: [1, 3] }), 'result.list.1: expected 2, got 3'],
  [{ result: { list: [1] } }, came({ list: [1, 2] }), 'result.list: expected [1], got [1,2]'],
  [{ result: { list: [] } }, came({ list: {} }), 'result.list: expected [], got {}'],
  [{ result: { a: {} } }, came({ a: [] }), 'result.a: expected {}, got []'],
  [{ result: { a: null } }, came({ a: null }), undefined],
  [{ result: { a: {} } }, came({ a: null }), 'result.a: expected {}, got null'],
  [{ result: 'x' }, came(), 'result: expected "x", got {}'],
  [{ text: 'x'.repeat(300) }, came({}, 'b'), `text: expected "${'x'.repeat(199)}…, got "b"`],
  [{ isError: false, text: 'a' }, came({ isError: true }, 'b'), 'the tool failed: "b"'],
] satisfies [Expectation, Came, string | undefined][])('expected %j, case %#', (expected, what, difference) => {
  expect(findDifference(expected, what)).toBe(difference)
})
