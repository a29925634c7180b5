import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { check, failures } from './fixtures/checks.js'

const programs = fileURLToPath(new URL('../interop/programs', import.meta.url))
const breaks = ['--', process.execPath, 'breaks-task-rules.mjs']

test.each([
  ['2025-11-25', ['task'], ['fail', 'hang']],
  ['2026-07-28', ['task'], ['fail', 'hang']],
])(
  'a server of this library with tasks passes, called or not: %s',
  { timeout: 120_000 },
  async (revision, names, tools) => {
    for (const tool of tools) {
      const target = [
        '--timeout',
        '20000',
        '--protocol',
        revision,
        '--',
        process.execPath,
        `${programs}/our-tasks-server.mjs`,
      ]
      const timeout = tool === 'hang' ? ['--timeout', '3000'] : []
      const { report } = await check('--tool', tool, ...target.slice(0, -3), ...timeout, ...target.slice(-3))
      expect(failures(report)).toEqual([])
      expect(failures(report, 'pass')).toEqual(expect.arrayContaining(names))
    }
  },
)

test('tasks of 2025-11-25 that break rules', { timeout: 60_000 }, async () => {
  const { code, report } = await check('--protocol', '2025-11-25', '--tool', 'slow', ...breaks)
  expect([code, failures(report)]).toEqual([
    5,
    [
      'unknown-method',
      'tasks-list',
      'tasks-cursor',
      'unknown-tasks-get',
      'unknown-tasks-result',
      'unknown-tasks-cancel',
      'required-task',
      'no-undeclared-task',
      'task',
      'progress-token',
      'known-progress',
      'progress-rises',
      'progress-ends',
      'schema',
    ],
  ])
  const problemOf = (name: string) => report?.checks.find((each) => each.name === name)?.problem
  expect(
    ['tasks-list', 'task', 'progress-token', 'known-progress', 'progress-rises', 'progress-ends'].map(problemOf),
  ).toEqual([
    'createdAt is "yesterday", no date of ISO 8601',
    'status is "done"',
    'with the token "omniport-check": expected a result; got error -32603',
    'it reported 1 of the token "nobody", which no request had',
    'it reported 1 of the token "omniport-check-call", which does not rise',
    'it reported 3 of the token "omniport-check-call", after its end',
  ])
})

test('tasks of the extension that break rules', { timeout: 60_000 }, async () => {
  const { code, report } = await check('--protocol', '2026-07-28', '--tool', 'slow', ...breaks)
  expect(code).toBe(5)
  expect(failures(report)).toEqual(
    expect.arrayContaining([
      'no-legacy-tasks',
      'undeclared-tasks-get',
      'undeclared-tasks-update',
      'undeclared-tasks-cancel',
      'unknown-tasks-get',
      'no-undeclared-task',
      'task',
      'known-progress',
      'progress-rises',
      'progress-ends',
    ]),
  )
  expect(failures(report, 'warning')).toEqual(expect.arrayContaining(['unknown-tasks-update', 'unknown-tasks-cancel']))
})

test.each([
  ['a tool that is not there', ['--tool', 'slwo'], 'The server has no tool "slwo"; did you mean "slow"? It has slow'],
  ['arguments without a tool', ['x=1'], 'check takes one target, got "x=1" as well; arguments go with --tool <name>'],
])('is refused: %s', { timeout: 30_000 }, async (_name, words, message) => {
  const { report, stderr } = await check(...words, '--protocol', '2025-11-25', ...breaks)
  expect(report).toBe(undefined)
  expect(JSON.parse(stderr.at(-1) ?? '').error.message).toContain(message)
})
