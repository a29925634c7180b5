import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createNameFilter } from './server-catalogue.js'

describe('patterns', () => {
  test.each([
    ['read', ['read'], ['reads', 'rea', 'Read', '']],
    ['read_*', ['read_', 'read_file', 'read_*'], ['read', 'unread_file', 'Read_file']],
    ['*_file', ['_file', 'read_file'], ['file', 'read_files']],
    ['*', ['', 'a', '__proto__', 'a\nb'], []],
    ['**', ['', 'a'], []],
    ['a*a', ['aa', 'aba', 'aaa'], ['a', 'ab', 'ba']],
    ['a*b*c', ['abc', 'axbxc', 'abcbc'], ['ac', 'acb', 'abcd']],
    ['ab*bc', ['abbc', 'ab-bc'], ['abc']],
    ['*ab*ab*', ['abab', 'xabxabx'], ['aba', 'ab']],
    ['a.c', ['a.c'], ['abc']],
    ['[a-z]', ['[a-z]'], ['a']],
    ['(a+)+$', ['(a+)+$'], ['a']],
    ['', [''], ['a']],
    ['constructor', ['constructor'], ['toString']],
  ])('%s', (pattern, fitting, others) => {
    const fits = createNameFilter({ allow: [pattern] })
    expect(fitting.filter((name) => !fits(name))).toEqual([])
    expect(others.filter((name) => fits(name))).toEqual([])
  })
})

test('without any, everything is let through', () => {
  expect(createNameFilter()('anything')).toBe(true)
  expect(createNameFilter({})('anything')).toBe(true)
})

test('with an empty list of what is allowed, nothing is', () => {
  expect(createNameFilter({ allow: [] })('anything')).toBe(false)
})

test('what is blocked is blocked even where it is allowed', () => {
  const fits = createNameFilter({ allow: ['read_*', 'write_file'], block: ['*_secret', 'write_file'] })
  const names = ['read_file', 'read_secret', 'write_file', 'delete_file']
  expect(names.filter(fits)).toEqual(['read_file'])
})

test('with only what is blocked, everything else is let through', () => {
  expect(['a', 'b', 'c'].filter(createNameFilter({ block: ['b'] }))).toEqual(['a', 'c'])
})

test('a pattern fits what a backtracking matcher says', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '*'), maxLength: 8 })
  fc.assert(
    fc.property(pattern, text, (pattern, name) => {
      const oracle = new RegExp(`^${pattern.replaceAll('*', '.*')}$`)
      expect(createNameFilter({ allow: [pattern] })(name)).toBe(oracle.test(name))
    }),
    { numRuns: 1_000 },
  )
})

test('many stars take no longer', { timeout: 5_000 }, () => {
  const fits = createNameFilter({ allow: [`${'*a'.repeat(5_000)}*b`] })
  expect(fits('a'.repeat(1_000_000))).toBe(false)
  expect(fits(`${'a'.repeat(1_000_000)}b`)).toBe(true)
})
