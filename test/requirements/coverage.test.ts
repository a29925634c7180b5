import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { coverage, coverageByRevision } from './coverage.js'
import { evidence } from './evidence.js'
import { knownGaps } from './known-gaps.js'
import type { Level } from './parse-requirements.js'
import { requirements } from './requirements.js'
import { missingRevisions } from './revisions/in-each-revision.js'
import { shouldReasons } from './should-reasons.js'

/** May only become less. */
const maxGaps = 25

/** The layers that serve, and the tests that only serve. */
const servingSide =
  /^(packages\/omniport\/src\/(server|transport|jsonrpc|store|parking)\/|test\/transcripts\/|test\/fuzz\/(posts|served|headers|tokens))/
/** What starts a server is a part of the client. */
const ofClients = /^packages\/omniport\/src\/transport\/stdio\/process\//

const covered = coverage()
const found = evidence()
const gaps = Object.keys(knownGaps)
const reasons = Object.keys(shouldReasons)
const idsOf = (wanted: Level) => [...requirements.values()].filter(({ level }) => level === wanted).map(({ id }) => id)
const musts = idsOf('MUST')
const shoulds = idsOf('SHOULD')

describe('the requirements of the manifest', () => {
  test('every MUST is verified by a test or a known gap', () => {
    expect(musts.filter((id) => !covered.has(id) && !Object.hasOwn(knownGaps, id))).toEqual([])
  })

  test('a known gap is not verified: remove its line, and lower the ceiling', () => {
    expect(gaps.filter((id) => covered.has(id))).toEqual([])
  })

  test('a known gap is a MUST of the manifest', () => {
    expect(gaps.filter((id) => requirements.get(id)?.level !== 'MUST')).toEqual([])
  })

  test('a test verifies only requirements that exist', () => {
    const unknown = [...covered].filter(([id]) => !requirements.has(id))
    expect(unknown).toEqual([])
  })

  test('the gaps become no more', () => {
    expect(gaps.length).toBeLessThanOrEqual(maxGaps)
  })

  test('a duty of clients is verified on a client', () => {
    const duties = [...musts, ...shoulds].filter((id) => requirements.get(id)?.role === 'client' && covered.has(id))
    const isServing = (file: string) => servingSide.test(file) && !ofClients.test(file)
    expect(duties.length).toBeGreaterThan(100)
    expect(duties.filter((id) => covered.get(id)?.every(isServing))).toEqual([])
  })

  test('a MUST of several revisions is verified in each of them, or the same in each', () => {
    const lacking = [...requirements.values()].map((row) => [row.id, missingRevisions(row, found)] as const)
    expect(lacking.filter(([, revisions]) => revisions.length > 0)).toEqual([])
  })

  test('every call of verifiesIn can be read, and its revision is used in the test', () => {
    expect(coverageByRevision().problems).toEqual([])
  })

  test('every SHOULD is verified by a test or has a reason', () => {
    expect(shoulds.filter((id) => !covered.has(id) && !Object.hasOwn(shouldReasons, id))).toEqual([])
  })

  test('a SHOULD with a reason is not verified: remove its line', () => {
    expect(reasons.filter((id) => covered.has(id))).toEqual([])
  })

  test('a reason is for a SHOULD of the manifest, in words', () => {
    expect(reasons.filter((id) => requirements.get(id)?.level !== 'SHOULD')).toEqual([])
    expect(Object.entries(shouldReasons).filter(([, reason]) => !/^\S+ .{20,}[^.]$/.test(reason))).toEqual([])
  })

  test('README.md says how many are verified', () => {
    const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')
    expect(text).toContain(`a test for ${musts.length - gaps.length} of the ${musts.length} MUSTs of the specification`)
  })

  test('are as many as they were', () => {
    expect([musts.length, shoulds.length]).toEqual([400, 176])
  })
})

describe('the scan', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'coverage-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const verify = 'verifies'
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }

  test('finds calls in the tests of packages, examples and the root, over several lines', () => {
    write('packages/a/src/deep/x.test.ts', `${verify}('TOOL-01')\n${verify}('TOOL-01', "TOOL-02")`)
    write('examples/b/src/y.test.ts', `  ${verify}(\n    'TOOL-02',\n    'NO-99',\n  )`)
    write('test/z.test.ts', `${verify}('PING-01')`)
    expect([...coverage(root)]).toEqual([
      ['TOOL-01', ['packages/a/src/deep/x.test.ts']],
      ['TOOL-02', ['packages/a/src/deep/x.test.ts', 'examples/b/src/y.test.ts']],
      ['NO-99', ['examples/b/src/y.test.ts']],
      ['PING-01', ['test/z.test.ts']],
    ])
  })

  test('finds lines of transcripts', () => {
    write('test/transcripts/tools.jsonl', '# verifies: TOOL-03 TOOL-04\n{"id":1}\n')
    write('test/transcripts/deep/ping.txt', '# a ping\n# verifies: PING-01\n')
    expect([...coverage(root)]).toEqual([
      ['PING-01', ['test/transcripts/deep/ping.txt']],
      ['TOOL-03', ['test/transcripts/tools.jsonl']],
      ['TOOL-04', ['test/transcripts/tools.jsonl']],
    ])
  })

  test('finds the revisions of calls that say one, and of transcripts', () => {
    const inRevision = 'verifiesIn'
    write(
      'test/a.test.ts',
      `test.each(revisions)('x', (r) => {\n${inRevision}(r, 'TOOL-01')\nuse(r) })\n${verify}('TOOL-02')`,
    )
    write('test/b.test.ts', `test('x', () => {\n${inRevision}('2025-11-25', 'TOOL-03')\n})`)
    write('test/transcripts/ping.txt', '# a ping\nrevisions: 2024-11-05 2025-03-26\n\n# verifies: PING-01\n')
    const { shown, problems } = coverageByRevision(root)
    expect([...shown].map(([id, revisions]) => [id, revisions.size])).toEqual([
      ['TOOL-01', 5],
      ['TOOL-03', 0],
      ['PING-01', 2],
    ])
    expect(problems).toEqual(['test/b.test.ts:2 2025-11-25 is used for nothing else'])
    expect([...coverage(root).keys()]).toEqual(['TOOL-01', 'TOOL-02', 'TOOL-03', 'PING-01'])
  })

  test('ignores comments, other calls and other files', () => {
    write(
      'packages/a/src/x.test.ts',
      `// ${verify}('TOOL-01')\n * ${verify}('TOOL-02')\n${verify}(id)\nverify('TOOL-03')`,
    )
    write('packages/a/src/x.ts', `${verify}('TOOL-04')`)
    write('packages/a/dist/x.test.ts', `${verify}('TOOL-05')`)
    write('test/notes.txt', '# verifies: TOOL-06')
    expect([...coverage(root)]).toEqual([])
  })
})
