import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '#test/support/code-point.js'
import { matcherOf, matches } from './fixtures/matches.js'
import { translatePattern } from './translate-pattern.js'
import { translateUnicodeProperty } from './translate-unicode-property.js'

type Row = readonly [name: string, pattern: string, matching: readonly string[], others: readonly string[]]

const rows: readonly Row[] = [
  ['a text is found anywhere', 'b', ['abc'], ['ac', '']],
  ['anchors', '^ab?$', ['a', 'ab'], ['ab\n', 'cab']],
  ['a dot is not a line break', '^.$', ['a', '😀', '\u0085'], ['\n', '\r', '\u2028', '\u2029']],
  ['digits are ASCII', '^\\d+\\D$', ['12a', '1٣'], ['٣a']],
  ['words are ASCII', '^\\w+\\W$', ['a_9-', 'aé'], ['éa']],
  ['spaces are those of Unicode', '^\\s\\S$', [' a', '\u00a0a', '\ufeffa', '\u3000a'], ['\u200ba', '  ']],
  ['negated sets inside a class', '^[^\\S\\d]$', [' ', '\u2003'], ['1', 'a']],
  ['sets inside a class', '^[\\d\\s-]+$', ['1 -'], ['a']],
  ['a class of nothing', '[]', [], ['a', '']],
  ['a class of everything', '^[^]$', ['\n', '😀'], ['']],
  ['ranges', '^[a-c\\x41-\\u0043]+$', ['abCA'], ['d', 'D']],
  ['a dash that makes no range', '^[\\w-.]+$', ['a-.'], [',']],
  ['escapes of code points', '^\\x41\\u0042\\u{1F600}\\t\\cJ\\0$', ['AB😀\t\n\0'], []],
  ['a surrogate pair is one character', '^\\uD83D\\uDE00{2}$', ['😀😀'], ['😀']],
  ['a backspace in a class', '^[\\b]$', ['\b'], ['b']],
  ['word boundaries', '\\bab\\b', ['x ab y'], ['cab', 'abé_ab'.replace('é', '')]],
  ['no word boundaries', '\\Bb', ['ab'], ['a b', 'a😀b']],
  ['counts', '^a{2}b{1,}c{0,2}d{3}$', ['aabddd', 'aabbccddd'], ['abddd', 'aabcccddd']],
  ['lazy repetition tests the same', '^a+?b*?c??$', ['aab'], ['b']],
  ['groups of all kinds', '^(a)(?:b)(?<name>c)$', ['abc'], ['ab']],
  ['alternatives', '^(?:a|b||c)$', ['a', '', 'c'], ['d']],
  ['lone braces and brackets are themselves', '^{a}]{,2}$', ['{a}]{,2}'], ['a']],
  ['needless escapes of punctuation', '^\\-\\_\\@\\/\\"\\ $', ['-_@/" '], []],
  ['general categories', '^\\p{Lu}\\p{Letter}\\P{gc=Nd}[\\p{Script=Greek}]$', ['Aé-α'], ['aé-α', 'Aé1α', 'Aé-a']],
  ['flags', '^\\p{RI}{2}[^\\P{Regional_Indicator}]$', ['🇳🇴🇳'], ['🇳🇴', 'NON']],
  ['ASCII', '^\\p{ASCII}\\P{ASCII}$', ['aé'], ['éa']],
  ['leading lookahead', '^(?=.{2,3}$)(?!a)[a-z]+$', ['ba', 'bcd'], ['ab', 'b', 'bcde']],
  ['leading lookahead with alternatives inside', '^(?!(?:con|nul)$).+$', ['cons'], ['con', 'nul']],
  ['re2 syntax is not let through', '^\\.\\*[[:alpha:]]$', ['.*:]', '.*a]'], ['.*b']],
]

