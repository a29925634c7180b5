import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runs } from './runs.js'

/** Inputs that every run of the tests tries, at least. A lower number is a weaker promise: see the documents. */
const promised = 240_000

test('each property of the table is run once, and the table promises no less than it did', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))
  const source = files.map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8')).join('\n')
  const used = [...source.matchAll(/^\s*fuzz\(\s*'([^'\n]+)'/gm)].map(([, sentence]) => sentence)
  expect(used.sort()).toEqual(Object.keys(runs).sort())
  const total = Object.values(runs).reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThanOrEqual(promised)
})
