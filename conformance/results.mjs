import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What came of the scenarios whose results are in `directory`: how many checks succeeded, and what went wrong. The suite
 * forgives warnings, scenarios that crash, and ticks without one check that succeeded; here they are problems.
 */
export function readResults(directory) {
  return readdirSync(directory).map((name) => {
    const [, scenario] = /^(?:server-)??(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)
    return { scenario, ...readScenario(join(directory, name)) }
  })
}
