import { describe, expect, test } from 'vitest'
import { diffLines } from './diff-lines.js'

const signs = { same: ' ', added: '+', removed: '-' }
const diff = (before: string, after: string) =>
  diffLines(before.replaceAll(' ', '\n'), after.replaceAll(' ', '\n')).map(({ kind, text }) => `${signs[kind]}${text}`)

describe('a comparison of two texts', () => {
  test.each([
    ['equal texts', 'a b', 'a b', [' a', ' b']],
    ['a line in the middle that changed', 'a b c', 'a x c', [' a', '-b', '+x', ' c']],
    ['a line that was added at the end', 'a b', 'a b c', [' a', ' b', '+c']],
    ['a line that was added before', 'b c', 'a b c', ['+a', ' b', ' c']],
    ['a line that was removed', 'a b c', 'a c', [' a', '-b', ' c']],
    ['a line that is there twice', 'a a', 'a', [' a', '-a']],
    ['a line that is there twice now', 'a', 'a a', [' a', '+a']],
    ['nothing in common', 'a b', 'c d', ['-a', '-b', '+c', '+d']],
    ['common lines between others', 'a x b y', 'p x q y r', ['-a', '+p', ' x', '-b', '+q', ' y', '+r']],
    ['lines that changed places', 'a b c d', 'b c d a', ['-a', ' b', ' c', ' d', '+a']],
    ['the longest run, not the first', 'x a b c y', 'z c x a b w', ['+z', '+c', ' x', ' a', ' b', '-c', '-y', '+w']],
    ['the longest run after what was added', 'a b c', 'c a b', ['+c', ' a', ' b', '-c']],
  ])('%s', (_name, before, after, lines) => {
    expect(diff(before, after)).toEqual(lines)
  })

  test('of an empty text with another one', () => {
    expect(diff('', 'a')).toEqual(['-', '+a'])
  })

  test('looks for common lines in up to 1,000 that differ, on both sides', () => {
    const lines = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`)
    const commonOf = (left: number, right: number) => {
      const before = [...lines('l', left - 2), 'common', 'end of left']
      const after = ['start of right', 'common', ...lines('r', right - 2)]
      return diffLines(before.join('\n'), after.join('\n')).filter(({ kind }) => kind === 'same').length
    }
    expect([commonOf(1_000, 1_000), commonOf(1_001, 1_000), commonOf(1_000, 1_001)]).toEqual([1, 0, 0])
  })
})
