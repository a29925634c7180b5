import { describe, expect, test } from 'vitest'
import { parseRegExp } from './parse-regexp.js'
import { createOutline, createProgram, type Program } from './regexp-program.js'

/** The steps of a program as words. */
function show(program: Program): string {
  return program
    .map((step) => {
      if (step.op === 'set') return [...'abc\n'].filter((each) => step.set.has(each.charCodeAt(0), false)).join('')
      if (step.op === 'split') return `split ${step.first} ${step.second}`
      if (step.op === 'jump') return `jump ${step.to}`
      if (step.op === 'assertion') return step.kind
      if (step.op === 'mark' || step.op === 'progress') return `${step.op} ${step.register}`
      if (step.op === 'match') return 'match'
      return `${step.isNegated ? 'not ' : ''}${step.isBehind ? 'after' : 'before'} [${show(step.program)}]`
    })
    .join(', ')
}

const program = (source: string) => show(createProgram(parseRegExp(source)))
const outline = (source: string) => show(createOutline(parseRegExp(source)))
const times = (count: number) => 'a, '.repeat(count)

describe('a program', () => {
  test.each([
    ['', 'match'],
    ['ab', 'a, b, match'],
    ['^a$', '^, a, $, match'],
    ['a|b', 'split 1 3, a, jump 4, b, match'],
    ['a|b|c', 'split 1 3, a, jump 7, split 4 6, b, jump 7, c, match'],
    ['a*', 'split 1 3, a, jump 0, match'],
    ['a*?', 'split 3 1, a, jump 0, match'],
    ['a+', 'a, split 2 4, a, jump 1, match'],
    ['a{2,}', 'a, a, split 3 5, a, jump 2, match'],
    ['a?', 'split 1 2, a, match'],
    ['a??', 'split 2 1, a, match'],
    ['a{1,3}', 'a, split 2 5, a, split 4 5, a, match'],
    ['a{1,3}?', 'a, split 5 2, a, split 5 4, a, match'],
    ['a{2}', 'a, a, match'],
    ['(?:a?)*', 'split 1 6, mark 0, split 3 4, a, progress 0, jump 0, match'],
    ['(?:^|b)*', 'split 1 8, mark 0, split 3 5, ^, jump 6, b, progress 0, jump 0, match'],
    ['(?:a{0,1}b)*', 'split 1 5, split 2 3, a, b, jump 0, match'],
    [
      '(?:(?:a*)*)*',
      'split 1 11, mark 0, split 3 9, mark 1, split 5 7, a, jump 4, progress 1, jump 2, progress 0, jump 0, match',
    ],
    ['(?:(?:a?){2})*', 'split 1 8, mark 0, split 3 4, a, split 5 6, a, progress 0, jump 0, match'],
    ['(?:a{2})*', 'split 1 4, a, a, jump 0, match'],
    ['\\ba', '\\b, a, match'],
    ['(?:\\b)*', 'split 1 5, mark 0, \\b, progress 0, jump 0, match'],
    ['(?:){5}', 'match'],
    ['(?:){0,1}', 'split 1 1, match'],
    ['(?=a)b', 'before [a, match], b, match'],
    ['(?<!a|b)', 'not after [split 1 3, a, jump 4, b, match], match'],
  ])('of %s', (source, steps) => {
    expect(program(source)).toBe(steps)
  })

  test('of a back reference is none', () => {
    expect(() => program('(a)\\1')).toThrow(new SyntaxError('has a back reference'))
  })

  test('has twenty thousand steps at most', () => {
    expect(createProgram(parseRegExp('a{19999}')).length).toBe(20_000)
    expect(() => program('a{20000}')).toThrow(new SyntaxError('is too large'))
  })
})

describe('an outline', () => {
  test.each([
    ['repeats a group up to five times', '(?:a|b){2}', 'split 1 3, a, jump 4, b, split 5 7, a, jump 8, b, match'],
    [
      'leaves a group out up to five times',
      'a{0,5}',
      'split 1 10, a, split 3 10, a, split 5 10, a, split 7 10, a, split 9 10, a, match',
    ],
    ['makes a loop of more', 'a{0,6}', 'split 1 3, a, jump 0, match'],
    ['makes a loop of more than some', 'a{1,7}', 'a, split 2 4, a, jump 1, match'],
    ['repeats characters in a row up to 256 times', 'a{256}', `${times(256)}match`],
    ['makes a loop of more of them', 'a{257}', `${times(256)}split 257 259, a, jump 256, match`],
    ['lets a back reference be anything', '(a)\\1', 'a, split 2 4, abc\n, jump 1, match'],
  ])('%s', (_name, source, steps) => {
    expect(outline(source)).toBe(steps)
  })

  test.each([
    ['(?:a|b){5}', false],
    ['(?:a|b){6}', true],
    ['(?:ab){6}', false],
    ['(?:a{2}b){6}', false],
    ['(?:a{1,2}){6}', true],
    ['(?:a^){6}', true],
  ])('of %s has a loop: %s', (source, hasLoop) => {
    const steps = createOutline(parseRegExp(source))
    expect(steps.some((step, at) => step.op === 'jump' && step.to < at)).toBe(hasLoop)
  })
})
