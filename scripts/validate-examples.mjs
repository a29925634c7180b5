/**
 * Checks the examples of the specification against the schema of the newest revision, with the public checks:
 *
 *     npm run validate-examples [-- <folder>]
 *
 * The folder is `schema/<revision>/examples` of the specification repository, with a folder for each definition. Without it the
 * examples are those that are kept in this repository. Ends with 1 if one is not valid.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { checkDefinition, revisions } from 'omniport/protocol'

const [folder] = process.argv.slice(2)
const revision = revisions.at(-1)
const examples = folder === undefined ? readKept() : readFolder(folder)

let invalid = 0
for (const [name, value] of examples) {
  const problems = await checkDefinition(value, { revision, name: name.slice(0, name.indexOf('/')) })
  if (problems.length > 0) invalid += 1
  for (const problem of problems) console.log(`${name}: ${problem}`)
}
console.log(`${examples.length - invalid} of ${examples.length} examples of ${revision} are valid`)
if (invalid > 0) process.exitCode = 1

function readKept() {
  const file = new URL('../packages/omniport/src/wire/fixtures/examples.gen.json', import.meta.url)
  return Object.entries(JSON.parse(readFileSync(file, 'utf8')))
}

function readFolder(root) {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  return files.sort().map((file) => [file.replaceAll('\\', '/'), JSON.parse(readFileSync(join(root, file), 'utf8'))])
}
