import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { initializeRules } from '../../packages/omniport/src/cli/check/rules/opening-rules.js'
import { rulesFor } from '../../packages/omniport/src/cli/check/server/check-revision.js'
import { requirements } from '../requirements/requirements.js'
import { check, failures } from './fixtures/checks.js'

const notes = fileURLToPath(new URL('../../examples/notes/dist', import.meta.url))

test.each([
  ['a program', ['--', process.execPath, join(notes, 'main.js')], 'stdio'],
  ['a module, over HTTP', [join(notes, 'server.js')], 'http'],
])('a server of this library passes in every revision: %s', { timeout: 120_000 }, async (_name, target, transport) => {
  const { code, report } = await check('--timeout', '20000', ...target)
  expect([code, failures(report), report?.transport]).toEqual([0, [], transport])
  expect(report?.revisions).toEqual(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])
  expect(report?.counts.pass).toBeGreaterThan(130)
})

test('a server that breaks rules fails the checks that are about them', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'check-'))
  const junit = join(folder, 'junit.xml')
  try {
    const target = ['--timeout', '2000', '--', process.execPath, 'breaks-rules.mjs']
    const { code, report, stderr } = await check('--protocol', '2025-11-25', '--junit', junit, ...target)
    expect(code).toBe(5)
    expect(failures(report)).toEqual([
      'initialize-result',
      'string-ids',
      'unknown-method',
      'silent-notifications',
      'malformed-json',
      'invalid-envelope',
      'tools-list',
      'tool-schemas',
      'clean-stdout',
      'schema',
    ])
    expect(failures(report, 'warning')).toContain('tools-cursor')
    const { error } = JSON.parse(stderr.at(-1) ?? '')
    expect(error).toEqual({ code: 'invalid_result', message: '10 checks have failed' })
    const xml = await readFile(junit, 'utf8')
    expect(xml).toContain('failures="10"')
    expect(xml).toContain('it wrote &#34;Starting up…&#34;; what is for people belongs on stderr')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a program that does not answer in time is not blamed for what it did not get to', async () => {
  const { code, stderr } = await check(
    '--timeout',
    '200',
    '--protocol',
    '2025-11-25',
    '--',
    process.execPath,
    'silent.mjs',
  )
  expect([code, JSON.parse(stderr.at(-1) ?? '').error]).toEqual([
    4,
    {
      code: 'timeout',
      message:
        'check: the program did not answer its first request in 2025-11-25 in time; if it needs longer to start, give it more time with --timeout <ms>',
    },
  ])
})

test('a program that answers, and agrees to nothing, is said to', async () => {
  const refuses = `process.stdin.on('data', (line) => {
    const { id } = JSON.parse(line)
    console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }))
  })`
  const { code, stderr } = await check('--protocol', '2025-11-25', '--', process.execPath, '-e', refuses)
  expect([code, JSON.parse(stderr.at(-1) ?? '').error]).toEqual([
    5,
    {
      code: 'unsupported',
      message: 'check: the server agreed to none of 2025-11-25; "omniport doctor" says what it answers',
    },
  ])
})

test.each([
  [false, 'pass', undefined],
  [true, 'fail', 'got error -32603'],
])(
  'who refuses subscriptions, and says of changes that they are announced: %s',
  async (listChanged, outcome, problem) => {
    const refuses = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line)
    if (id === undefined) return
    const capabilities = { tools: { listChanged: ${listChanged} } }
    const common = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
    const result = { ...common, supportedVersions: ['2026-07-28'], capabilities }
    const error = { code: -32603, message: 'Subscription limit reached' }
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(method === 'server/discover' ? { result } : { error }) }))
  })`
    const { report } = await check(
      '--protocol',
      '2026-07-28',
      '--timeout',
      '5000',
      '--',
      process.execPath,
      '-e',
      refuses,
    )
    const listen = report?.checks.filter(({ name }) => name === 'listen')
    expect(listen?.map((each) => [each.outcome, each.problem])).toEqual([[outcome, problem]])
  },
)

test('each check names requirements that there are', () => {
  const known = new Set<string>(requirements.keys())
  const all = [...rulesFor({ name: 'a', given: [] }), ...initializeRules]
  const unknown = all.flatMap(({ requirements: ids }) => ids.filter((id) => !known.has(id)))
  expect(unknown).toEqual([])
})
