import { describe, expect, test } from 'vitest'
import {
  booleanValue,
  byteCount,
  cacheScope,
  completions,
  contentAnnotations,
  functionList,
  functionValue,
  icons,
  milliseconds,
  objectsByName,
  objectValue,
  oneOf,
  positiveCount,
  positiveMilliseconds,
  revisionValue,
  stringList,
  stringValue,
  toolAnnotations,
} from './option-checks.js'

const checks = {
  booleanValue,
  byteCount,
  cacheScope,
  completions,
  contentAnnotations,
  functionList,
  functionValue,
  icons,
  milliseconds,
  objectsByName,
  objectValue,
  positiveCount,
  positiveMilliseconds,
  revisionValue,
  stringList,
  stringValue,
  toolAnnotations,
}

type Name = keyof typeof checks

const src = 'https://a.example/a.png'

test.each<[Name, unknown]>([
  ['booleanValue', false],
  ['byteCount', 0],
  ['byteCount', Number.MAX_SAFE_INTEGER],
  ['cacheScope', 'public'],
  ['cacheScope', 'private'],
  ['completions', {}],
  ['completions', { a: ['x'], b: () => [], c: undefined }],
  ['contentAnnotations', {}],
  ['contentAnnotations', { audience: ['user', 'assistant'], priority: 0, lastModified: 'now', other: 1 }],
  ['contentAnnotations', { audience: undefined, priority: 1 }],
  ['functionList', [() => 1]],
  ['functionValue', () => 1],
  ['icons', []],
  ['icons', [{ src }, { src: 'DATA:image/png;base64,AA==', mimeType: 'a/b', sizes: ['any'], theme: 'dark' }]],
  ['icons', [{ src, theme: 'light', other: 1 }]],
  ['milliseconds', 0],
  ['objectsByName', { a: {} }],
  ['objectValue', {}],
  ['positiveCount', 1],
  ['positiveMilliseconds', 1],
  ['revisionValue', '2025-11-25'],
  ['stringList', []],
  ['stringList', ['a']],
  ['stringValue', ''],
  ['toolAnnotations', { title: 'T', readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
  ['toolAnnotations', { openWorldHint: false, other: 1 }],
])('%s takes %j', (name, value) => {
  expect(checks[name]('x', value)).toBeUndefined()
})

const revisions = '2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28'

describe('what is refused, and why', () => {
  test.each<[Name, unknown, string]>([
    ['stringValue', 1, 'x must be a string, got 1'],
    ['booleanValue', 'true', 'x must be true or false, got "true"'],
    ['functionValue', {}, 'x must be a function, got an object'],
    ['milliseconds', -1, 'x must be a whole number of milliseconds, 0 or more, got -1'],
    ['milliseconds', 1.5, 'x must be a whole number of milliseconds, 0 or more, got 1.5'],
    ['milliseconds', '1', 'x must be a whole number of milliseconds, 0 or more, got "1"'],
    ['milliseconds', 2 ** 53, 'x must be a whole number of milliseconds, 0 or more, got 9007199254740992'],
    ['positiveMilliseconds', 0, 'x must be longer than 0 ms, got 0'],
    ['positiveMilliseconds', -1, 'x must be a whole number of milliseconds, 0 or more, got -1'],
    ['positiveCount', 0, 'x must be a whole number, 1 or more, got 0'],
    ['positiveCount', 0.5, 'x must be a whole number, 1 or more, got 0.5'],
    ['byteCount', -1, 'x must be a whole number of bytes, 0 or more, got -1'],
    ['objectValue', [], 'x must be an object, got an array'],
    ['objectValue', null, 'x must be an object, got null'],
    ['objectsByName', [], 'x must be an object, got an array'],
    ['objectsByName', { a: {}, 'b c': 1 }, 'x["b c"] must be an object, got 1'],
    ['cacheScope', 'all', 'x must be "public" or "private", got "all"'],
    ['stringList', 'a', 'x must be an array of strings, got "a"'],
    ['stringList', ['a', 1], 'x[1] must be a string, got 1'],
    ['functionList', () => 1, 'x must be an array of functions, got a function'],
    ['functionList', [1], 'x[0] must be a function, got 1'],
    ['revisionValue', '2020-01-01', `x must be one of ${revisions}, got "2020-01-01"`],
    ['toolAnnotations', [], 'x must be an object, got an array'],
    ['toolAnnotations', { title: 1 }, 'x.title must be a string, got 1'],
    ['toolAnnotations', { readOnlyHint: 1 }, 'x.readOnlyHint must be true or false, got 1'],
    ['toolAnnotations', { destructiveHint: null }, 'x.destructiveHint must be true or false, got null'],
    ['toolAnnotations', { idempotentHint: 1 }, 'x.idempotentHint must be true or false, got 1'],
    ['toolAnnotations', { openWorldHint: 1 }, 'x.openWorldHint must be true or false, got 1'],
    ['contentAnnotations', { audience: 'user' }, 'x.audience must be an array of roles, got "user"'],
    ['contentAnnotations', { audience: ['me'] }, 'x.audience[0] must be "user" or "assistant", got "me"'],
    ['contentAnnotations', { priority: -0.1 }, 'x.priority must be a number from 0 to 1, got -0.1'],
    ['contentAnnotations', { priority: 1.1 }, 'x.priority must be a number from 0 to 1, got 1.1'],
    ['contentAnnotations', { priority: Number.NaN }, 'x.priority must be a number from 0 to 1, got NaN'],
    ['contentAnnotations', { priority: '1' }, 'x.priority must be a number from 0 to 1, got "1"'],
    ['contentAnnotations', { lastModified: 1 }, 'x.lastModified must be a string, got 1'],
    ['icons', {}, 'x must be an array of icons, got an object'],
    ['icons', [1], 'x[0] must be an object, got 1'],
    ['icons', [{}], 'x[0].src must be an https: or data: address, got undefined'],
    ['icons', [{ src: 1 }], 'x[0].src must be an https: or data: address, got 1'],
    ['icons', [{ src: 'http://a' }], 'x[0].src must be an https: or data: address, got "http://a"'],
    ['icons', [{ src: ' https:' }], 'x[0].src must be an https: or data: address, got " https:"'],
    ['icons', [{ src, mimeType: 1 }], 'x[0].mimeType must be a string, got 1'],
    ['icons', [{ src, sizes: 'any' }], 'x[0].sizes must be an array of strings, got "any"'],
    ['icons', [{ src, theme: 'red' }], 'x[0].theme must be "light" or "dark", got "red"'],
    ['completions', [], 'x must be an object, got an array'],
    ['completions', { a: 'b' }, 'x.a must be a function or an array of strings, got "b"'],
    ['completions', { a: [1] }, 'x.a[0] must be a string, got 1'],
  ])('%s: %j', (name, value, message) => {
    expect(() => checks[name]('x', value)).toThrow(new TypeError(message))
  })

  test('one of three', () => {
    expect(() => oneOf('a', 'b', 'c')('x', undefined)).toThrow(
      new TypeError('x must be "a" or "b" or "c", got undefined'),
    )
  })
})
