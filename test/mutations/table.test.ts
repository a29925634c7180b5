import { expect, test } from 'vitest'
import { type CaseResult, isWrong, toLine, toSummary } from '../../mutations/table.mjs'

const mutation = { name: 'ids are reused', file: 'client/client-services.ts', find: 'a', replace: 'b', tests: [] }
const caught = { mutation, by: 'a.test.ts › counts', seconds: 3 }
const late = { mutation, by: 'b.test.ts › works', isLate: true, seconds: 40 }
const survived: CaseResult = { mutation, seconds: 120 }
const broken: CaseResult = { mutation, broken: 'it does not compile: x', seconds: 1 }

test.each([
  ['caught', caught, 'caught by a.test.ts › counts'],
  ['caught late', late, 'caught late by b.test.ts › works'],
  ['not caught', survived, 'SURVIVED'],
  ['no program', broken, 'it does not compile: x'],
])('a line says that a mutation was %s', (_name, outcome, verdict) => {
  expect(toLine(outcome).split(/ {2,}/).slice(-2)).toEqual(['ids are reused', verdict])
})

test('the summary counts what was caught, and names the rest', () => {
  expect(toSummary([caught, late, survived, broken])).toBe(
    [
      '2 of 4 mutations were caught, 1 of them only by the whole suite',
      'client/client-services.ts: ids are reused: survived',
      'client/client-services.ts: ids are reused: it does not compile: x',
    ].join('\n'),
  )
})

test('what survived and what is no program makes a run fail', () => {
  expect([caught, late, survived, broken].map((outcome) => isWrong(outcome))).toEqual([false, false, true, true])
})
