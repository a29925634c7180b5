import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { TapFlags } from '../tap-flags.js'
import { installCommand } from './install-command.js'

let folder: string
let cwd: string
let home: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tap-install-'))
  cwd = join(folder, 'work')
  home = join(folder, 'home')
  for (const name of [cwd, home]) await mkdir(name)
})

afterEach(() => rm(folder, { recursive: true }))

async function tap(words: readonly string[], flags: TapFlags, command?: readonly string[]) {
  const { io, stdout } = createMemoryIo({ cwd, env: { HOME: home } })
  const code = await installCommand({ words, command, options: { env: [], header: [] } }, flags, io)
  return { code, result: JSON.parse(stdout()) }
}

async function write(file: string, text: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

const install = { install: true } as const
const uninstall = { uninstall: true } as const
const cursor = () => join(home, '.cursor/mcp.json')
const own = [process.argv[1], 'tap']
const argsIn = async (file: string) =>
  JSON.parse((await readFile(file, 'utf8')).replace('\ufeff', '')).mcpServers.a.args

describe('wrong use', () => {
  test.each([
    [
      ['cursor'],
      install,
      undefined,
      'tap --install: give a host and the name of a server, such as: tap --install cursor notes',
    ],
    [
      [],
      uninstall,
      undefined,
      'tap --uninstall: give a host and the name of a server, such as: tap --uninstall cursor notes',
    ],
    [
      ['a', 'b', 'c'],
      uninstall,
      undefined,
      'tap --uninstall: give a host and the name of a server, such as: tap --uninstall cursor notes',
    ],
    [
      ['a', 'b'],
      install,
      ['x'],
      'tap --install: give a host and the name of a server, such as: tap --install cursor notes',
    ],
    [['a', 'b'], { ...install, ...uninstall }, undefined, 'tap: give --install or --uninstall, not both'],
    [['cursor', 'a'], install, undefined, 'There is no config file of a host "cursor"; give its path instead'],
  ])('%j %j', async (words, flags, command, message) => {
    await expect(tap(words, flags, command)).rejects.toMatchObject({ code: 'usage', message })
  })

  test('names a host that is nearly there', async () => {
    await write(cursor(), '{}')
    await write(join(cwd, '.cursor/mcp.json'), '{}')
    await write(join(home, '.claude.json'), '{}')
    await expect(tap(['cursr', 'a'], install)).rejects.toMatchObject({
      message:
        'There is no config file of a host "cursr"; give its path instead; did you mean "Cursor"? There are files of Cursor, Claude Code',
    })
  })

  test('names a host whose file is not JSON', async () => {
    const file = await write(join(home, '.codex/config.toml'), '')
    await expect(tap(['codex', 'a'], install)).rejects.toMatchObject({
      code: 'usage',
      message: `${file} is not JSON: tap changes JSON files only; edit it by hand`,
    })
  })

  test('names a server that is not there, and leaves the file alone', async () => {
    const file = await write(cursor(), '{"mcpServers":{"notes":{"command":"x"},"b":{"command":"x"}}}')
    await expect(tap(['cursor', 'nots'], install)).rejects.toMatchObject({
      code: 'usage',
      message: `There is no server "nots" in ${file}; did you mean "notes"? The servers are notes, b`,
    })
    await write(file, '{}')
    await expect(tap(['cursor', 'a'], install)).rejects.toMatchObject({
      message: `There is no server "a" in ${file}; the file has no servers`,
    })
    expect(await readdir(dirname(file))).toEqual(['mcp.json'])
  })
})

const entry = '{ "mcpServers": { "a": { "command": "run", "args": ["x"] } } }'

test('a server is started through tap, with a backup, until that is undone', async () => {
  const file = await write(cursor(), entry)
  const backup = `${file}.before-tap`
  expect(await tap(['cursor', 'a'], install)).toEqual({ code: 0, result: { file, server: 'a', changed: true, backup } })
  expect([await argsIn(file), await readFile(backup, 'utf8')]).toEqual([
    [...own, '--installed=args', '--', 'run', 'x'],
    entry,
  ])
  expect(await tap(['cursor', 'a'], install)).toEqual({ code: 0, result: { file, server: 'a', changed: false } })
  expect(await readdir(dirname(file))).toEqual(['mcp.json', 'mcp.json.before-tap'])
  expect(await tap(['cursor', 'a'], uninstall)).toEqual({ code: 0, result: { file, server: 'a', changed: true } })
  expect(await readFile(file, 'utf8')).toBe(entry)
  expect(await tap(['cursor', 'a'], uninstall)).toMatchObject({ result: { changed: false } })
})

test('tap gets its options', async () => {
  const file = await write(cursor(), entry)
  await tap(['cursor', 'a'], { ...install, output: 'out.jsonl', quiet: true, redact: true })
  expect((await argsIn(file)).slice(0, 6)).toEqual([...own, '--output', join(cwd, 'out.jsonl'), '--quiet', '--redact'])
})

test('a byte order mark stays in its place', async () => {
  const file = await write(cursor(), `\ufeff${entry}`)
  await tap(['cursor', 'a'], install)
  expect((await readFile(file, 'utf8')).startsWith('\ufeff{ "mcpServers"')).toBe(true)
  await tap(['cursor', 'a'], uninstall)
  expect(await readFile(file, 'utf8')).toBe(`\ufeff${entry}`)
})

describe('the file', () => {
  test.each(['my.json', './my.json', 'my.jsonc', 'sub/my'])('may be given by its path: %s', async (path) => {
    const file = await write(join(cwd, path), entry)
    expect((await tap([path, 'a'], install)).result).toMatchObject({ file, changed: true })
  })

  test('may be given by its full path', async () => {
    const file = await write(join(cwd, 'my'), entry)
    expect((await tap([file, 'a'], install)).result.file).toBe(file)
  })

  test('is the first one of the host that has the server', async () => {
    const project = await write(join(cwd, '.cursor/mcp.json'), '{ "mcpServers": { "b": { "command": "run" } } }')
    const user = await write(cursor(), `\ufeff${entry}`)
    expect((await tap(['CURSOR', 'a'], install)).result.file).toBe(user)
    expect((await tap(['cursor', 'b'], install)).result.file).toBe(project)
    await expect(tap(['cursor', 'z'], install)).rejects.toMatchObject({
      message: `There is no server "z" in ${project}. The servers are b`,
    })
  })
})
