import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCodes, type FailureCode } from '../../packages/omniport/src/cli/errors/exit-codes.js'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from '../cli/memory-io.js'
import { cli } from '../cli/run-program.js'

const require = createRequire(import.meta.url)

/** A server of others: what is called, what a wrong call is told, and what is read, by the command line. */
interface Stranger {
  readonly name: string
  readonly server: readonly string[]
  readonly good: readonly string[]
  readonly bad: readonly string[]
  readonly wrong: string
  /** The code of the error. Default: usage. */
  readonly code?: FailureCode
}

const echo = { good: ['echo', 'message=hi'], bad: ['echo', 'mesage=hi'], wrong: 'did you mean "message"?' }

function published(name: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, require.resolve(name), ...args]
}

let folder = ''

const everything = '@modelcontextprotocol/server-everything/dist/index.js'
const strangers: readonly Stranger[] = [
  { name: 'everything of 2025', server: published('everything-2025/dist/index.js'), ...echo },
  { name: 'everything', server: published(everything, 'stdio'), ...echo },
  {
    name: 'filesystem',
    server: published('@modelcontextprotocol/server-filesystem/dist/index.js', import.meta.dirname),
    good: ['list_directory', `path=${import.meta.dirname}`],
    bad: ['list_directory'],
    wrong: 'path is required',
  },
  {
    name: 'memory',
    server: published('@modelcontextprotocol/server-memory/dist/index.js'),
    good: ['search_nodes', 'query=nobody'],
    bad: ['search_node', 'query=nobody'],
    wrong: 'did you mean "search_nodes"?',
    code: 'not_found',
  },
  {
    name: 'sequential-thinking',
    server: published('@modelcontextprotocol/server-sequential-thinking/dist/index.js'),
    good: ['sequentialthinking', 'thought=a', 'nextThoughtNeeded=false', 'thoughtNumber=1', 'totalThoughts=1'],
    bad: ['sequentialthinking', 'thought=a', 'nextThoughtNeeded=false', 'thoughtNumber=0', 'totalThoughts=1'],
    wrong: 'thoughtNumber',
  },
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strangers-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the command, and gives its exit code, its data and its last line of stderr. */
async function omniport(words: readonly string[], server: readonly string[] = []) {
  const env = { XDG_CONFIG_HOME: folder, MEMORY_FILE_PATH: join(folder, 'memory.json') }
  const { io, stdout, stderr } = createMemoryIo({ cwd: folder, env })
  const code = await run([...words, ...(server.length > 0 ? ['--', ...server] : [])], io)
  return { code, stdout: stdout(), last: stderr().at(-1) ?? '' }
}

test.each(strangers)(
  '$name refuses nothing that fits, and is not sent what does not',
  { timeout: 120_000 },
  async (it) => {
    const called = await omniport(['call', ...it.good], it.server)
    expect([called.code, JSON.parse(called.stdout).isError ?? false]).toEqual([0, false])
    const refused = await omniport(['call', ...it.bad], it.server)
    const { error } = JSON.parse(refused.last)
    expect([refused.code, refused.stdout, error]).toEqual([
      exitCodes[it.code ?? 'usage'],
      '',
      expect.objectContaining({ code: it.code ?? 'usage', message: expect.stringContaining(it.wrong) }),
    ])
  },
)

test.each(strangers)('recordings of $name are mocks that say the same', { timeout: 120_000 }, async (it) => {
  for (const [verb, words] of [
    ['list', ['list']],
    ['call', ['call', ...it.good]],
  ] as const) {
    const [first, second] = [`${it.name} ${verb}`, `${it.name} ${verb} of the mock`].map((name) =>
      join(folder, `${name}.jsonl`),
    )
    const record = (file = '', server: readonly string[] = []) =>
      omniport(['record', ...words, '--quiet', '--output', file], server)
    const real = await record(first, it.server)
    expect(real.code).toBe(0)
    const mocked = await record(second, [process.execPath, cli, 'mock', first ?? ''])
    expect([mocked.code, mocked.stdout]).toEqual([0, real.stdout])
    expect(await omniport(['diff', first ?? '', second ?? ''])).toMatchObject({ code: 0 })
  }
})
