import { expect, test } from 'vitest'
import { isTest, sourceFiles } from '../support/source-files.js'
import { dateLiterals } from './date-literals.js'

/** The folders that may name a revision by its date. */
const allowed = [
  'packages/omniport/src/protocol/',
  'packages/omniport/src/entries/',
  'packages/omniport/src/cli/wire/known-revisions.ts',
  'packages/sdk/src/types.ts',
]

test('only the protocol names a revision by its date: others take a constant or ask a profile', () => {
  const others = sourceFiles().filter(({ path }) => path.startsWith('packages/') && !isTest(path))
  expect(others.length).toBeGreaterThan(100)
  const outside = others.filter(({ path }) => !allowed.some((folder) => path.startsWith(folder)))
  expect(outside.flatMap(dateLiterals)).toEqual([])
})

test.each([
  ['a string', "f('2025-11-25')", ['a.ts:1 2025-11-25']],
  ['a template', '`of 2026-07-28`', ['a.ts:1 2026-07-28']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
  ['every part of a template', '`${a}\n2024-11-05 ${b} 2025-03-26`', ['a.ts:1 2024-11-05', 'a.ts:2 2025-03-26']],
  ['a type', "type A = '2025-06-18'", ['a.ts:1 2025-06-18']],
  ['the name of a member', "({ '2025-06-18': 1 })", ['a.ts:1 2025-06-18']],
])('dateLiterals finds %s', (_, text, expected) => {
  expect(dateLiterals({ path: 'a.ts', text })).toEqual(expected)
})

test('dateLiterals leaves comments and other dates alone', () => {
  expect(dateLiterals({ path: 'a.ts', text: "// spec: 2025-11-25 basic\n/** 2026-07-28 */ f('1999-01-01')" })).toEqual(
    [],
  )
})
