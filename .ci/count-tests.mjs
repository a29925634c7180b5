import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'

// Prints what failed, and "N passed, N failed", from the results in a folder, one file of each run of vitest that came that far. A
// test that ran on several releases of Node counts as often. What failed without a failed test (the build, a file that does not
// load, a process left behind) counts as one. What failed is told last, since it scrolled away hours ago.
const [folder = '', status = '1'] = process.argv.slice(2)
const runs = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, files: JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')).testResults }))
const passed = runs.flatMap(testsOf).filter((test) => test.status === 'passed').length
const failures = runs.flatMap(failuresOf)

for (const failure of failures.slice(0, 20)) console.log(failure)
if (failures.length > 20) console.log(`and ${failures.length - 20} more`)
console.log(`${passed} passed, ${Math.max(failures.length, status === '0' ? 0 : 1)} failed`)

function testsOf({ files }) {
  return files.flatMap((file) => file.assertionResults)
}

/** A text of each test that failed, and of each file that failed although none of its tests did. */
function failuresOf({ name, files }) {
  return files.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    const where = `FAILED in ${name}: ${file.name}`
    if (failed.length === 0) return file.status === 'failed' ? [`${where}\n${shorten(file.message)}`] : []
    return failed.map((test) => `${where} > ${test.fullName}\n${shorten(test.failureMessages.join('\n'))}`)
  })
}

function shorten(message = '') {
  const lines = message.split('\n').slice(0, 12)
  return lines.map((line) => `    ${line.slice(0, 300)}`).join('\n')
}
