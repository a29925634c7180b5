import { expect, test } from 'vitest'
import { hasFailed, judge } from '../../conformance/judge.mjs'

const passed = (scenario: string) => ({ scenario, successes: 2, problems: [] })
const failed = (scenario: string) => ({ scenario, successes: 1, problems: ['FAILURE a: x', 'FAILURE b: y'] })

test('the table has a block per name and a line per scenario, in alphabetical order', () => {
  const suites = [
    { name: 'client 1', scenarios: [], results: [passed('b')] },
    { name: 'server 1', scenarios: [], results: [passed('d')] },
    { name: 'client 1', scenarios: [], results: [failed('c'), passed('a')] },
  ]
  expect(judge(suites, {}).table).toBe(
    `${[
      'client 1: 2 of 3 passed, 5 checks',
      '  a                                             passed   2',
      '  b                                             passed   2',
      '  c                                             failed   1',
      '',
      'server 1: 1 of 1 passed, 2 checks',
      '  d                                             passed   2',
    ].join('\n')}\n`,
  )
})

test.each([
  ['a pass', {}, [passed('a')], []],
  ['a failure that is not expected', {}, [failed('a')], ['s: a failed\n  FAILURE a: x\n  FAILURE b: y']],
  ['a failure that is expected', { a: 'Why' }, [failed('a')], []],
  ['a pass that is not expected', { a: 'Why' }, [passed('a')], ['s: a passes: take it out of expected-failures.json']],
  ['an expected failure that nothing ran', { b: 'Why' }, [passed('a')], ['s: b was not run']],
  ['a required scenario that nothing ran', {}, [], ['s: a was not run']],
])('%s is judged', (_name, expected, results, wrong) => {
  expect(judge([{ name: 's', scenarios: ['a'], results }], { s: expected }).wrong).toEqual(wrong)
})

test('a suite of which nothing is known is wrong', () => {
  expect(judge([], { 'server 1': { a: 'Why' } }).wrong).toEqual([
    'expected-failures.json: there is no suite "server 1"',
  ])
})

test.each([
  ['passed', [passed('a'), passed('b')], false],
  ['failed as expected', [failed('a'), passed('b')], false],
  ['failed', [passed('a'), failed('b')], true],
])('a suite whose scenarios %s', (_name, results, outcome) => {
  expect(hasFailed({ name: 's', results }, { s: { a: 'Why' } })).toBe(outcome)
})
