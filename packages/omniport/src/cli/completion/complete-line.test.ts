import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { cacheFolder } from '../process/cache-folder.js'
import { verbs } from '../verbs/verbs.js'
import { completeLine } from './complete-line.js'
import { completionCommand } from './completion-command.js'
import { readNames, rememberNames } from './name-cache.js'
import { scripts } from './scripts.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'complete-'))
})

afterEach(() => rm(cwd, { recursive: true }))

const env = () => ({ HOME: join(cwd, 'home'), XDG_CACHE_HOME: join(cwd, 'cache') })

async function lines(...argv: readonly string[]) {
  const { io, stdout } = createMemoryIo({ cwd, env: env() })
  expect(await completeLine(argv, io)).toBe(0)
  return stdout().split('\n').slice(0, -1)
}

const values = async (...argv: readonly string[]) => (await lines(...argv)).map((line) => line.split('\t')[0])

const object = { type: 'object' as const }
const target = { type: 'word', word: 'notes' } as const
const offered = {
  tools: [
    { name: 'add', inputSchema: { ...object, properties: { a: {}, b: {} } } },
    { name: 'sub', inputSchema: object },
  ],
  prompts: [{ name: 'ask', arguments: [{ name: 'who' }] }, { name: 'bare' }],
  resources: [
    { uri: 'a:b', name: 'b' },
    { uri: 'a:b c', name: 'c' },
  ],
}

describe('verbs', () => {
  test('are offered first, with what they do', async () => {
    expect(await values('')).toEqual([...verbs.map(({ name }) => name), 'help'])
    const [call] = verbs.filter(({ name }) => name === 'call')
    expect(await lines('cal')).toEqual([`call\t${call?.description}`])
  })

  test('are offered to help', async () => {
    expect(await lines('help', 'pr')).toEqual(['prompt'])
    expect([await lines('unknown', ''), await lines()]).toEqual([[], await lines('')])
  })

  test('are found in a line, of which the first word is the command', async () => {
    expect(await values('--line', 'omniport  cal')).toEqual(['call'])
    expect(await values('--line', 'omniport help pr')).toEqual(['prompt'])
    expect(await values('--line')).toEqual([...verbs.map(({ name }) => name), 'help'])
  })
})

describe('options', () => {
  test('are offered after a dash, but for hidden ones', async () => {
    expect(await values('call', 'notes', '--sav')).toEqual(['--save'])
    expect(await values('tap', '--inst')).toEqual(['--install'])
    expect(await values('call', '--header')).toEqual(['--header'])
  })

  test('offer their values, and no others', async () => {
    expect(await values('call', '--protocol', '2024')).toEqual(['2024-11-05'])
    expect(await values('gateway', '--isolation', '')).toEqual(['principal', 'session', 'shared'])
    expect(await values('call', '--timeout', '')).toEqual([])
  })

  test('and their values are no words of the line', async () => {
    await rememberNames(target, offered, { env: env() })
    expect(await values('call', '--timeout', '5', '--json', 'notes', 'a')).toEqual(['add'])
    expect(await values('call', '-H', 'x', 'notes', 'a')).toEqual(['add'])
  })
})

