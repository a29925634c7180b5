import { expect, test } from 'vitest'
import type { Mutant, Trial } from '../../../mutations/random/mutant.mjs'
import { toReport } from '../../../mutations/random/report.mjs'

function mutant(file: string, replacement: string): Mutant {
  const location = { start: { line: 6, column: 2 }, end: { line: 6, column: 8 } }
  return { file, mutatorName: 'EqualityOperator', replacement, location }
}

const killed = { mutant: mutant('packages/omniport/src/uri/a.ts', 'a > b'), isReached: true, by: 'a.test.ts › counts' }
const hung = { ...killed, isTimeout: true }
const survivor = { mutant: mutant('packages/omniport/src/uri/b.ts', 'a >= b'), isReached: true }
const unreached = { mutant: mutant('packages/redis/src/c.ts', 'false'), isReached: false }
const same = {
  mutant: mutant('packages/redis/src/d.ts', 'x !== y'),
  isReached: true,
  equivalent: 'both are never equal',
}

function report(...trials: readonly Trial[]): readonly string[] {
  return toReport(trials, new Map(trials.map((trial) => [trial.mutant, 'a < b']))).split('\n')
}

test('a report has the rate of each layer and of all, with its interval', () => {
  expect(report(killed, hung, survivor, { ...killed, mutant: unreached.mutant }).slice(-3)).toEqual([
    'redis             1 of 1 killed, 100.0 % (20.7 % to 100.0 %)',
    'uri               2 of 3 killed, 66.7 % (20.8 % to 93.9 %), 1 by a time-out',
    'all               3 of 4 killed, 75.0 % (30.1 % to 95.4 %), 1 by a time-out',
  ])
})

test('it says how many of them a test of a part of the tests was the first to kill', () => {
  const slow = { ...killed, by: 'b.test.ts › waits' }
  const subsets = new Map([
    ['test:fast', new Set(['a.test.ts'])],
    ['npm test', new Set(['a.test.ts', 'b.test.ts'])],
  ])
  const text = toReport([killed, slow, survivor], new Map([[survivor.mutant, 'a < b']]), subsets)
  expect(text.split('\n').slice(-3)).toEqual([
    'all               2 of 3 killed, 66.7 % (20.8 % to 93.9 %)',
    'by test:fast      1 of 3 killed, 33.3 % (6.1 % to 79.2 %)',
    'by npm test       2 of 3 killed, 66.7 % (20.8 % to 93.9 %)',
  ])
})

test('it shows what survived, where, why, and what it changes', () => {
  expect(report(survivor, unreached).slice(0, 6)).toEqual([
    'packages/omniport/src/uri/b.ts:7 EqualityOperator  the tests that come by do not notice',
    '    - a < b',
    '    + a >= b',
    'packages/redis/src/c.ts:7 EqualityOperator  no test that was tried comes by',
    '    - a < b',
    '    + false',
  ])
})

test('what is called equivalent is left out of the rate, and counts as a survivor in a second one', () => {
  expect(report(killed, same).slice(-2)).toEqual([
    'all               1 of 1 killed, 100.0 % (20.7 % to 100.0 %)',
    'with those that are called equivalent  1 of 2 killed, 50.0 % (9.5 % to 90.5 %)',
  ])
})
