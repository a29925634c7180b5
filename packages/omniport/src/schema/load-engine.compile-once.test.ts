import { describe, expect, test } from 'vitest'
import type { CheckResult } from './engine.js'
import { compileOnce, createLazyCheck, loadEngine } from './load-engine.js'
import { preflight } from './preflight/preflight.js'
import { SchemaError } from './schema-error.js'

/** A check of which the first `failures` attempts to compile fail. */
function compiling(failures: number) {
  let attempts = 0
  const lazy = compileOnce(async () => {
    attempts += 1
    if (attempts <= failures) throw new RangeError(`attempt ${attempts}`)
    return (value: unknown): CheckResult => ({ value: [value] })
  })
  return { ...lazy, attempts: () => attempts }
}

describe('a check that is compiled when it is needed', () => {
  test('is compiled once, and synchronous after that', async () => {
    const { check, attempts } = compiling(0)
    expect(attempts()).toBe(0)
    expect(await Promise.all([check(1), check(2)])).toEqual([{ value: [1] }, { value: [2] }])
    expect([check(3), attempts()]).toEqual([{ value: [3] }, 1])
  })

  test('is compiled before it is needed, where that is asked for', async () => {
    const { check, prepare, attempts } = compiling(0)
    expect(await prepare()).toBe(undefined)
    expect([check(1), prepare(), attempts()]).toEqual([{ value: [1] }, undefined, 1])
  })

  test('is compiled again after a failure', async () => {
    const { check, prepare, attempts } = compiling(2)
    await expect(check(1)).rejects.toThrow(new RangeError('attempt 1'))
    await expect(prepare()).rejects.toThrow(new RangeError('attempt 2'))
    expect([await check(1), attempts()]).toEqual([{ value: [1] }, 3])
  })
})

describe('the check of a document', () => {
  test('runs patterns only where it has some', async () => {
    const [plain, withPattern] = [
      createLazyCheck(preflight({ type: 'string' })),
      createLazyCheck(preflight({ pattern: '^a' })),
    ]
    expect([await plain.check('a'), await withPattern.check('b')]).toEqual([
      { value: 'a' },
      { issues: [{ path: [], message: 'must match the pattern "^a"' }] },
    ])
    expect([plain.check(5), withPattern.check('ab')]).toEqual([
      { issues: [{ path: [], message: 'must be a string' }] },
      { value: 'ab' },
    ])
  })

  test('is refused each time, if it does not compile', async () => {
    const { check, prepare } = createLazyCheck(preflight({ pattern: '\\p{sc=Grek}' }))
    await expect(check('a')).rejects.toThrow(SchemaError)
    await expect(check('a')).rejects.toThrow(SchemaError)
    await expect(prepare()).rejects.toThrow(SchemaError)
  })
})

test('there is one engine with patterns, and one without', async () => {
  const [plain, withPatterns] = [await loadEngine({ hasPatterns: false }), await loadEngine({ hasPatterns: true })]
  expect(await loadEngine({ hasPatterns: false })).toBe(plain)
  expect(await loadEngine({ hasPatterns: true })).toBe(withPatterns)
  const document = preflight({ pattern: 'a' })
  expect(withPatterns.compile(document)('b').issues).toEqual([{ path: [], message: 'must match the pattern "a"' }])
  expect(() => plain.compile(document)).toThrow(new Error('a document with patterns needs the engine with patterns'))
})
