import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'

// Prints "N passed, N failed" from the results that vitest wrote, if it came that far. What failed without a failed test (the
// build, a file that does not load, a process left behind) counts as one.
const [file = '', status = '1'] = process.argv.slice(2)
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] }
const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults)
const passed = tests.filter((test) => test.status === 'passed').length
const failed = tests.filter((test) => test.status === 'failed').length
const broken = results.testResults.filter(isBroken).length

console.log(`${passed} passed, ${Math.max(failed + broken, status === '0' ? 0 : 1)} failed`)

/** A file that failed although none of its tests did. */
function isBroken({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}
