import { expect, test } from 'vitest'
import { revisions } from '../wire/revisions.js'
import type { Evidence } from './evidence.js'
import { parseRequirements } from './parse-requirements.js'
import { renderDocument } from './render-document.js'

const evidence: Evidence = {
  requirements: parseRequirements(`
A-01 | MUST | both | all | Shown. | basic/index#a
A-02 | MUST | server | SHOULD 2024-11-05..2025-06-18, 2025-11-25, removed 2026-07-28 | Missing <b> and _meta["x*"]. | SEP-1
A-03 | SHOULD | client | 2025-06-18+ | Shown too. | basic/index#b
B-01 | SHOULD | host | 2026-07-28 | Left to others. | client/x
B-02 | SHOULD | host | 2026-07-28 | Forgotten. | client/x
B-03 | MAY | intermediary | 2024-11-05, 2026-07-28 | Allowed. | client/x
`),
  tests: new Map([
    ['A-01', ['test/z.test.ts', 'packages/p/src/a.test.ts']],
    ['A-03', ['test/z.test.ts']],
  ]),
  shown: new Map(),
  same: new Map([['A-01', 'one function does it']]),
  gaps: new Map([['A-02', 'a reason']]),
  reasons: new Map([['B-01', 'The host decides']]),
}

const document = renderDocument(evidence)
const section = (heading: string) => document.split(/^(?=## )/m).find((text) => text.startsWith(`## ${heading}\n`))

test('what is missing comes first, then what nobody has explained', () => {
  const headings = [...document.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading)
  expect(headings.slice(0, 4)).toEqual(['Requirements', 'Known gaps', 'Neither verified nor explained', 'Numbers'])
  expect(section('Known gaps')).toBe(
    '## Known gaps\n\n- **A-02**: Missing \\<b\\> and \\_meta\\["x\\*"\\]. Not verified: a reason.\n\n',
  )
  expect(section('Neither verified nor explained')).toContain('\n\n- **B-02**, SHOULD: Forgotten.\n')
})

test('without anything missing it says so', () => {
  const document = renderDocument({ ...evidence, requirements: evidence.requirements.slice(0, 1), gaps: new Map() })
  expect(document).toContain('## Known gaps\n\nNone.\n\n## Numbers\n')
})

test.each([
  [['AUTH', 'CC', 'EMA'], '\n\nNot in the list yet: what hosts do in general.\n\n## Known gaps\n'],
  [
    ['AUTH', 'CC', 'EMA', 'HOST'],
    'code fulfils it that\nnames no revision, which `npm test` reads as well.\n\n## Known gaps\n',
  ],
])('with the areas %j it says what is not in the list', (areas, expected) => {
  const rows = parseRequirements(areas.map((area) => `${area}-01 | MUST | both | all | Text. | basic/index`).join('\n'))
  expect(renderDocument({ ...evidence, requirements: rows })).toContain(expected)
})

test('each revision is counted at its own levels, and in areas', () => {
  const lines = (section('Numbers') ?? '').split('\n').filter((line) => line.startsWith('|'))
  const cells = lines.map((line) => line.slice(2, -2).split(/ +\| /))
  expect(cells.map((line) => line.map((cell) => cell.trim()))).toEqual([
    ['Revision', 'MUST', 'verified', 'SHOULD', 'verified', 'with a reason', 'gaps'],
    [expect.stringMatching(/^-+$/), '----', '--------', '------', '--------', '-------------', '----'],
    ['all', '2', '1', '3', '1', '1', '2'],
    ['2024-11-05', '1', '1', '1', '0', '0', '1'],
    ['2025-03-26', '1', '1', '1', '0', '0', '1'],
    ['2025-06-18', '1', '1', '2', '1', '0', '1'],
    ['2025-11-25', '2', '1', '1', '1', '0', '1'],
    ['2026-07-28', '1', '1', '3', '1', '1', '1'],
    ['Area', 'all', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
    expect.any(Array),
    ['A', '1/2, 1/1, 1 gap', '1/1, 0/1, 1 gap', '1/1, 0/1, 1 gap', '1/1, 1/2, 1 gap', '1/2, 1/1, 1 gap', '1/1, 1/1'],
    ['B', '0/0, 0+1/2, 1 gap', '-', '-', '-', '-', '0/0, 0+1/2, 1 gap'],
    [
      'all',
      '1/2, 1+1/3, 2 gaps',
      '1/1, 0/1, 1 gap',
      '1/1, 0/1, 1 gap',
      '1/1, 1/2, 1 gap',
      '1/2, 1/1, 1 gap',
      '1/1, 1+1/3, 1 gap',
    ],
  ])
})

test.each<[string, Partial<Evidence>, string, string]>([
  ['the same in each', {}, '0 are verified in each of them, and 1 are fulfilled by code that names no revision.', ''],
  [
    'verified in each',
    { same: new Map(), shown: new Map([['A-01', new Set(revisions)]]) },
    '1 are verified in each of them, and 0 are fulfilled by code that names no revision.',
    '',
  ],
  [
    'verified in some',
    { same: new Map(), shown: new Map([['A-01', new Set(revisions.slice(1, 4))]]) },
    '0 are verified in each of them, and 0 are fulfilled by code that names no revision; 1 are verified in some of them only.',
    '  - Not verified in 2024-11-05, 2026-07-28.\n',
  ],
])('a MUST of several revisions is %s', (_name, more, numbers, note) => {
  const text = renderDocument({ ...evidence, ...more })
  expect(text).toContain(`Of 1 verified MUSTs of several revisions, ${numbers}`)
  expect(text.includes('Not verified in')).toBe(note !== '')
  expect(text).toContain(note)
})

test('a row has its levels in words, its clause, and links to what verifies it or why nothing does', () => {
  expect(section('A')).toBe(`## A

- **A-01**, client and server, MUST in all revisions: Shown. \`basic/index#a\`
  - Verified by [a.test.ts](../packages/p/src/a.test.ts), [z.test.ts](../test/z.test.ts)
  - One test suffices for all revisions: one function does it.
- **A-02**, server, SHOULD from 2024-11-05 to 2025-06-18, MUST in 2025-11-25, removed in 2026-07-28: Missing \\<b\\> and \\_meta\\["x\\*"\\]. \`SEP-1\`
  - Known gap: a reason.
- **A-03**, client, SHOULD from 2025-06-18 on: Shown too. \`basic/index#b\`
  - Verified by [z.test.ts](../test/z.test.ts)

`)
  expect(section('B')).toBe(`## B

- **B-01**, host, SHOULD in 2026-07-28: Left to others. \`client/x\`
  - No test: The host decides.
- **B-02**, host, SHOULD in 2026-07-28: Forgotten. \`client/x\`
- **B-03**, others, MAY in 2024-11-05, MAY in 2026-07-28: Allowed. \`client/x\`
`)
})
