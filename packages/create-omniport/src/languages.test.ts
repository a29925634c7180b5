import { afterEach, describe, expect, test } from 'vitest'
import { setTypescript } from './fixtures/set-own.js'
import { defaultLanguage, toLanguage } from './languages.js'

let restore = () => {}

afterEach(() => restore())

test.each<[string | false | undefined, string]>([
  ['strip', 'ts'],
  ['transform', 'ts'],
  [false, 'js'],
  [undefined, 'js'],
])('where Node says "%s" of TypeScript, a project is in %s', (value, language) => {
  restore = setTypescript(value)
  expect(defaultLanguage()).toBe(language)
})

describe('a text of a template', () => {
  const text = [
    '/*ts import type { A } from "a"*/',
    'import { b } from "./b.js"',
    'export function c(d /*ts: string*/, e/*ts: number*/) {} /*ts as const*/',
    '',
  ].join('\n')

  test('has no comments for TypeScript in JavaScript, and no empty lines in their place', () => {
    expect(toLanguage(text, 'js', ['b.js'])).toBe('import { b } from "./b.js"\nexport function c(d, e) {}\n')
  })

  test('has what they say in TypeScript, which names its files', () => {
    expect(toLanguage(text, 'ts', ['b.js'])).toBe(
      [
        'import type { A } from "a"',
        'import { b } from "./b.ts"',
        'export function c(d: string, e: number) {} as const',
        '',
      ].join('\n'),
    )
  })

  test('names other files as they are', () => {
    expect(toLanguage('a.js b.js a.js.map a.js', 'ts', ['a.js'])).toBe('a.ts b.js a.ts.map a.ts')
    expect(toLanguage('a.js x.js.js', 'ts', ['x.js.js', 'a.js'])).toBe('a.ts x.js.ts')
    expect(toLanguage('a.js', 'ts', [])).toBe('a.js')
  })

  test('loses a whole line only where the comment is all of it', () => {
    expect(toLanguage('  /*ts a*/\nb /*ts c*/ d\n', 'js', [])).toBe(' \nb d\n')
    expect(toLanguage('/*ts a*/ b\n/*ts c*/\nd\n', 'js', [])).toBe(' b\nd\n')
  })
})
