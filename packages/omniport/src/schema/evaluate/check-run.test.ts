import { describe, expect, test } from 'vitest'
import { CheckRun, checkAll, type Rule, WorkLimitError } from './check-run.js'
import { EvaluatedParts } from './evaluated-parts.js'

const pass: Rule = () => true
const fail =
  (text: string): Rule =>
  (_value, run) =>
    run.fail(() => text)
const messagesOf = ({ issues = [] }: CheckRun) => issues.map(({ message }) => message)

function collecting(work = 1_000): CheckRun {
  const run = new CheckRun(work)
  run.issues = []
  return run
}

/** A run whose current value has evaluated parts. */
function evaluating(): CheckRun & { readonly evaluated: EvaluatedParts } {
  const evaluated = new EvaluatedParts()
  return Object.assign(new CheckRun(1_000), { evaluated })
}

describe('the work of a run', () => {
  test('may be used up, and no more', () => {
    const run = new CheckRun(3)
    run.consume(1)
    run.consume(2)
    expect(() => run.consume(1)).toThrow(WorkLimitError)
    expect(() => new CheckRun(3).consume(4)).toThrow(WorkLimitError)
  })
})

describe('all rules', () => {
  const rules = [pass, fail('a'), pass, fail('b')]

  test('are applied where issues are collected', () => {
    const run = collecting()
    expect(checkAll(rules, 1, run)).toBe(false)
    expect(messagesOf(run)).toEqual(['a', 'b'])
  })

  test('end at the first failure where only the verdict counts', () => {
    let applied = 0
    const counting: Rule = () => {
      applied += 1
      return false
    }
    expect([checkAll([pass, counting, counting], 1, new CheckRun(1)), applied]).toEqual([false, 1])
  })

  test('hold if each does, and if there are none', () => {
    expect([checkAll([pass, pass], 1, new CheckRun(1)), checkAll([], 1, new CheckRun(1))]).toEqual([true, true])
  })
})

describe('an issue', () => {
  test('has the path of the part where it was found', () => {
    const run = collecting()
    run.fail(() => 'at the top', { keyword: 'type' })
    run.enter('a', 1, () => run.enter(2, 1, () => run.fail(() => 'deep inside')))
    run.enter('a', 1, () => run.fail(() => 'at a member', { key: 'b' }))
    run.fail(() => 'at the first item', { key: 0 })
    expect(run.issues).toEqual([
      { path: [], message: 'at the top', keyword: 'type' },
      { path: ['a', 2], message: 'deep inside' },
      { path: ['a', 'b'], message: 'at a member' },
      { path: [0], message: 'at the first item' },
    ])
  })

  test('is written only where issues are collected', () => {
    const written: string[] = []
    const run = new CheckRun(1)
    expect(run.fail(() => `${written.push('x')}`)).toBe(false)
    expect([written, run.issues]).toEqual([[], undefined])
  })

  test('is the twentieth at most', () => {
    const run = collecting()
    const results = Array.from({ length: 25 }, (_, index) => run.fail(() => `${index}`))
    expect(results).toEqual(Array(25).fill(false))
    expect(messagesOf(run)).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`))
    run.addAll([{ path: [], message: 'one more' }])
    expect(run.issues?.length).toBe(20)
  })
})

test('the depth is the number of parts that were entered and not left', () => {
  const run = new CheckRun(1)
  const depths = [run.depth]
  run.enter('a', 1, () => {
    depths.push(run.depth)
    return run.enter('b', 1, () => depths.push(run.depth) > 0)
  })
  expect([...depths, run.depth]).toEqual([0, 1, 2, 0])
})

describe('evaluated parts', () => {
  test('of a part are not those of the value around it', () => {
    const run = evaluating()
    const inside: unknown[] = []
    const isValid = run.enter('a', 1, () => inside.push(run.evaluated) > 0)
    expect([isValid, inside]).toEqual([true, [undefined]])
    expect(run.evaluated).toBeInstanceOf(EvaluatedParts)
  })

  test.each([true, false])('of a branch count only if it holds: %s', (holds) => {
    const run = evaluating()
    const { evaluated } = run
    const isValid = run.branch(1, () => {
      run.evaluated.addKey('a')
      return holds
    })
    expect([isValid, evaluated.hasKey('a'), run.evaluated === evaluated]).toEqual([holds, holds, true])
  })

  test('are none where no keyword needs them', () => {
    const run = new CheckRun(1)
    const seen: unknown[] = []
    run.branch(1, () => seen.push(run.evaluated) > 0)
    expect([seen, run.evaluated]).toEqual([[undefined], undefined])
  })
})

describe('a branch that is tried', () => {
  test('for its verdict adds no issues', () => {
    const run = collecting()
    const before = run.issues
    expect([run.test(1, fail('x')), run.test(1, pass)]).toEqual([false, true])
    expect(run.issues).toEqual([])
    expect(run.issues === before).toBe(true)
  })

  test('for its issues gives those it has if it fails', () => {
    const run = collecting()
    run.fail(() => 'before')
    const found = run.findIssues(1, fail('x'))
    const holding = run.findIssues(1, () => {
      run.fail(() => 'of a part that did not count')
      return true
    })
    expect([found, holding]).toEqual([[{ path: [], message: 'x' }], []])
    expect(messagesOf(run)).toEqual(['before'])
    run.addAll(found)
    expect(messagesOf(run)).toEqual(['before', 'x'])
  })
})

describe('the match of a pattern', () => {
  const pattern = {}

  test('is remembered for its last text', () => {
    const run = new CheckRun(1)
    expect(run.cachedMatch(pattern, 'a')).toBe(undefined)
    run.cacheMatch(pattern, { text: 'a', isMatch: false })
    expect([run.cachedMatch(pattern, 'a'), run.cachedMatch({}, 'a')]).toEqual([false, undefined])
    run.cacheMatch(pattern, { text: 'b', isMatch: true })
    expect([run.cachedMatch(pattern, 'a'), run.cachedMatch(pattern, 'b')]).toEqual([undefined, true])
  })

  test('is known to the second run of a check, and to no other', () => {
    const first = new CheckRun(1)
    first.cacheMatch(pattern, { text: 'a', isMatch: true })
    expect(new CheckRun(1, first).cachedMatch(pattern, 'a')).toBe(true)
    expect(new CheckRun(1).cachedMatch(pattern, 'a')).toBe(undefined)
  })
})
