import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchSequence, type SequenceToken } from './match-sequence.js'

const fixed = (text: string): SequenceToken => ({ type: 'fixed', text })
const capture = (excluded = '', maxCharacters?: number): SequenceToken => ({ type: 'capture', excluded, maxCharacters })

describe('matchSequence', () => {
  it.each<[name: string, tokens: SequenceToken[], text: string, captures: string[] | undefined]>([
    ['nothing matches the empty text', [], '', []],
    ['nothing does not match some text', [], 'a', undefined],
    ['fixed text must be all of the text', [fixed('ab')], 'abc', undefined],
    ['a capture takes at least one character', [fixed('a'), capture()], 'a', undefined],
    ['a capture stops before what it excludes', [capture('/'), fixed('/'), capture('')], 'a/b/c', ['a', 'b/c']],
    ['the first capture takes the most', [capture(), fixed('.'), capture()], 'a.b.c', ['a.b', 'c']],
    ['neighbours leave one character each', [capture(), capture(), capture()], 'abcde', ['abc', 'd', 'e']],
    ['neighbours need one character each', [capture(), capture(), capture()], 'ab', undefined],
    ['a limit cuts a capture short', [capture('', 2), capture()], 'abcde', ['ab', 'cde']],
    ['a limit can make a match impossible', [capture('', 2), fixed('.')], 'abc.', undefined],
    [
      'a limit counts characters, not code units',
      [capture('', 2), capture()],
      '%C3%A9\u{1F600}x',
      ['%C3%A9\u{1F600}', 'x'],
    ],
    ['a capture does not end inside an escape', [capture(), capture()], 'a%20', ['a', '%20']],
    ['an escape is one character', [capture(), capture()], '%20', undefined],
    ['a sequence of UTF-8 escapes is one character', [capture(), capture()], '%E2%82%AC', undefined],
    ['escapes may be in lower case', [capture(), capture()], '%e2%82%ac', undefined],
    ['two characters of lower-case escapes are two', [capture(), capture()], '%c3%be%c3%b1', ['%c3%be', '%c3%b1']],
    ['a surrogate pair is one character', [capture(), capture()], '\u{1F600}', undefined],
    ['fixed text inside an escape does not count', [capture(), fixed('0'), capture()], 'a%20b', undefined],
    ['fixed text is found where it overlaps itself', [capture('', 1), fixed('aab'), capture()], 'aaabc', ['a', 'c']],
  ])('%s', (_, tokens, text, captures) => {
    expect(matchSequence(tokens, text)).toEqual(captures)
  })

  it('finds what a greedy regular expression finds', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 7 }), fc.string({ unit: letter, maxLength: 14 }), (tokens, text) => {
        const found = new RegExp(`^${tokens.map(toRegExp).join('')}$`).exec(text)
        expect(matchSequence(tokens, text)).toEqual(found?.slice(1))
      }),
      { numRuns: 5000 },
    )
  })
})

const letter = fc.constantFrom('a', 'b', '/')
const token = fc.oneof(
  fc.string({ unit: letter, minLength: 1, maxLength: 3 }).map(fixed),
  fc.constantFrom(capture(), capture(), capture('/'), capture('/', 2), capture('b'), capture('', 1)),
)

function toRegExp(token: SequenceToken): string {
  if (token.type === 'fixed') return token.text
  const { excluded, maxCharacters } = token
  return `(${excluded === '' ? '.' : `[^${excluded}]`}{1,${maxCharacters ?? ''}})`
}
