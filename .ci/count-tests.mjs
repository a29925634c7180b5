import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'

// Prints "N passed, N failed" from the results in a folder, one file of each run of vitest that came that far. A test that ran on
// several releases of Node counts as often. What failed without a failed test (the build, a file that does not load, a process
// left behind) counts as one.
const [folder = '', status = '1'] = process.argv.slice(2)
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
const files = names.flatMap((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')).testResults)
const tests = files.flatMap(({ assertionResults }) => assertionResults)
const passed = tests.filter((test) => test.status === 'passed').length
const failed = tests.filter((test) => test.status === 'failed').length
const broken = files.filter(isBroken).length

console.log(`${passed} passed, ${Math.max(failed + broken, status === '0' ? 0 : 1)} failed`)

/** A file that failed although none of its tests did. */
function isBroken({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}
