import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createServer } from 'omniport'
import { type ServedHttp, serveHttp } from 'omniport/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Interrupted } from '../../packages/omniport/src/cli/process/interrupted.js'
import type { Io } from '../../packages/omniport/src/cli/process/io.js'
import { run } from '../../packages/omniport/src/cli/run.js'
import { verbs } from '../../packages/omniport/src/cli/verbs/verbs.js'
import { root } from '../support/root.js'
import { createMemoryIo } from './memory-io.js'
import { cli, runProgram } from './run-program.js'

/** Lines that stand in for a program, need what is built, change the settings of the user, or import the module that an earlier line has closed: a process runs them, with an empty input. */
const ofProcess = /^(?:tap|listen|bridge http|mock \S+$|console |view .*--html|login |logout |wire )/
/** Lines that stay until they are interrupted: the first that they print ends them. */
const staying = /^(?:serve|gateway|bridge|mock) /
/** What needs a person or a registry goes as far as that. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['host', 'must be a terminal'],
  ['run', 'npm'],
])

/** What verbs that stay print when they are there. */
const starts: ReadonlyMap<string, string> = new Map([
  ['console', 'The console is at'],
  ['listen', 'Listening for changes'],
  ['tap', '{"url"'],
])

let folder = ''
let served: ServedHttp

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'examples-')))
  served = await serveHttp(createServer({ name: 'kitchen', version: '1' }), { port: 0 })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'kitchen', type: 'module' }))
  for (const [from, to] of [
    ['tools.mjs', 'server.js'],
    ['skills.mjs', 'skills.js'],
  ] as const)
    await copyFile(join(import.meta.dirname, 'fixtures', from), join(folder, to))
  const main = join(root, 'examples/notes/dist/main.js')
  const notes = { command: process.execPath, args: [main], env: { NOTES_DIR: join(folder, 'notes') } }
  await writeFile(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { notes } }))
  await mkdir(join(folder, 'notes'))
  await mkdir(join(folder, 'server'))
  const packed = { name: 'kitchen', version: '1.0.0', description: 'Cooks', author: 'Ada', main: 'server.js' }
  await writeFile(join(folder, 'server/package.json'), JSON.stringify(packed))
  await writeFile(join(folder, 'server/server.js'), '')
  await omniport('call notes add_note title=Milk text=Buy_milk')
  await omniport('call notes search_notes query=milk --save calls.json')
  await omniport('record call add a=1 b=2 --output before.jsonl -- node server.js')
  for (const name of ['recording', 'after']) await copyFile(join(folder, 'before.jsonl'), join(folder, `${name}.jsonl`))
}, 300_000)

afterAll(async () => {
  await served.close()
  await rm(folder, { recursive: true })
})

const environment = () => ({
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, 'settings'),
  XDG_CACHE_HOME: join(folder, 'cache'),
  npm_config_registry: 'http://127.0.0.1:1',
  npm_config_fetch_retries: '0',
})

function toWords(line: string): readonly string[] {
  const words = line.match(/'[^']*'|\S+/g) ?? []
  const real = new Map([
    ['http://127.0.0.1:3000/mcp', served.url],
    ['https://mcp.example.com/mcp', served.url],
    ['3000', '0'],
    ['node', process.execPath],
  ])
  return words.map((word) => real.get(word) ?? word.replace(/^'(.*)'$/, '$1'))
}

/** Runs a line in the folder of the examples. The first line of a verb that stays ends it. */
async function omniport(line: string) {
  const end = new AbortController()
  const [verb = '', ...words] = toWords(line)
  const { io, stdout, stderr } = createMemoryIo({ cwd: folder, env: environment(), signal: end.signal })
  const first = () => {
    if (staying.test(line)) end.abort(new Interrupted('SIGINT'))
  }
  const watched: Io = {
    ...io,
    stdout: (text) => io.stdout(text).then(first),
  }
  const code = await run([verb, ...words], watched)
  return { code, stdout: stdout(), stderr: stderr().join('\n') }
}

/** Runs a line as a process, which ends with its input, or when it has said where it is. */
function omniportProcess(line: string) {
  const [verb = '', ...words] = toWords(line)
  const options = verb === 'console' ? ['--no-browser'] : []
  const world = { cwd: folder, env: environment(), interruptAt: starts.get(verb) }
  return runProgram([process.execPath, cli, verb, ...options, ...words], world)
}

/** What may be on stderr is no error, unless the first line of a verb that stays has ended it. */
function assertWorked(code: number | null, stderr: string): void {
  const last = stderr.trim().split('\n').at(-1) ?? ''
  expect([0, 130]).toContain(code)
  expect([code, last]).toEqual([
    code,
    code === 130 ? expect.stringContaining('interrupted') : expect.not.stringContaining('"error"'),
  ])
}

const lines = verbs.flatMap(({ name, examples }) => examples.map((line) => [name, line] as const))
const rest = lines.filter(([name, line]) => !ofProcess.test(line) && !elsewhere.has(name))

test.each(rest)('the examples of %s work: %s', { timeout: 120_000 }, async (name, line) => {
  const { code, stdout, stderr } = await omniport(line)
  assertWorked(code, stderr)
  expect([name, stdout]).not.toEqual([name, ''])
})

test.each(lines.filter(([, line]) => ofProcess.test(line)))('%s: %s', { timeout: 120_000 }, async (_name, line) => {
  const { code, stderr } = await omniportProcess(line)
  assertWorked(code, stderr)
})

test.each([...elsewhere])(
  'an example of %s goes as far as what is not here',
  { timeout: 120_000 },
  async (name, text) => {
    const [example = ''] = verbs.find((verb) => verb.name === name)?.examples ?? []
    const { code, stderr } = await omniportProcess(example)
    expect([code !== 0, stderr]).toEqual([true, expect.stringContaining(text)])
  },
)

test.each(verbs.map(({ name, examples }) => [name, examples] as const))(
  'the page of %s shows its examples',
  async (name, examples) => {
    const { stdout } = await omniport(`${name} --help`)
    const [, shown = ''] = stdout.split('\nExamples:\n')
    expect(examples.length).toBeGreaterThan(0)
    expect(shown.trimEnd().split('\n').slice(0, examples.length)).toEqual(examples.map((line) => `  omniport ${line}`))
    expect(examples.filter((line) => !line.startsWith(`${name} `) && line !== name)).toEqual([])
  },
)
