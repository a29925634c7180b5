import { expect, test } from 'vitest'
import { readRevisionClaims } from './read-revision-claims.js'

const call = 'verifiesIn'
const one = (text: string) => {
  const [claim] = readRevisionClaims('a.test.ts', text)
  return claim?.problem ?? claim?.revisions
}

const all = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']
const body = `${call}(revision, 'A-01'); use(revision)`

test('the ids and the line of a call are those of its text', () => {
  const text = `test('x', () => {\n  ${call}('2025-11-25', 'A-01', 'A-02')\n  use('2025-11-25')\n})`
  expect(readRevisionClaims('a.test.ts', text)).toEqual([{ ids: ['A-01', 'A-02'], revisions: ['2025-11-25'], line: 2 }])
})

test.each<[string, string, readonly string[]]>([
  ['the known list', `test.each(revisions)('x', (revision) => { ${body} })`, all],
  ['the known list of legacy ones', `test.each(legacyRevisions)('x', (revision) => { ${body} })`, all.slice(0, 4)],
  ['a part of it', `test.each(revisions.slice(0, -1))('x', (revision) => { ${body} })`, all.slice(0, 4)],
  [
    'its end',
    `test.each(revisions.filter((each) => each >= '2025-06-18'))('x', (revision) => { ${body} })`,
    all.slice(2),
  ],
  [
    'a list of its own',
    `test.each(['2024-11-05', '2025-03-26'] as const)('x', (revision) => { ${body} })`,
    all.slice(0, 2),
  ],
  ['the list of a block', `describe.each(revisions)('x', (revision) => { test('y', () => { ${body} }) })`, all],
  [
    'the column of rows',
    `test.each<[string, R]>([['a', '2025-11-25'], ['b', '2024-11-05']])('x', (_, revision) => { ${body} })`,
    ['2024-11-05', '2025-11-25'],
  ],
  [
    'the member of rows',
    `const rows = [{ revision: '2025-11-25' }, { revision: '2024-11-05' }]\ntest.each(rows)('x', ({ revision }) => { ${body} })`,
    ['2024-11-05', '2025-11-25'],
  ],
  ['lists put together', `test.each([...legacyRevisions, '2026-07-28'])('x', (revision) => { ${body} })`, all],
])('the revisions are those of %s', (_name, text, expected) => {
  expect(one(text)).toEqual(expected)
})

test.each([
  ['says no revision', `test('x', () => { ${call}() })`],
  ['2025-11-25 is used for nothing else', `test('x', () => { ${call}('2025-11-25', 'A-01'); use('2024-11-05') })`],
  ['2025-11-26 is no revision', `test('x', () => { ${call}('2025-11-26', 'A-01'); use('2025-11-26') })`],
  ['revision is used for nothing else', `test.each(revisions)('x', (revision) => { ${call}(revision, 'A-01') })`],
  [
    'revision is used for nothing else',
    `test.each(revisions)('x', (revision) => { ${call}(revision, 'A-01'); ${call}(revision, 'A-02'); use({ revision: 1 }) })`,
  ],
  [
    'revision is used for nothing else',
    `test.each(revisions)('x', (revision) => { ${call}(revision, 'A-01'); use(revision === '2025-11-25' ? 1 : 2) })`,
  ],
  ['revision is no parameter of a table', `const revision = pick()\ntest('x', () => { ${body} })`],
  ['revision is no parameter of a table', `each((revision) => { test('x', () => { ${body} }) })`],
  ['the table of revision cannot be read', `test.each(rows())('x', (revision) => { ${body} })`],
  ['the table of revision cannot be read', `test.each(['2025-11-25', other])('x', (revision) => { ${body} })`],
  ['the table of revision cannot be read', `test.each(['one', 'two'])('x', (revision) => { ${body} })`],
  ['the revision is neither a literal nor a parameter', `test('x', () => { ${call}(client.revision, 'A-01') })`],
])('there is a problem: %s', (problem, text) => {
  expect(one(text)).toBe(problem)
})