describe('translatePattern', () => {
  it.each(rows)('%s', (_name, pattern, matching, others) => {
    expect(matching.filter((text) => !matches(pattern, text))).toEqual([])
    expect(others.filter((text) => matches(pattern, text))).toEqual([])
  })

  it.each([
    ['(', 'has a ( without a )'],
    [')', 'has a ) without a ('],
    ['[a', 'has a [ without a ]'],
    ['*a', 'has *, + or ? without anything to repeat'],
    ['a**', 'repeats a repetition'],
    ['a{1}{2}', 'repeats a repetition'],
    ['^*', 'repeats ^, which has no length'],
    ['a{2,1}', 'has the counts of {2,1} out of order'],
    ['[b-a]', 'has a range in a class out of order'],
    ['\\z', 'has an unknown escape \\z'],
    ['\\u{110000}', 'has a code point beyond U+10FFFF'],
    ['\\', 'ends too early'],
    ['\\p{Script_Extensions=Greek}', 'uses a Unicode property that is not supported, \\p{Script_Extensions=Greek}'],
    ['[\\P{ID_Start}]', 'uses a Unicode property that is not supported, \\P{ID_Start}'],
    ['\\p{No_Such}', 'names a Unicode property that does not exist, \\p{No_Such}'],
    ['\\p{}', 'has an unknown escape \\p'],
    ['(?i:a)', 'has a group of an unknown kind'],
    ['(?P<a>b)', 'has a group of an unknown kind'],
    ['\\1', 'uses a backreference, which is not supported'],
    ['a{1001}', 'repeats a part more than 1000 times'],
    [`${'('.repeat(60)}${')'.repeat(60)}`, 'has groups deeper than 50 levels'],
  ])('refuses %s', (pattern, message) => {
    expect(() => translatePattern(pattern, translateUnicodeProperty)).toThrow(new SyntaxError(message))
  })

  it('means what ECMA-262 means', () => {
    fc.assert(
      fc.property(ecmaPattern, fc.array(text, { minLength: 1, maxLength: 6 }), (pattern, texts) => {
        const theirs = new RegExp(pattern, 'u')
        const isFound = matcherOf(pattern)
        for (const text of texts) expect(isFound(text)).toBe(theirs.test(text))
      }),
      { numRuns: 1_000 },
    )
  })

  it('ends on any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: codePoint }), metaText), (pattern) => {
        expect(() => runOrRefuse(pattern)).not.toThrow()
      }),
      { numRuns: 3_000 },
    )
  })
})

/** Throws what is neither a result nor a refusal. */
function runOrRefuse(pattern: string): void {
  try {
    matches(pattern, 'abc')
  } catch (error) {
    const isRefusal = error instanceof SyntaxError || /error parsing regexp/.test(String(error))
    if (!isRefusal) throw error
  }
}

const metaText = fc
  .array(fc.constantFrom(...'^$()[]{}|*+?.\\-,01:=!<>abdDwWsSpPuxkc'), { maxLength: 20 })
  .map((characters) => characters.join(''))

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'A', '1', '-', '_', ' ', '\n', '\u00a0', 'é', '😀', '\u2028'), { maxLength: 5 })
  .map((characters) => characters.join(''))

// Shallow, because the engine it is compared with goes back: repetitions nested deeper can keep that busy for minutes.
const ecmaPattern = fc.letrec<{ choice: string; sequence: string; atom: string }>((tie) => ({
  choice: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')),
  sequence: fc
    .array(
      fc.oneof(
        fc
          .tuple(tie('atom'), fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{0,}', '+?'))
          .map((pair) => pair.join('')),
        fc.constantFrom('^', '$', '\\b'),
      ),
      { maxLength: 3 },
    )
    .map((parts) => parts.join('')),
  atom: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom('a', 'b', 'é', '😀', '.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '-', '\\u0061', '\\n'),
    fc
      .tuple(
        fc.constantFrom('', '^'),
        fc.array(fc.constantFrom('a', 'b-c', '\\d', '\\S', '\\W', 'é', '😀', '\\-', '_'), { maxLength: 3 }),
      )
      .map(([negation, members]) => `[${negation}${members.join('')}]`),
    tie('choice').map((inner) => `(?:${inner})`),
    tie('choice').map((inner) => `(${inner})`),
  ),
})).choice
