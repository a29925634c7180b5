import { describe, expect, test } from 'vitest'
import { createExchange } from '../fixtures/gateway-parts.js'
import { type NameRule, nameRule, toNamePolicy } from './name-rule.js'
import type { PolicyKind } from './policy-target.js'

const caller = createExchange()

function allows(rule: NameRule, name: string, kind: PolicyKind = 'tool'): boolean | Promise<boolean> {
  return toNamePolicy(rule).allows({ kind, name }, caller)
}

describe('a list of names', () => {
  test.each<[NameRule, string, boolean]>([
    [['a', 'b*'], 'a', true],
    [['a', 'b*'], 'bc', true],
    [['a', 'b*'], 'c', false],
    [[], 'a', false],
    [{ block: ['a*'] }, 'ab', false],
    [{ block: ['a*'] }, 'b', true],
    [{ allow: ['a*'], block: ['ab'] }, 'ab', false],
    [{ allow: ['a*'], block: ['ab'] }, 'ac', true],
    [{}, 'a', true],
  ])('%j of %j: %s', (rule, name, expected) => {
    expect([allows(rule, name), toNamePolicy(rule).isSameForAll]).toEqual([expected, true])
  })

  test.each<[string, boolean]>([
    ['notes:a', true],
    ['NOTES:a', true],
    ['notes:%61', true],
    ['notes:%62', false],
    ['notes:b', false],
    ['notes:%2f', false],
  ])('of resources is about all spellings of %j', (name, expected) => {
    expect(allows({ allow: ['notes:*', 'NOTES:*'], block: ['notes:b', 'notes:%2F'] }, name, 'resource')).toBe(expected)
  })

  test.each<[string, boolean]>([
    ['notes:public/a', true],
    ['notes:public/b/../a', true],
    ['notes:public/../secret', false],
    ['notes:public/%2e%2e/secret', false],
    ['notes:public/..%2fsecret', false],
    ['notes:public\\..\\secret', false],
    ['notes:public/x/%2e%2e/blocked', false],
    ['notes:public/x/..%2fblocked', false],
    ['file:///pub/a', true],
    ['file:///pub//../etc', false],
    ['file:///pub/..%2fetc', false],
  ])('of resources allows no way out of a folder: %j', (name, expected) => {
    const rule = { allow: ['notes:public/*', 'file:///pub/*'], block: ['notes:public/blocked'] }
    expect(allows(rule, name, 'resource')).toBe(expected)
  })

  test('of tools is about the name as it is', () => {
    expect(allows({ block: ['notes:b'] }, 'notes:%62')).toBe(true)
  })

  test('of resources is about all spellings however often it is asked, also with a host of Latin 1', () => {
    const { allows: isAllowed } = toNamePolicy({ block: ['https://xn--mnchen-3ya.example/b*'] })
    const target = { kind: 'resource', name: 'https://m\u00fcnchen.example/%62' } as const
    const answers = Array.from({ length: 100_000 }, () => isAllowed(target, caller))
    expect(new Set(answers)).toEqual(new Set([false]))
  })
})

describe('a function', () => {
  /** A rule that writes down what it was asked. */
  function asked(answer: (name: string) => unknown) {
    const calls: unknown[] = []
    const rule = (...given: readonly [string, unknown]) => {
      calls.push(given)
      return answer(given[0]) as boolean
    }
    return { rule, calls }
  }

  test('decides for each caller', async () => {
    const { rule, calls } = asked((name) => name === 'a')
    expect([await allows(rule, 'a'), await allows(rule, 'b'), toNamePolicy(rule).isSameForAll]).toEqual([
      ...[true, false, false],
    ])
    expect(calls).toEqual([
      ['a', caller],
      ['b', caller],
    ])
  })

  test.each([[1], ['true'], [{}], [undefined], [Promise.resolve(1)]])('allows nothing by %j', async (answer) => {
    expect(await allows(asked(() => answer).rule, 'a')).toBe(false)
  })

  test('is asked once of a resource with one spelling', async () => {
    const { rule, calls } = asked(async () => true)
    expect(await allows(rule, 'notes:a', 'resource')).toBe(true)
    expect(calls).toEqual([['notes:a', caller]])
  })

  test('has to allow both spellings of a resource', async () => {
    const { rule, calls } = asked((name) => name !== 'notes:a/B')
    expect(await allows(rule, 'notes:%61/B', 'resource')).toBe(false)
    expect(calls.map((call) => (call as [string])[0])).toEqual(['notes:%61/B', 'notes:a/B'])
    expect(await allows(asked((name) => name !== 'notes:%61').rule, 'notes:%61', 'resource')).toBe(false)
    expect(await allows(asked(() => true).rule, 'notes:%61', 'resource')).toBe(true)
  })

  test('has to allow what a file system makes of a resource', async () => {
    const { rule, calls } = asked((name) => name !== 'notes:secret')
    expect(await allows(rule, 'notes:a/..%2fsecret', 'resource')).toBe(false)
    expect(calls.map((call) => (call as [string])[0])).toEqual([
      'notes:a/..%2fsecret',
      'notes:a/..%2Fsecret',
      'notes:secret',
    ])
  })

  test('is asked of what is no URI as it is', async () => {
    const { rule, calls } = asked(() => true)
    await allows(rule, 'no uri', 'resource')
    expect(calls).toEqual([['no uri', caller]])
  })
})

describe('an option', () => {
  test.each([[[]], [['a']], [() => true], [{}], [{ allow: ['a'], block: undefined }]])('is a rule: %j', (value) => {
    expect(nameRule('x', value)).toBeUndefined()
  })

  test.each<[unknown, string]>([
    [5, 'x must be a list of names, { allow, block } or a function, got 5'],
    [[5], 'x must be a list of names, { allow, block } or a function, got an array'],
    [{ block: 'a' }, 'x.block must be an array of strings, got "a"'],
    [{ deny: [] }, 'x: there is no option "deny". The options are allow, block'],
  ])('is no rule: %j', (value, message) => {
    expect(() => nameRule('x', value)).toThrow(new TypeError(message))
  })
})
