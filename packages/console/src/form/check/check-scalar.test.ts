import { describe, expect, test } from 'vitest'
import { checkNumber, checkText, exampleOf } from './check-scalar.js'

describe('a text', () => {
  test.each<[string, object, readonly string[]]>([
    ['', {}, []],
    ['ab', { minLength: 2, maxLength: 2 }, []],
    ['a', { minLength: 2 }, ['Needs at least 2 characters']],
    ['', { minLength: 1 }, ['Needs at least 1 character']],
    ['abc', { maxLength: 2 }, ['Has 3 of at most 2 characters']],
    ['ab', { maxLength: 1 }, ['Has 2 of at most 1 character']],
    ['🙂', { maxLength: 1 }, []],
    ['abc', { pattern: '^a' }, []],
    ['bc', { pattern: '^a' }, ['Must match ^a']],
    ['bc', { pattern: '(' }, []],
    ['🙂', { pattern: '^.$' }, []],
    ['b', { pattern: '^a', minLength: 2 }, ['Needs at least 2 characters', 'Must match ^a']],
    ['x', { format: 'unknown' }, []],
    ['', { format: 'email' }, []],
    ['a', { minLength: '2', maxLength: '0', pattern: 5, format: 5 }, []],
  ])('%j with %j: %j', (value, schema, found) => {
    expect(checkText(value, schema as never)).toEqual(found)
  })
})

describe('a pattern that could block the page is not tried', () => {
  test.each<[string, boolean]>([
    ['^a+$', true],
    ['^a*b*$', true],
    ['^a*b*c*$', false],
    ['^a{2}b{2}c{2}d{2}$', true],
    ['^a{2,}b{2,}$', true],
    ['^a{2,}b{2,}c{2,3}$', false],
    ['^(ab)+$', true],
    ['^(ab)?$', true],
    ['^(ab){2}$', true],
    ['^(a+)+$', false],
    ['^(a|b)+$', false],
    ['^(a?)+$', false],
    ['^(a{2})+$', false],
    ['^(a+)$', true],
    ['^(a|b)$', true],
    ['^([+*]|a)$', true],
    ['^([+*])+$', true],
    ['^\\+\\*\\?\\{$', true],
    ['^(a)\\1$', false],
    ['^(?<n>a)\\k<n>$', false],
    ['^(?=a)', false],
    ['^(?!a)', false],
    ['^(?<=a)', false],
    ['^(?:ab)$', true],
    [`^${'b'.repeat(199)}`, true],
    [`^${'b'.repeat(200)}`, false],
  ])('%s is tried: %s', (pattern, isTried) => {
    expect(checkText('#', { pattern } as never)).toEqual(isTried ? [`Must match ${pattern}`] : [])
  })

  test('nor on a long text', () => {
    expect(checkText('b'.repeat(2_000), { pattern: '^a' } as never)).toEqual(['Must match ^a'])
    expect(checkText('b'.repeat(2_001), { pattern: '^a' } as never)).toEqual([])
  })
})