describe('a target', () => {
  test('is a configured server, whose name is a plain word', async () => {
    const mcpServers = {
      notes: { command: 'x', description: 'My\nnotes' },
      'a b': { command: 'x' },
      x$y: { command: 'x' },
    }
    await writeFile(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers }))
    expect(await values('call', '')).toEqual(['notes'])
    expect(await values('doctor', 'no')).toEqual(['notes'])
    expect(await values('call', 'x')).toEqual([])
  })

  test('has the names that were listed', async () => {
    await rememberNames(target, offered, { env: env() })
    expect(await values('call', 'notes', '')).toEqual(['add', 'sub'])
    expect(await values('call', 'notes', 'add', '')).toEqual(['a=', 'b='])
    expect(await values('call', 'notes', 'add', 'a=1', '')).toEqual(['b='])
    expect(await values('call', 'notes', 'add', 'b:=1', '')).toEqual(['a='])
    expect(await values('call', 'notes', 'toString', '')).toEqual([])
    expect(await values('prompt', 'notes', '')).toEqual(['ask', 'bare'])
    expect(await values('complete', 'notes', 'ask', '')).toEqual(['who='])
    expect(await values('read', 'notes', '')).toEqual(['a:b'])
    expect(await values('list', 'notes', '')).toEqual(['tools', 'resources', 'templates', 'prompts', 'card'])
    expect(await values('list', 'notes', 'tools', '')).toEqual([])
    expect(await values('doctor', 'notes', '')).toEqual([])
    expect(await values('call', 'other', '')).toEqual([])
  })
})

test('other words of verbs', async () => {
  expect(await values('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(await values('config', '')).toEqual(['show', 'path', 'check', 'add', 'remove', 'install', 'uninstall'])
  expect(await values('config', 'install', '')).toEqual([])
  expect(await values('diff', '')).toEqual([])
})

describe('names that are remembered', () => {
  test('are those of words, and lists that are left out stay', async () => {
    await rememberNames({ type: 'command', command: 'x', args: [] }, offered, { env: env() })
    expect(await readNames('x', { env: env() })).toEqual({})
    await rememberNames(target, { tools: offered.tools }, { env: env() })
    await rememberNames(target, { resources: offered.resources, prompts: offered.prompts }, { env: env() })
    expect(await readNames('notes', { env: env() })).toEqual({
      tools: { add: ['a', 'b'], sub: [] },
      prompts: { ask: ['who'], bare: [] },
      resources: ['a:b', 'a:b c'],
    })
  })

  test('are those of the last 100 targets, and 500 of each', async () => {
    const resources = Array.from({ length: 501 }, (_, at) => ({ uri: `a:${at}`, name: 'x' }))
    const before = Array.from({ length: 101 }, (_, at) => [`t${at}`, { resources: ['a:0'] }])
    await mkdir(cacheFolder(env()), { recursive: true })
    await writeFile(join(cacheFolder(env()), 'names.json'), JSON.stringify(before))
    await rememberNames({ type: 'word', word: 't1' }, { resources }, { env: env() })
    const count = async (word: string) => (await readNames(word, { env: env() })).resources?.length
    expect([await count('t0'), await count('t1'), await count('t2'), await count('t100')]).toEqual([
      undefined,
      500,
      1,
      1,
    ])
  })

  test('are not needed: a folder that cannot be written is no failure', async () => {
    await writeFile(join(cwd, 'cache'), '')
    await rememberNames(target, offered, { env: env() })
    expect(await readNames('notes', { env: env() })).toEqual({})
  })
})

describe('the scripts', () => {
  test.each(['bash', 'zsh', 'fish'] as const)('of %s is printed, and asks this command', async (shell) => {
    const { io, stdout } = createMemoryIo({ cwd })
    expect(await completionCommand({ words: [shell], command: undefined }, io)).toBe(0)
    expect(stdout()).toBe(scripts[shell])
    expect(stdout()).toContain('omniport __complete ')
  })

  test.each([
    [[], undefined, 'completion: give a shell, bash, zsh, fish'],
    [['tcsh'], undefined, 'completion: give a shell, bash, zsh, fish; got "tcsh"'],
    [['toString'], undefined, 'completion: give a shell, bash, zsh, fish; got "toString"'],
    [['bash', 'zsh'], undefined, 'completion takes one shell, got "zsh" as well'],
    [['bash'], ['x'], 'completion takes one shell, got "--" as well'],
  ])('%j is wrong use', async (words, command, message) => {
    const { io } = createMemoryIo({ cwd })
    await expect(completionCommand({ words, command }, io)).rejects.toMatchObject({ code: 'usage', message })
  })
})
