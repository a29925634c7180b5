import process from 'node:process'
import { expect, test } from 'vitest'
import { runSeeds } from './run-seeds.mjs'

const given = process.env['SEED']

if (given === undefined) {
  test('what is promised is kept in 1,000 runs, whatever happens in which order', async () => {
    const { failures, run, events } = await runSeeds({ seeds: 1_000 })
    expect(failures.join('\n')).toBe('')
    expect(run).toBe(1_000)
    expect(events).toBeGreaterThan(100_000)
  }, 300_000)
} else {
  test(`seed ${given}, with all that happens`, async () => {
    const { describeReport, runSeed } = await import('./run-seed.js')
    const report = await runSeed(Number(given))
    console.log(describeReport(report, true))
    expect(report.violations).toEqual([])
  })
}
