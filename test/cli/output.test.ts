import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Io } from '../../packages/omniport/src/cli/process/io.js'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from './memory-io.js'

const module = fileURLToPath(new URL('fixtures/shows.mjs', import.meta.url))

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'output-'))
})
afterEach(() => rm(cwd, { recursive: true }))

async function outcome(argv: readonly string[], world: Partial<Io> = {}) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, ...world })
  const code = await run(argv, io)
  return { code, stdout: stdout(), stderr: stderr() }
}

const shown = async (tool: string, ...options: readonly string[]) =>
  (await outcome(['call', module, tool, '--text', ...options])).stdout

describe('a result is shown by the type of its content', () => {
  test.each([
    ['text', 'text', 'Two\nlines\n'],
    [
      'Markdown keeps its words',
      'markdown',
      'Heading\n\nbold and code, a page (https://example.com)\n```\n# not a heading\n```\n',
    ],
    ['an image', 'image', '[image] image/png, 3 B, --output <path> saves it\n'],
    ['a sound', 'sound', '[audio] audio/wav, 3 B, --output <path> saves it\n'],
    ['a resource', 'resource', 'notes://a (text/plain)\ninside\n'],
    ['a link', 'link', 'notes://b B (text/plain, 12 B)\n  Another\n'],
    ['members', 'members', 'city: Oslo\ndays:\n  - wet\n  - dry\nwind:\n  speed: 3\n'],
    ['a table', 'table', 'city    degrees\nOslo    3\nBergen  12\n'],
    ['a text that is also the one member of a value', 'wrapped', 'Two\nlines\n'],
    ['JSON in a text', 'json', 'a: 1\nb: (none)\n'],
    ['nothing', 'nothing', '(nothing)\n'],
    ['what steers a terminal is made visible', 'hostile', '\\u001b[2J\\u0007 \\u202eevil\n'],
  ])('%s', async (_name, tool, expected) => {
    expect(await shown(tool)).toBe(expected)
  })
})

test('files are saved where --output says, and never over others', async () => {
  expect(await shown('image', '-o', 'a.png')).toBe(`[image] image/png, 3 B, saved to ${join(cwd, 'a.png')}\n`)
  expect(await readFile(join(cwd, 'a.png'), 'latin1')).toBe('abc')
  const again = await outcome(['call', module, 'image', '-o', 'a.png'])
  expect([again.code, again.stdout]).toEqual([1, ''])
  expect(again.stderr.at(-1)).toContain('it is there already; give another path, or remove it')
  await shown('several', '--output', 'files/')
  expect((await readdir(join(cwd, 'files'))).sort()).toEqual(['1.png', '2.wav', '3.bin'])
})

test.each<[string, Record<string, string>, readonly string[], boolean, boolean]>([
  ['a terminal', {}, [], true, true],
  ['NO_COLOR', { NO_COLOR: '1' }, [], true, false],
  ['TERM=dumb', { TERM: 'dumb' }, [], true, false],
  ['--no-color, before all', { FORCE_COLOR: '1' }, ['--no-color'], true, false],
  ['FORCE_COLOR, in a pipe', { FORCE_COLOR: '1' }, ['--text'], false, true],
  ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, [], true, false],
  ['a pipe', {}, ['--text'], false, false],
])('colours are used or not: %s', async (_name, env, options, isTerminal, isColored) => {
  const { stdout } = await outcome(['list', module, 'tools', ...options], { env, isTerminal })
  expect(stdout.includes('\u001b[')).toBe(isColored)
})

test('names stay whole, and descriptions end where the page does', async () => {
  const { stdout } = await outcome(['list', module, 'resources', '--text'], { columns: 60 })
  const long = 'notes://a/very/long/address/that/somebody/may/want/to/copy'
  expect(stdout).toContain(`  ${long}  `)
  const tools = await outcome(['list', module, 'tools', '--text'], { columns: 60 })
  expect(Math.max(...tools.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
})

const tools = fileURLToPath(new URL('fixtures/tools.mjs', import.meta.url))

test('the words of a tool that failed are printed once for people, and are in the error for programs', async () => {
  const forPeople = await outcome(['call', tools, 'fail', '--text'])
  expect(forPeople.stdout).toBe('It failed,\non purpose.\n')
  expect(forPeople.stderr.at(-1)?.trimEnd()).toBe('error: The tool "fail" failed')
  const piped = await outcome(['call', tools, 'fail'])
  expect(JSON.parse(piped.stderr.at(-1) ?? '')).toMatchObject({ error: { message: 'It failed,\non purpose.' } })
})

test('an error is a line for people where stderr is a terminal', async () => {
  const status = () => {}
  const { stderr } = await outcome(['lsit'], { status, env: { NO_COLOR: '1' } })
  expect(stderr.at(-1)).toMatch(/^error: There is no verb "lsit"; did you mean "list"\?/)
})

test('progress is a bar where stderr is a terminal, and is removed', async () => {
  const drawn: string[] = []
  const io = { status: (line: string) => void drawn.push(line), columns: 50, env: { NO_COLOR: '1' } }
  await outcome(['call', module, 'slow'], io)
  expect(drawn).toEqual(['██████████░░░░░░░░░░ 50 % half', '████████████████████ 100 % \\u001b[2J', ''])
})

test('the configured servers are listed, without the values of variables and headers', async () => {
  const file = join(cwd, 'mcp.json')
  const add = (...argv: readonly string[]) => outcome(['config', 'add', '--config', file, ...argv])
  expect((await add('notes', '-e', 'TOKEN=secret-1', '--', 'node', 'server.js')).code).toBe(0)
  expect((await add('far', 'https://far.example/mcp?key=secret-2', '-H', 'Authorization: secret-3')).code).toBe(0)
  const { stdout } = await outcome(['list', '--config', file, '--text'])
  expect(stdout).toMatch(/^name {3}state {4}from/)
  expect(stdout).toContain('node server.js')
  expect(stdout).toContain('https://far.example/mcp\n')
  expect(stdout).not.toContain('secret')
})
