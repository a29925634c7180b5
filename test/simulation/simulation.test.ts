import process from 'node:process'
import { expect, test } from 'vitest'
import { isWhole } from '../support/scope.js'
import { runSeeds } from './run-seeds.mjs'

const given = process.env['SEED']

if (given === undefined) {
  const seeds = isWhole ? 1_000 : 250
  test(`what is promised is kept in ${seeds} runs, whatever happens in which order`, async () => {
    const { failures, run, events } = await runSeeds({ seeds })
    expect(failures.join('\n')).toBe('')
    expect(run).toBe(seeds)
    expect(events).toBeGreaterThan(100 * seeds)
  }, 600_000)
} else {
  test(`seed ${given}, with all that happens`, async () => {
    const { describeReport, runSeed } = await import('./run-seed.js')
    const report = await runSeed(Number(given))
    console.log(describeReport(report, true))
    expect(report.violations).toEqual([])
  })
}
