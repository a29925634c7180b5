// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cli, isAlive, type RunProgramOptions, runProgram, start } from './run-program.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const notes = ['--', process.execPath, join(root, 'examples/notes/dist/main.js')]
const fixture = (name: string) => join(root, 'test/cli/fixtures', name)

let directory: string
let pidFile: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cli-'))
  pidFile = join(directory, 'pid')
})

afterEach(() => rm(directory, { recursive: true }))

/** Runs the command. The server writes its process id into a file, if it is one of ours. */
function omniport(words: readonly string[], server: readonly string[] = [], options: RunProgramOptions = {}) {
  const variables = ['-e', `NOTES_DIR=${directory}`, '-e', `PID_FILE=${pidFile}`]
  return runProgram([process.execPath, cli, ...words, ...variables, ...server], { cwd: directory, ...options })
}

describe('the notes example', () => {
  test('is listed, called, read and prompted', async () => {
    const added = await omniport(['call', 'add_note', 'title=Milk', 'text=Two.', 'tags=home', 'tags=shop'], notes)
    expect([added.code, added.stderr]).toEqual([0, ''])
    const found = await omniport(['call', 'search_notes', 'query=two', 'limit=1'], notes)
    const hit = { id: 'milk', title: 'Milk', tags: ['home', 'shop'], excerpt: 'Two.' }
    expect(JSON.parse(found.stdout).structuredContent).toEqual({ notes: [hit], total: 1 })
    const read = await omniport(['read', 'notes://milk'], notes)
    expect(JSON.parse(read.stdout).contents[0].text).toBe('# Milk\n\nTwo.\n')
    const prompt = await omniport(['prompt', 'review_note', 'id=milk', 'style=brief'], notes)
    expect(JSON.parse(prompt.stdout).messages).toHaveLength(2)
    const list = await omniport(['list', 'prompts'], notes)
    expect(JSON.parse(list.stdout).prompts[0].name).toBe('review_note')
  })

  test('takes its arguments from stdin', async () => {
    const options = { stdin: '{"title":"Tea","text":"Green."}' }
    expect((await omniport(['call', 'add_note', '-'], notes, options)).code).toBe(0)
    expect(await readdir(directory)).toEqual(['tea.md'])
  })

  test('is found by its name in a config file', async () => {
    const server = { command: '${NODE}', args: [notes[2]], env: { NOTES_DIR: '${HERE:-nowhere}' } }
    await writeFile(join(directory, 'mcp.json'), JSON.stringify({ mcpServers: { mine: server } }))
    const options = { cwd: directory, env: { NODE: process.execPath, HERE: join(directory, 'sub') } }
    const argv = [process.execPath, cli, 'call', 'mine', 'add_note', 'title=Tea', 'text=Green.']
    expect((await runProgram(argv, options)).stderr).toBe('')
    expect(await readdir(join(directory, 'sub'))).toEqual(['tea.md'])
  })

  test('is spoken to as its entry says, unless an option says otherwise', async () => {
    const mine = { command: process.execPath, args: [notes[2]], protocolVersion: '2025-06-18' }
    await writeFile(join(directory, 'mcp.json'), JSON.stringify({ mcpServers: { mine } }))
    const revision = async (...options: readonly string[]) => {
      const { stdout } = await runProgram([process.execPath, cli, 'list', 'mine', ...options], { cwd: directory })
      return JSON.parse(stdout).revision
    }
    expect([await revision(), await revision('--protocol', 'auto')]).toEqual(['2025-06-18', '2026-07-28'])
  })

  test('is waited for as long as its entry says, unless an option says otherwise', async () => {
    const mine = { command: process.execPath, args: [fixture('silent.mjs')], timeout: 50 }
    await writeFile(join(directory, 'mcp.json'), JSON.stringify({ mcpServers: { mine } }))
    const failure = async (...options: readonly string[]) => {
      const { stderr } = await runProgram([process.execPath, cli, 'list', 'mine', ...options], { cwd: directory })
      return JSON.parse(stderr).error
    }
    expect(await failure()).toMatchObject({ code: 'timeout', message: expect.stringContaining('50 ms') })
    expect(await failure('--timeout', '60')).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('60 ms'),
    })
  })

  test('is loaded as a module', async () => {
    const result = await omniport(['list', join(root, 'examples/notes/dist/server.js'), 'templates'])
    expect(JSON.parse(result.stdout).resourceTemplates[0].uriTemplate).toBe('notes://{id}')
  })

  test('is shown by npm start', async () => {
    const { code, stdout, stderr } = await runProgram([process.execPath, start])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('notes 0.1.0, speaking 2026-07-28')
    expect(stdout).toContain('completing notes://{id} after "mi":\n  milk\n')
  })
})

