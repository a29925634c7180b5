import { describe, expect, test } from 'vitest'
import {
  booleanValue,
  checkOptions,
  functionValue,
  hierarchy,
  nonEmptyString,
  type OptionCheck,
  objectValue,
  optional,
  positiveNumber,
  safeUrl,
  stringList,
  wholeNumber,
} from './check-options.js'

const url = 'an https: URL, or an http: URL of this machine'
const rows: readonly (readonly [string, OptionCheck, readonly unknown[], readonly unknown[], string])[] = [
  ['text', nonEmptyString, ['a'], ['', 5, undefined], 'o must be a string that is not empty'],
  ['a list', stringList, [[], ['a']], ['a', {}, undefined], 'o must be an array of strings'],
  [
    'a list of text',
    stringList,
    [['a']],
    [
      ['a', ''],
      ['a', 5],
    ],
    'o[1] must be a string that is not empty',
  ],
  ['a function', functionValue, [() => 1], ['a', {}, undefined], 'o must be a function'],
  ['an object', objectValue, [{}], [null, [], 'a', undefined], 'o must be an object'],
  ['a boolean', booleanValue, [true, false], ['true', 0, undefined], 'o must be true or false'],
  [
    'a whole number',
    wholeNumber,
    [0, 1, 2 ** 53 - 1],
    [-1, 0.5, 2 ** 53, '1', Number.NaN],
    'o must be a whole number, 0 or more',
  ],
  ['a positive number', positiveNumber, [1, 2], [0, -1, 1.5, '1'], 'o must be a whole number, 1 or more'],
  ['scopes by scope', hierarchy, [{}, { a: ['b'] }], [[], 'a'], 'o must be an object'],
  [
    'scopes by scope, of text',
    hierarchy,
    [{ a: [] }],
    [{ a: 'b' }, { c: ['d'], a: {} }],
    'o.a must be an array of strings',
  ],
  [
    'a URL for secrets',
    safeUrl,
    ['https://a.example', 'http://localhost:3000/x', 'http://127.0.0.1', 'http://127.9.9.9', 'http://[::1]/'],
    [
      'http://a.example',
      'ftp://localhost',
      'a',
      5,
      undefined,
      'http://my-localhost',
      'http://127.0.0.1.a.example:3000',
      'http://[::11]/',
      'http://[2001::1]/',
      'http://localhost.a.example',
      'http://127.0.0.1.a.example',
    ],
    `o must be ${url}`,
  ],
  ['something, or nothing', optional(booleanValue), [undefined, true], [null, 'a'], 'o must be true or false'],
]

describe('a value', () => {
  test.each(rows)('that must be %s', (_name, check, good, bad, message) => {
    for (const value of good) check('o', value)
    for (const value of bad) expect(() => check('o', value)).toThrow(new TypeError(message))
  })
})

describe('options', () => {
  const checks = { audience: nonEmptyString, dpop: optional(booleanValue) }
  const check = (options: unknown) => () => checkOptions('jwtAuth', options, checks)

  test('that are right pass', () => {
    expect(check({ audience: 'a' })).not.toThrow()
    expect(check({ audience: 'a', dpop: true })).not.toThrow()
  })

  test.each([
    ['are none', undefined, 'jwtAuth must be given an object of options'],
    ['are null', null, 'jwtAuth must be given an object of options'],
    ['are text', 'audience', 'jwtAuth must be given an object of options'],
    [
      'have a name of every object',
      { constructor: 1 },
      'jwtAuth: there is no option "constructor". The options are audience, dpop',
    ],
    ['lack one', {}, 'jwtAuth: audience must be a string that is not empty'],
    ['have a wrong one', { audience: 'a', dpop: 1 }, 'jwtAuth: dpop must be true or false'],
    [
      'have one that is unknown',
      { audience: 'a', dpob: true },
      'jwtAuth: there is no option "dpob"; did you mean "dpop"? The options are audience, dpop',
    ],
    [
      'have a key in the place of a name',
      { 'a-secret': 1 },
      'jwtAuth: there is no such option. The options are audience, dpop',
    ],
  ])('that %s are refused', (_name, options, message) => {
    expect(check(options)).toThrow(new TypeError(message))
  })
})
