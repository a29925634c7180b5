import { RE2JS } from 're2js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { CheckRun, WorkLimitError, workPerCheck } from '../evaluate/check-run.js'
import { SchemaError } from '../schema-error.js'
import { PatternSet } from './pattern-set.js'

/** A run that counts the work that is taken from it. */
class CountingRun extends CheckRun {
  used = 0

  override consume(units: number): void {
    this.used += units
    super.consume(units)
  }
}

const run = () => new CountingRun(workPerCheck)

let ms: readonly number[] = []

/** The next matches take these times. */
function matchesTake(...times: readonly number[]): void {
  ms = times.flatMap((time) => [0, time])
}

beforeEach(() => {
  ms = []
  vi.spyOn(performance, 'now').mockImplementation(() => {
    const [next = 0, ...rest] = ms
    ms = rest
    return next
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a matcher', () => {
  test.each<readonly [pattern: string, matching: readonly string[], others: readonly string[]]>([
    ['b+', ['abc', 'b'], ['', 'a']],
    ['^(?=.*1)(?!a).{2}$', ['1b', 'b1'], ['a1', 'bb', '1']],
    ['a(?=b)', ['ab', 'aab'], ['a', 'ba']],
    ['(?<!😀)a', ['a', 'ba'], ['😀a', '']],
  ])('of %s finds it anywhere', (pattern, matching, others) => {
    const match = new PatternSet().matcher(pattern, '')
    expect([...matching, ...others].filter((text) => match(text, run()))).toEqual(matching)
  })

  test('is the same for the same pattern', () => {
    const set = new PatternSet()
    expect(set.matcher('a', '/a')).toBe(set.matcher('a', '/b'))
    expect(set.matcher('a(?=b)', '/a')).toBe(set.matcher('a(?=b)', '/b'))
    expect(set.matcher('b', '')).not.toBe(set.matcher('a', ''))
  })
})

describe('a pattern is refused', () => {
  test('where RE2 does not know it, with its place', () => {
    const error = thrownBy(() => new PatternSet().matcher('\\p{sc=Grek}', '/items/pattern')) as SchemaError
    expect(error).toBeInstanceOf(SchemaError)
    expect(error.path).toBe('/items/pattern')
    expect(error.reason).toMatch(/^the pattern cannot be run in linear time: .*Grek/)
    expect(error.reason).toContain((error.cause as { readonly message: string }).message)
  })

  test.each([
    ['(', 'has a ( without a )'],
    ['(?=a)(b)\\1', 'has a back reference'],
    ['(?=a)b{4998}', 'is larger than 5000 states'],
  ])('that cannot be run: %s', (pattern, message) => {
    expect(() => new PatternSet().matcher(pattern, '/a')).toThrow(new SyntaxError(message))
  })

  test('that is too much beside the others', () => {
    const set = new PatternSet()
    for (const letter of 'abcdefghij') expect(set.matcher(`(?=a)${letter}{4997}`, '')('', run())).toBe(false)
    // The same again takes nothing.
    expect(set.matcher('(?=a)a{4997}', '')('', run())).toBe(false)
    expect(() => set.matcher('(?=a)b', '/b/pattern')).toThrow(
      new SchemaError('/b/pattern', 'all patterns together are too large'),
    )
    expect(() => set.matcher('a', '/a')).toThrow(new SchemaError('/a', 'all patterns together are too large'))
  })
})

describe('a pattern with lookaround', () => {
  test('takes work for each step', () => {
    const match = new PatternSet().matcher('(?=a)a', '')
    const counting = run()
    match('a', counting)
    const few = counting.used
    match('b'.repeat(100), counting)
    expect([few > 3, counting.used > few + 100]).toEqual([true, true])
    expect(() => match('b'.repeat(100), new CheckRun(50))).toThrow(WorkLimitError)
  })
})

describe('the work of a match', () => {
  const pattern = 'xyz'
  const size = RE2JS.compile('\\x{78}\\x{79}\\x{7a}').programSize()
  const text = 'a'.repeat(6_400)
  const steps = text.length * size

  /** The work of one match of a text, which takes some time. */
  function work(time: number, given = text): number {
    const counting = run()
    const match = new PatternSet().matcher(pattern, '')
    matchesTake(time)
    match(given, counting)
    return counting.used
  }

  test('grows with the text', () => {
    expect([work(0), work(0, '')]).toEqual([1 + (steps >> 6), 1])
  })

  test('grows with the time, up to what the text may take', () => {
    expect([work(0.00012), work(0.5), work(10_000), work(10_000, '')]).toEqual([
      1 + (steps >> 6) + 2,
      1 + (steps >> 6) + 10_000,
      1 + (steps >> 6) + 3 * steps,
      1,
    ])
  })

  test('is little for the text that was matched last', () => {
    const match = new PatternSet().matcher(pattern, '')
    const counting = run()
    matchesTake(10_000)
    expect(match(text, counting)).toBe(false)
    const first = counting.used
    expect([match(text, counting), counting.used - first]).toEqual([false, 1 + (text.length >> 6)])
    expect([match('xyz', counting), match('xyz', counting)]).toEqual([true, true])
  })

  test('is more than any check has for a text that takes too many steps', () => {
    const match = new PatternSet().matcher('[a-c]{1000}$', '')
    const before = run()
    expect(() => match('a'.repeat(60_000), before)).toThrow(WorkLimitError)
    expect(before.used).toBe(Number.POSITIVE_INFINITY)
    expect(match('a'.repeat(20_000), run())).toBe(true)
  })
})

describe('what was compiled is discarded', () => {
  const size = RE2JS.compile('\\x{78}').programSize()

  /** The work of matches of short texts, which take some times. */
  function work(...times: readonly number[]): readonly number[] {
    const match = new PatternSet().matcher('x', '')
    matchesTake(...times)
    return times.map((_time, index) => {
      const counting = run()
      match(`${index}`, counting)
      return counting.used
    })
  }

  const again = size * 100
  const most = 1 + (size >> 6) + 3 * size

  test('after a tenth of a second of matches, and compiled again', () => {
    expect(work(101, 0, 0)).toEqual([most, 1 + again, 1])
    expect(work(60, 41, 0)).toEqual([most, most, 1 + again])
  })

  test('no earlier', () => {
    expect(work(100, 0)).toEqual([most, 1])
  })

  test('not again before that time has passed once more', () => {
    expect(work(101, 60, 0, 41, 0)).toEqual([most, most + again, 1, most, 1 + again])
  })
})