describe('what goes wrong', () => {
  const tools = ['--', process.execPath, fixture('tools.mjs')]
  const silent = ['--', process.execPath, fixture('silent.mjs')]
  const exits = ['--', process.execPath, fixture('exits.mjs')]
  const rows: readonly [string, string[], string[], { code: number; error: string; message: RegExp }][] = [
    ['no target', ['read'], [], { code: 1, error: 'usage', message: /^There is no target/ }],
    [
      'a command that is not there',
      ['list'],
      ['--', 'no-such-program'],
      { code: 4, error: 'unreachable', message: /^Could not start "no-such-program"/ },
    ],
    [
      'a server that exits',
      ['list'],
      exits,
      { code: 4, error: 'unreachable', message: /exited with code 3; its stderr ends:\nno licence/ },
    ],
    ['a tool that fails', ['call', 'fail'], tools, { code: 5, error: 'tool', message: /^It failed,\non purpose\.$/ }],
    ['an unknown tool', ['call', 'nope'], tools, { code: 5, error: 'not_found', message: /nope/ }],
    [
      'a tool that takes too long',
      ['call', 'hang', '--timeout', '300'],
      tools,
      { code: 4, error: 'timeout', message: /300/ },
    ],
  ]

  test.each(rows)('%s: the code, and why in the last line of stderr', async (_name, words, server, expected) => {
    const { code, stderr } = await omniport(words, server)
    const { error } = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '')
    expect({ code, error: error.code }).toEqual({ code: expected.code, error: expected.error })
    expect(error.message).toMatch(expected.message)
  })

  test('a server that exits says its last words once, though it is started twice', async () => {
    const { stderr } = await omniport(['list'], exits)
    expect(stderr.split('\n').filter((line) => line === 'no licence')).toHaveLength(1)
  })

  test('a failed tool still prints its result, and nothing else', async () => {
    const { stdout } = await omniport(['call', 'fail'], tools)
    expect(JSON.parse(stdout).isError).toBe(true)
    expect(stdout.split('\n')).toHaveLength(2)
  })

  test('what a server module prints does not reach stdout', async () => {
    const { stdout, stderr } = await omniport(['call', fixture('tools.mjs'), 'talk'])
    expect(JSON.parse(stdout).content).toEqual([{ type: 'text', text: 'done' }])
    expect(stderr).toContain('printed\n')
  })

  test('Ctrl-C ends the server too', async () => {
    const { code, stdout } = await omniport(['call', 'hang'], tools, { interruptAt: '[progress] 1' })
    expect({ code, stdout, alive: await isAlive(pidFile) }).toEqual({ code: 130, stdout: '', alive: false })
  })

  test('a server that is silent, and ignores the end of its input, is ended', async () => {
    const { code, stderr } = await omniport(['list', '--timeout', '300'], silent)
    const { error } = JSON.parse(stderr)
    expect({ code, error: error.code, alive: await isAlive(pidFile) }).toEqual({
      code: 4,
      error: 'timeout',
      alive: false,
    })
  })

  test('a reader that goes away is no failure', async () => {
    const line = '"$0" "$1" list -- "$0" "$2" | true; echo "${PIPESTATUS[0]}"'
    const { stdout, stderr } = await runProgram(['bash', '-c', line, process.execPath, cli, fixture('tools.mjs')])
    expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' })
  })
})

describe('servers of others', () => {
  const { resolve } = createRequire(import.meta.url)
  const program = (name: string) => join(dirname(resolve(`${name}/package.json`)), 'dist/index.js')

  test('server-everything', async () => {
    const server = ['--', process.execPath, program('@modelcontextprotocol/server-everything'), 'stdio']
    const sum = await omniport(['call', 'get-sum', 'a=2', 'b=3'], server)
    expect(JSON.parse(sum.stdout).content).toEqual([{ type: 'text', text: 'The sum of 2 and 3 is 5.' }])
    const list = await omniport(['list'], server)
    expect(JSON.parse(list.stdout).server.name).toBe('mcp-servers/everything')
  })

  test('server-filesystem', async () => {
    await writeFile(join(directory, 'a.txt'), 'hello')
    const server = ['--', process.execPath, program('@modelcontextprotocol/server-filesystem'), directory]
    const read = await omniport(['call', 'read_text_file', `path=${join(directory, 'a.txt')}`], server)
    expect(JSON.parse(read.stdout).content).toEqual([{ type: 'text', text: 'hello' }])
    const outside = await omniport(['call', 'read_text_file', 'path=/etc/passwd'], server)
    expect(outside.code).toBe(5)
  })
  test('server-filesystem is shown by npm start', async () => {
    const server = ['--', process.execPath, program('@modelcontextprotocol/server-filesystem'), directory]
    const { code, stdout } = await runProgram([process.execPath, start, ...server])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^secure-filesystem-server \S+, speaking 2025-11-25\n/)
    expect(stdout).toMatch(/\nCalled list_allowed_directories:\n {2}Allowed directories:\n {2}\S+\n$/)
  })
})