describe('formats', () => {
  const valid: readonly (readonly [string, string])[] = [
    ['email', 'a@b'],
    ['date', '2026-03-14'],
    ['time', '14:30:00'],
    ['time', '14:30:00Z'],
    ['time', '14:30:00.25+02:00'],
    ['time', '14:30:00z'],
    ['date-time', '2026-03-14T14:30:00Z'],
    ['date-time', '2026-03-14t14:30:00.123-11:30'],
    ['uuid', '123e4567-e89b-12d3-a456-426614174000'],
    ['uuid', '123E4567-E89B-12D3-A456-426614174000'],
    ['ipv4', '127.0.0.1'],
    ['uri', 'https://a.example/'],
    ['uri', 'urn:x'],
    ['uri', 'A+b.c-1:x'],
    ['uri', '//a/b'],
  ]
  test.each(valid)('%s has %s', (format, value) => {
    expect(checkText(value, { format } as never)).toEqual([])
  })

  const invalid: readonly (readonly [string, string])[] = [
    ['email', 'a'],
    ['email', '@b'],
    ['email', 'a@'],
    ['email', 'a@b@c'],
    ['email', 'a b@c'],
    ['email', 'a@b c'],
    ['date', '2026-3-14'],
    ['date', '12026-03-14'],
    ['date', '2026-03-145'],
    ['time', '4:30:00'],
    ['time', '14:30'],
    ['time', '14:30:00.'],
    ['time', 'x14:30:00'],
    ['time', '14:30:00x'],
    ['date-time', '2026-03-14'],
    ['date-time', '2026-03-14T14:30:00'],
    ['date-time', 'x2026-03-14T14:30:00Z'],
    ['date-time', '2026-03-14T14:30:00Zx'],
    ['uuid', '123e4567-e89b-12d3-a456'],
    ['uuid', 'x123e4567-e89b-12d3-a456-426614174000'],
    ['uuid', '123e4567-e89b-12d3-a456-4266141740000'],
    ['ipv4', '127.0.0'],
    ['ipv4', '127.0.0.1.1'],
    ['ipv4', '1270.0.0.1'],
    ['ipv4', 'x127.0.0.1'],
  ]
  test.each(invalid)('%s has not %s', (format, value) => {
    expect(checkText(value, { format } as never)).toEqual([`Must be written like ${exampleOf(format)}`])
  })

  test.each(['a', '1a:b', 'a b:c', 'a: b', '/a', ' a:b'])('%j is no address', (value) => {
    expect(checkText(value, { format: 'uri' } as never)).toEqual(['Must be an address, such as https://example.com/'])
  })

  test.each([
    ['uri', 'https://example.com/'],
    ['email', 'name@example.com'],
    ['date', '2026-03-14'],
    ['time', '14:30:00Z'],
    ['date-time', '2026-03-14T14:30:00Z'],
    ['uuid', '123e4567-e89b-12d3-a456-426614174000'],
    ['ipv4', '127.0.0.1'],
    ['unknown', undefined],
  ])('the example of %s is %s, and fits', (format, example) => {
    expect(exampleOf(format)).toBe(example)
    expect(checkText(example ?? '', { format } as never)).toEqual([])
  })
})

describe('a number', () => {
  test.each<[number, object, readonly string[]]>([
    [5, {}, []],
    [5, { minimum: 5, maximum: 5 }, []],
    [4, { minimum: 5 }, ['Must be at least 5']],
    [6, { maximum: 5 }, ['Must be at most 5']],
    [5, { exclusiveMinimum: 5 }, ['Must be more than 5']],
    [6, { exclusiveMinimum: 5 }, []],
    [5, { exclusiveMaximum: 5 }, ['Must be less than 5']],
    [4, { exclusiveMaximum: 5 }, []],
    [5, { minimum: 5, exclusiveMinimum: true }, ['Must be more than 5']],
    [5, { minimum: 5, exclusiveMinimum: false }, []],
    [5, { maximum: 5, exclusiveMaximum: true }, ['Must be less than 5']],
    [5, { maximum: 5, exclusiveMaximum: false }, []],
    [0.3, { multipleOf: 0.1 }, []],
    [0.35, { multipleOf: 0.1 }, ['Must be a multiple of 0.1']],
    [4, { multipleOf: 2 }, []],
    [5, { multipleOf: 2 }, ['Must be a multiple of 2']],
    [5, { multipleOf: 0 }, []],
    [5, { multipleOf: -2 }, []],
    [1e15, { multipleOf: 0.1 }, []],
    [1, { minimum: '5', maximum: null, multipleOf: '2' }, []],
    [
      1,
      { minimum: 5, maximum: 0, multipleOf: 2 },
      ['Must be at least 5', 'Must be at most 0', 'Must be a multiple of 2'],
    ],
  ])('%f with %j: %j', (value, schema, found) => {
    expect(checkNumber(value, schema as never)).toEqual(found)
  })
})
