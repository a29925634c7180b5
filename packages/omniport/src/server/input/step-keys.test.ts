import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { StepKeys } from './step-keys.js'

const question = (fingerprint: string, key?: string) => ({ kind: 'elicit', fingerprint, key })

/** Asks and answers. */
function ask(keys: StepKeys, fingerprint: string, key?: string): string {
  const unique = keys.begin(question(fingerprint, key))
  keys.end(unique)
  return unique
}

describe('the key of a question', () => {
  test('is the same in every run that asks the same', () => {
    const texts = ['a', 'b', 'a', 'c', 'a', 'b']
    const runs = [1, 2].map(() => {
      const keys = new StepKeys()
      return texts.map((text) => ask(keys, text))
    })
    expect(runs[0]).toEqual(runs[1])
    expect(runs[0]?.[0]).toMatch(/^elicit-[0-9a-f]{16}$/)
  })

  test('differs for every question of a run', () => {
    verifies('MRTR-04')
    const keys = new StepKeys()
    const all = ['a', 'b', 'a', 'a', 'b', 'ab', 'ba', ''].map((text) => ask(keys, text))
    expect(new Set(all).size).toBe(all.length)
    expect(all[2]).toBe(`${all[0]}-2`)
  })

  test('is the author’s own where there is one, with a number when it is asked again', () => {
    const keys = new StepKeys()
    expect([ask(keys, 'a', 'name'), ask(keys, 'b', 'name'), ask(keys, 'a')]).toEqual([
      'name',
      'name-2',
      expect.stringMatching(/^elicit-/),
    ])
  })

  test('may not be open twice', () => {
    const keys = new StepKeys()
    const first = keys.begin(question('a'))
    keys.begin(question('b', 'own'))
    expect(() => keys.begin(question('a'))).toThrow(
      'ctx.elicit: an equal question is open already; what overlaps needs a key of its own',
    )
    expect(() => keys.begin(question('c', 'own'))).toThrow('ctx.elicit: "own" is open already')
    keys.begin(question('a', 'another'))
    keys.end(first)
    expect(keys.begin(question('a'))).toBe(`${first}-2`)
  })

  test('may not be one that a repetition has', () => {
    const keys = new StepKeys()
    ask(keys, 'a', 'name')
    ask(keys, 'a', 'name')
    expect(() => keys.begin(question('b', 'name-2'))).toThrow(
      'ctx.elicit: the key "name-2" is taken: "name" was used again',
    )
  })

  test('spreads: 30,000 questions have as many keys', () => {
    const keys = new StepKeys()
    const all = Array.from({ length: 30_000 }, (_, index) => ask(keys, `Question ${index}?`))
    expect(new Set(all).size).toBe(30_000)
    expect(all.filter((key) => !/^elicit-[0-9a-f]{16}$/.test(key))).toEqual([])
  })

  test.each([
    ['', 'elicit-cbf29ce484222325'],
    ['a', 'elicit-93ec655fdd856d28'],
    ['Who? {"type":"object"}', 'elicit-9596845e0b24fad0'],
  ])('of %j stays what it was in earlier versions, which clients still answer', (fingerprint, key) => {
    expect(ask(new StepKeys(), fingerprint)).toBe(key)
  })
})
