// Says how an MCP package of npm does: `npm run scoreboard -- <package>@<version> [arguments of its program]`. Installs it into a
// folder of its own, without running scripts of packages, and plays with it
// - the rules of `omniport check`: right and wrong messages, in each revision that it agrees to,
// - the wire: all that it sends, against the official schema of the revision that is spoken,
// - the crossing: what clients of five revisions list of it through the gateway, beside what is listed without.
// A client is given a command that starts a server: `npm run scoreboard -- --client <package>@<version> [arguments]`, where the words
// `{command}` and `{args}` stand for that command. Prints a row of the table in
// docs/scoreboard.md. `--env NAME=value` sets a variable of the program, `--json <file>` keeps all that was found.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { crossings } from './scoreboard-crossing.mjs'

const omniport = fileURLToPath(new URL('../packages/omniport/dist/bundle/cli/main.js', import.meta.url))
const server = fileURLToPath(new URL('scoreboard-server.mjs', import.meta.url))
const minutes = 60_000

const { own, given } = split(process.argv.slice(2))
const { values } = parseArgs({
  args: own,
  options: { client: { type: 'boolean' }, env: { type: 'string', multiple: true }, json: { type: 'string' } },
})
const [spec, ...programArgs] = given
if (spec === undefined) {
  console.error('scoreboard: say which package, such as @modelcontextprotocol/server-memory@2026.8.31')
  process.exit(2)
}

const home = mkdtempSync(join(tmpdir(), 'scoreboard-'))
process.once('exit', () => rmSync(home, { recursive: true, force: true }))
const program = install(spec)
const env = { ...process.env, ...Object.fromEntries((values.env ?? []).map((pair) => pair.split(/=(.*)/s, 2))) }
const found = values.client === true ? clientRow() : await serverRow()
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ spec, ...found }, null, 2)}\n`)
console.log(`| ${[spec, found.revisions.join(', ') || '-', found.rules, found.wire, found.crossing].join(' | ')} |`)

/** Our options stand before the package, those of its program behind it. */
function split(words) {
  const isValue = (at) => /^--(env|json)$/.test(words[at - 1] ?? '')
  const at = words.findIndex((word, index) => !word.startsWith('-') && !isValue(index))
  return at === -1 ? { own: words, given: [] } : { own: words.slice(0, at), given: words.slice(at) }
}

/** Installs the package, and gives the file of its program. */
function install(wanted) {
  const name = wanted.replace(/(?<=.)@[^@/]*$/, '')
  writeFileSync(join(home, 'package.json'), '{ "private": true }')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', ['install', ...flags, wanted], { cwd: home, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm install ${wanted}: ${stderr}`)
  const folder = join(home, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = typeof bin === 'string' ? bin : Object.values(bin ?? {})[0]
  if (file === undefined) throw new Error(`${wanted} has no program`)
  return join(folder, file)
}

async function serverRow() {
  const command = [process.execPath, program, ...programArgs]
  const work = join(home, 'work')
  mkdirSync(work)
  const ran = omniportRun(['check', '--json', '--', ...command], work)
  const { result } = JSON.parse(ran.stdout || '{}')
  if (result === undefined) throw new Error(`${spec} could not be checked: ${ran.stderr.slice(0, 2_000)}`)
  const { revisions, checks } = result
  const crossed = await crossings({ command: command[0], args: command.slice(1), cwd: work, env })
  const rules = checks.filter(({ name }) => name !== 'schema')
  const wire = checks.filter(({ name }) => name === 'schema')
  return { revisions, rules: shareOf(rules), wire: shareOf(wire), crossing: crossed, checks }
}

/** The client is started with a server whose messages are recorded. */
function clientRow() {
  const recordings = join(home, 'recordings')
  mkdirSync(recordings)
  const file = join(recordings, 'client.jsonl')
  const tapped = [omniport, 'tap', '--quiet', '--output', file, '--', process.execPath, server]
  const args = programArgs.flatMap((word) => {
    if (word === '{args}') return tapped
    return [word === '{command}' ? process.execPath : word]
  })
  spawnSync(process.execPath, [program, ...args], { cwd: home, env, encoding: 'utf8', timeout: minutes, input: '' })
  const files = readdirSync(recordings)
  if (files.length === 0) throw new Error(`${spec} did not start the server`)
  const ran = omniportRun(['check', '--json', '--schema', join(recordings, files[0])], home)
  const { result } = JSON.parse(ran.stdout)
  const lines = readFileSync(join(recordings, files[0]), 'utf8')
  const revisions = [...new Set([...lines.matchAll(/"protocolVersion":"([\d-]+)"/g)].map(([, revision]) => revision))]
  const wire = `${result.messages - result.problems.length} of ${result.messages}`
  return { revisions, rules: '-', wire, crossing: '-', problems: result.problems }
}

function omniportRun(args, cwd) {
  return spawnSync(process.execPath, [omniport, ...args], { cwd, env, encoding: 'utf8', timeout: 10 * minutes })
}

/** How many passed, and of the rest how many break what the specification recommends, and what it demands. */
function shareOf(checks) {
  const count = (wanted) => checks.filter(({ outcome }) => outcome === wanted).length
  const [passed, warnings, failures] = ['pass', 'warning', 'fail'].map(count)
  return `${passed} of ${passed + warnings + failures}${failures === 0 ? '' : `, ${failures} fail`}`
}
