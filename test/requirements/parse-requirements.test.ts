import { describe, expect, expectTypeOf, test } from 'vitest'
import { revisions } from '../wire/revisions.js'
import { type IdsOf, parseRequirements } from './parse-requirements.js'
import { requirements } from './requirements.js'

describe('a table of requirements', () => {
  const line = (revisions: string) => `TOOL-03 | MUST | server | ${revisions} | Text. | server/tools#capabilities`

  test('is read line by line, ids as literals', () => {
    const table = parseRequirements(`
A-01 | MUST | both | all | One. | basic/index
A-02 | MAY | client | 2026-07-28 | Two. | SEP-1
`)
    expectTypeOf(table[0]?.id).toEqualTypeOf<'A-01' | 'A-02' | undefined>()
    expectTypeOf<IdsOf<'A-01 | x\nA-02 | y'>>().toEqualTypeOf<'A-01' | 'A-02'>()
    expect(table.map(({ id }) => id)).toEqual(['A-01', 'A-02'])
    expect(table[1]).toEqual({
      id: 'A-02',
      level: 'MAY',
      role: 'client',
      revisions: new Map([['2026-07-28', 'MAY']]),
      text: 'Two.',
      clause: 'SEP-1',
    })
  })

  test.each([
    ['all', ['MUST', 'MUST', 'MUST', 'MUST', 'MUST']],
    ['2025-11-25', ['-', '-', '-', 'MUST', '-']],
    ['2025-06-18+', ['-', '-', 'MUST', 'MUST', 'MUST']],
    ['2024-11-05..2025-03-26', ['MUST', 'MUST', '-', '-', '-']],
    ['fact 2024-11-05, 2025-03-26..2025-11-25, removed 2026-07-28', ['fact', 'MUST', 'MUST', 'MUST', 'removed']],
  ])('revisions are written as %s', (text, expected) => {
    const [row] = parseRequirements(line(text))
    expect(revisions.map((revision) => row?.revisions.get(revision) ?? '-')).toEqual(expected)
  })

  test.each([
    ['a line without clause', 'TOOL-03 | MUST | server | all | Text.', /^not a requirement: TOOL-03/],
    ['a line with a bar too many', `${line('all')} | x`, /^not a requirement: TOOL-03/],
    ['a wrong id', line('all').replace('TOOL-03', 'tool-3'), /^not a requirement: tool-3/],
    ['an unknown level', line('all').replace('MUST', 'SHALL'), /^no such level or role: TOOL-03/],
    ['an unknown revision', line('2025-01-01'), /^no such revisions as "2025-01-01": TOOL-03/],
    ['a range backwards', line('2026-07-28..2024-11-05'), /^no such revisions as "2026-07-28..2024-11-05": TOOL-03/],
    ['an unknown level of a span', line('must all'), /^no such revisions as "must all": TOOL-03/],
  ])('%s is a TypeError', (_, table, message) => {
    expect(() => parseRequirements(table)).toThrow(message)
  })
})

describe('the manifest', () => {
  const ids = [...requirements.keys()]
  const areas = [...new Set(ids.map((id) => id.slice(0, id.indexOf('-'))))]

  test('numbers the requirements of each area from 01 on, without gaps', () => {
    const numbered = areas.flatMap((area) => {
      const count = ids.filter((id) => id.startsWith(`${area}-`)).length
      return Array.from({ length: count }, (_, index) => `${area}-${String(index + 1).padStart(2, '0')}`)
    })
    expect(ids).toEqual(numbered)
    expect([areas.length, ids.length]).toEqual([35, 759])
  })

  test('gives every requirement its level in some revision, a text and a clause', () => {
    const hasLevel = [...requirements.values()].filter(({ level, revisions }) =>
      [...revisions.values()].includes(level),
    )
    expect(hasLevel.length).toBe(759)
    const isWorded = [...requirements.values()].filter(({ text, clause }) => /\w.*\.$/.test(text) && /^\w/.test(clause))
    expect(isWorded.length).toBe(759)
  })
})
