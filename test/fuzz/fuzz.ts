import process from 'node:process'
import fc from 'fast-check'
import { test } from 'vitest'
import { isWhole } from '../support/scope.js'
import { runs, type Sentence } from './runs.js'

/** How long one property may take. What hangs is stopped then, so that its seed can be told. */
const timeoutMs = 110_000
const graceMs = 10_000

/**
 * A test of a property on as many random inputs as the table says for its sentence; it fails where fewer were really run. A
 * failure prints the smallest input found, its seed and its path, and how to run just that again.
 *
 * `OMNIPORT_FUZZ_SEED` and `OMNIPORT_FUZZ_PATH` replay; `OMNIPORT_FUZZ_TIMES=10` runs ten times as many, and
 * `npm test` a quarter.
 */
export function fuzz<T>(sentence: Sentence, property: Property<T>): void {
  const usual = isWhole ? '1' : '0.25'
  const { OMNIPORT_FUZZ_SEED: seed, OMNIPORT_FUZZ_PATH: path, OMNIPORT_FUZZ_TIMES = usual } = process.env
  const times = Number(OMNIPORT_FUZZ_TIMES)
  const limitMs = timeoutMs * Math.max(1, times)
  test(sentence, { timeout: limitMs + graceMs }, async () => {
    const numRuns = Math.ceil(runs[sentence] * times)
    const settings = { numRuns, interruptAfterTimeLimit: limitMs, markInterruptAsFailure: true }
    const replay = { ...(seed !== undefined && { seed: Number(seed) }), ...(path !== undefined && { path }) }
    const details = await fc.check<T>(property, { ...settings, ...replay })
    if (details.failed) throw failure(sentence, details)
    if (path === undefined && details.numRuns < numRuns)
      throw new Error(`${details.numRuns} inputs were run instead of ${numRuns}`)
  })
}

type Property<T> = fc.IProperty<T> | fc.IAsyncProperty<T>

function failure<T>(sentence: string, details: fc.RunDetails<T>): Error {
  const { seed } = details
  // What hangs has no counterexample: it is the input after those that passed.
  const path = details.counterexamplePath ?? (details.interrupted ? String(details.numRuns) : null)
  const variables = `OMNIPORT_FUZZ_SEED=${seed}${path === null ? '' : ` OMNIPORT_FUZZ_PATH=${path}`}`
  const replay = `${variables} npx vitest run test/fuzz -t ${JSON.stringify(sentence)}`
  return new Error(`${fc.defaultReportMessage(details)}\n\nReplay it with\n${replay}`, {
    cause: details.errorInstance ?? undefined,
  })
}
