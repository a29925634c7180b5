import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRegExp } from './parse-regexp.js'
import { createProgram } from './regexp-program.js'
import { charactersOf, search } from './run-program.js'

/** The verdict and the number of steps. */
function run(source: string, text: string, lenient = false): { readonly matches: boolean; readonly steps: number } {
  let steps = 0
  const consume = (count: number) => {
    steps += count
    if (steps > 1_000_000) throw new RangeError('too many steps')
  }
  const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  return { matches: search(createProgram(parseRegExp(source)), { characters, steps: { consume }, lenient }), steps }
}

const texts = ['', 'a', 'b', 'ab', 'aab', 'ba\na', 'a b', 'A1_-', '{x}', 'x]', '😀a', 'abcabc', 'foo.bar@example.com']

describe('a program', () => {
  test.each([
    ['a'],
    ['^a*b$'],
    ['^(a|b)*?$'],
    ['^(?:a?)*b$'],
    ['^(?:(?:a*)*)*$'],
    ['^(?:a|ab)(?:c|bcd)?'],
    ['a{2}b{1,}c{0,2}'],
    ['(?<=a)b'],
    ['(?<!a)b'],
    ['a(?=b)'],
    ['^(?!.*\\.\\.).*a'],
    ['^.$'],
    ['\\bb'],
    ['\\Bb'],
    ['[^]'],
    ['[]'],
    ['[\\]a-c]{3}'],
    ['\\p{L}\\u{1F600}|\\uD83D\\uDE00a'],
    ['\\x61\\u0062|\\cA'],
    ['^{x}]?$'],
    ['x]'],
    ['(?<name>a)(?:b)'],
    ['^[\\w.-]+@(?:[\\w-]+\\.)+[a-z]{2,}$'],
    ['a||b'],
    ['()*'],
    ['(?:){1000000000}a'],
  ])('%s finds what the engine of JavaScript finds', (source) => {
    const { isUnicode } = parseRegExp(source)
    const expected = texts.filter((text) => new RegExp(source, isUnicode ? 'u' : '').test(text))
    expect(texts.filter((text) => run(source, text).matches)).toEqual(expected)
  })

  test('that is random finds what the engine of JavaScript finds', () => {
    fc.assert(
      fc.property(
        expressions.expression,
        fc.string({ unit: fc.constantFrom(...'abA \n'), maxLength: 8 }),
        (source, text) => {
          expect(run(source, text).matches).toBe(new RegExp(source, 'u').test(text))
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test.each([
    ['other cases', '^a+$', 'AAA'],
    ['line breaks', '^a.b$', 'a\nb'],
    ['any place', '^b$', 'ab'],
    ['any line', '^a$', 'a\nb'],
  ])('that is read leniently accepts %s', (_name, source, text) => {
    expect(run(source, text).matches).toBe(false)
    expect(run(source, text, true).matches).toBe(true)
  })

  test.each(['\n', '\r', '\u2028', '\u2029'])('that is read leniently ends a line at %j', (lineBreak) => {
    expect([run('a$', `a${lineBreak}b`).matches, run('a$', `a${lineBreak}b`, true).matches]).toEqual([false, true])
    expect(run('^b', `a${lineBreak}b`, true).matches).toBe(true)
  })

  test.each([
    ['a$', 'ab'],
    ['a$', 'a\t'],
    ['a', 'bé'],
    ['\\bb', 'ab'],
  ])('that is read leniently does not find %s in %j', (source, text) => {
    expect(run(source, text, true).matches).toBe(false)
  })

  test('takes one step for each instruction, and for each that it comes back to', () => {
    expect([run('', '').steps, run('a', 'a').steps, run('a', 'ba').steps, run('a|b', 'b').steps]).toEqual([1, 2, 3, 4])
    expect([run('b', 'aa').steps, run('(?=a)a', 'a').steps]).toEqual([3, 5])
  })

  test('takes steps as its text gets longer, and as many as there are ways', () => {
    const steps = (source: string, length: number) => run(source, `${'a'.repeat(length)}!`).steps
    expect(steps('^a+$', 20)).toBeLessThan(200)
    expect(steps('^a+$', 40)).toBeLessThan(2 * steps('^a+$', 20))
    expect(steps('^(a+)+$', 12)).toBeGreaterThan(1.9 * steps('^(a+)+$', 11))
  })
})

const expressions = fc.letrec<{ expression: string; atom: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    tie('atom'),
    fc.array(tie('expression'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
    fc.array(tie('expression'), { minLength: 1, maxLength: 3 }).map((parts) => `(?:${parts.join('|')})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{1,}'))
      .map(([body, sign]) => `(?:${body})${sign}`),
    fc.tuple(fc.constantFrom('?=', '?!', '?<=', '?<!'), tie('expression')).map(([kind, body]) => `(${kind}${body})`),
  ),
  atom: fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\s', '\\w', '^', '$', '\\b', '\\B', ''),
}))

describe('what cannot be run', () => {
  test.each([
    ['(a)\\1', 'has a back reference'],
    ['(?<x>a)\\k<x>', 'has a back reference'],
    ['[\\p{L}--[a-z]]', 'is not valid without the flag v'],
    ['(', 'is not valid without the flag v'],
    ['a{30000}', 'is too large'],
    ['a'.repeat(10_001), 'is longer than 10000 characters'],
    [`${'('.repeat(101)}a${')'.repeat(101)}`, 'has groups deeper than 100 levels'],
  ])('%.20s … is refused', (source, problem) => {
    expect(() => createProgram(parseRegExp(source))).toThrow(new SyntaxError(problem))
  })
})

test('the characters of a text are code points, or code units', () => {
  expect(Array.from(charactersOf('a😀', true))).toEqual([0x61, 0x1f600])
  expect(Array.from(charactersOf('a😀', false))).toEqual([0x61, 0xd83d, 0xde00])
  expect([charactersOf('', true).length, charactersOf('', false).length]).toEqual([0, 0])
})
