import { describe, expect, test } from 'vitest'
import { refuseUnknownNames, toUnknownNameError } from './refuse-unknown-names.js'

const many = Array.from({ length: 21 }, (_, at) => `x${at + 10}`)

describe('arguments that nobody knows', () => {
  test('are refused with the nearest name and all others', () => {
    expect(() => refuseUnknownNames('visit', ['city', 'contry', 'z'], ['city', 'country'])).toThrow(
      'visit has no argument "contry"; did you mean "country"? It takes city, country (--no-validate-input sends it anyway)',
    )
    expect(() => refuseUnknownNames('visit', ['z'], [])).toThrow(
      'visit has no argument "z". It takes none (--no-validate-input sends it anyway)',
    )
  })

  test('are not there where all are known', () => {
    expect(refuseUnknownNames('visit', ['city'], ['city', 'country'])).toBeUndefined()
    expect(refuseUnknownNames('visit', [], [])).toBeUndefined()
  })
})

describe('a name that a server does not list', () => {
  test.each([
    ['tool', [], 'The server has no tool "ad". It has no tools'],
    ['prompt', ['add', 'sub'], 'The server has no prompt "ad"; did you mean "add"? It has add, sub'],
    ['template', ['zzz'], 'The server has no template "ad". It has zzz'],
    ['tool', many.slice(1), `The server has no tool "ad". It has ${many.slice(1).join(', ')}`],
    ['tool', many, `The server has no tool "ad". It has ${many.slice(0, 20).join(', ')} and 1 more`],
    [
      'tool',
      ['y'.repeat(64), 'y'.repeat(65)],
      `The server has no tool "ad". It has ${'y'.repeat(64)}, ${'y'.repeat(64)}…`,
    ],
  ] as const)('is not found: %s of %j', (kind, listed, message) => {
    expect(toUnknownNameError(kind, 'ad', listed)).toMatchObject({ code: 'not_found', message })
  })
})
