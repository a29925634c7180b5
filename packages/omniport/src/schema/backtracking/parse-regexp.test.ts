import { describe, expect, test } from 'vitest'
import { parseRegExp, type RegExpNode } from './parse-regexp.js'

const characters = Array.from('aAbz1- \n\t\\]{}😀é')

/** A tree as text: of a set, those of some characters that are in it. */
function show(node: RegExpNode): string {
  switch (node.type) {
    case 'set':
      return JSON.stringify(characters.filter((each) => node.set.has(each.codePointAt(0) ?? 0, false)).join(''))
    case 'sequence':
      return `(${node.parts.map(show).join(' ')})`
    case 'choice':
      return `(${node.branches.map(show).join(' | ')})`
    case 'repeat':
      return `${show(node.body)}{${node.min},${node.max}}${node.isLazy ? '?' : ''}`
    case 'assertion':
      return node.kind
    case 'look':
      return `${node.isNegated ? 'not ' : ''}${node.isBehind ? 'after' : 'before'} ${show(node.body)}`
    case 'reference':
      return 'reference'
  }
}

describe('an expression', () => {
  test.each([
    ['', '()'],
    ['a', '"a"'],
    ['ab', '("a" "b")'],
    ['a|bz|', '("a" | ("b" "z") | ())'],
    ['a*', '"a"{0,Infinity}'],
    ['a+?', '"a"{1,Infinity}?'],
    ['a?', '"a"{0,1}'],
    ['a??b', '("a"{0,1}? "b")'],
    ['a{2}', '"a"{2,2}'],
    ['a{2,}', '"a"{2,Infinity}'],
    ['a{12,34}?', '"a"{12,34}?'],
    ['^a$', '(^ "a" $)'],
    ['\\bb\\B', '(\\b "b" \\B)'],
    ['(?=a)', 'before "a"'],
    ['(?!a|b)', 'not before ("a" | "b")'],
    ['(?<=a)b', '(after "a" "b")'],
    ['(?<!ab)', 'not after ("a" "b")'],
    ['(a)', '"a"'],
    ['(?:a|b)z', '(("a" | "b") "z")'],
    ['(?<name>a)+b', '("a"{1,Infinity} "b")'],
    ['((a)b)', '("a" "b")'],
    ['(a)\\1b', '("a" reference "b")'],
    ['(?<x>a)\\k<x>b', '("a" reference "b")'],
    ['[ab]z', '("ab" "z")'],
    ['[^ab]', '"Az1- \\n\\t\\\\]{}😀é"'],
    ['[\\]a]b', '("a]" "b")'],
    ['.', '"aAbz1- \\t\\\\]{}😀é"'],
    ['\\x61\\u0062', '("a" "b")'],
    ['\\u{62}\\u{1F600}', '("b" "😀")'],
    ['\\uD83D\\uDE00a', '("😀" "a")'],
    ['\\cJ\\t\\d', '("\\n" "\\t" "1")'],
    ['\\p{Lu}\\P{L}', '("A" "1- \\n\\t\\\\]{}😀")'],
    ['😀+', '"😀"{1,Infinity}'],
    ['\\\\a', '("\\\\" "a")'],
  ])('%j is that of the flag u', (source, shown) => {
    const { root, isUnicode } = parseRegExp(source)
    expect([show(root), isUnicode]).toEqual([shown, true])
  })

  test.each([
    ['a{', '("a" "{")'],
    ['a}', '("a" "}")'],
    [']', '"]"'],
    ['{a}', '("{" "a" "}")'],
    ['\\-a', '("-" "a")'],
    ['a{,1}', '("a" "{" "" "1" "}")'],
    ['\\p{a}', '("" "{" "a" "}")'],
    ['(?=a)*b', '(before "a"{0,Infinity} "b")'],
  ])('%s is valid without flags only', (source, shown) => {
    const { root, isUnicode } = parseRegExp(source)
    expect([show(root), isUnicode]).toEqual([shown, false])
  })

  test('without the flag u has a character for each half of a pair', () => {
    const { root } = parseRegExp('😀{')
    const halves = root.type === 'sequence' ? root.parts : []
    const codes = [0xd83d, 0xde00, 0x7b]
    expect(halves.map((half) => codes.filter((code) => half.type === 'set' && half.set.has(code, false)))).toEqual(
      codes.map((code) => [code]),
    )
  })
})

describe('an expression may be', () => {
  test('ten thousand characters long', () => {
    expect(parseRegExp('a'.repeat(10_000)).root).toHaveProperty('parts.length', 10_000)
    expect(() => parseRegExp('a'.repeat(10_001))).toThrow(new SyntaxError('is longer than 10000 characters'))
  })

  test('nested in a hundred groups', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`
    expect(show(parseRegExp(nested(100)).root)).toBe('"a"')
    expect(() => parseRegExp(nested(101))).toThrow(new SyntaxError('has groups deeper than 100 levels'))
    expect(() => parseRegExp(`(?=${nested(100)})`)).toThrow(new SyntaxError('has groups deeper than 100 levels'))
  })

  test.each(['(', 'a**', '[\\p{L}--[a-z]]'])('valid with or without the flag u, as %s is not', (source) => {
    expect(() => parseRegExp(source)).toThrow(new SyntaxError('is not valid without the flag v'))
  })
})
