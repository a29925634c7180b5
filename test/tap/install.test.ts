// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import fc from 'fast-check'
import { loadConfig } from 'omniport/host'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run as runLine } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from '../cli/memory-io.js'
import { cli } from '../cli/run-program.js'
import { behaves, node, run, TapFolder } from './tapped.js'

let tap: TapFolder
let cwd: string
let file: string

beforeEach(async () => {
  tap = await TapFolder.create()
  cwd = tap.folder
  file = join(cwd, '.cursor', 'mcp.json')
  await mkdir(join(cwd, '.cursor'))
})

afterEach(() => tap.remove())

/** Runs `tap`, and gives what it prints, or its error. */
async function tapLine(...words: readonly string[]) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, env: { HOME: join(cwd, 'home') } })
  const code = await runLine(['tap', ...words], io)
  return { code, printed: code === 0 ? JSON.parse(stdout()) : undefined, error: stderr().at(-1) ?? '' }
}

const install = (...words: readonly string[]) => tapLine('--install', ...words)
const uninstall = (...words: readonly string[]) => tapLine('--uninstall', ...words)
const read = () => readFile(file, 'utf8')

/** The entry of a server as a host reads it. */
async function entry(name = 'notes') {
  const { servers } = await loadConfig(file, { env: { KEY: '${KEY}' } })
  return servers[name]?.target as { readonly command: string; readonly args: readonly string[]; readonly env: object }
}

const commented = `// my servers
{
  /* the first */
  "mcpServers": {
    "notes": {
      "command": "npx", // with npx
      "args": [
        "-y", // yes
        "notes-server",
      ],
      "env": { "KEY": "\${KEY}" },
    },
    "other": { "command": "other" }
  }
}
`

test('a server is started through tap, and all else stays as it is written', async () => {
  await writeFile(file, commented, { mode: 0o640 })
  const { code, printed } = await install('cursor', 'notes')
  const backup = `${file}.before-tap`
  expect([code, printed]).toEqual([0, { file, server: 'notes', changed: true, backup }])
  const started = await entry()
  expect(started.command).toBe(process.execPath)
  expect(started.args.slice(1)).toEqual(['tap', '--installed=args', '--', 'npx', '-y', 'notes-server'])
  expect(started.env).toEqual({ KEY: '${KEY}' })
  const text = await read()
  for (const part of ['// my servers', '/* the first */', '// with npx', '// yes', '"other": { "command": "other" }']) {
    expect(text).toContain(part)
  }
  expect(await readFile(backup, 'utf8')).toBe(commented)
  expect([(await stat(file)).mode & 0o777, (await stat(backup)).mode & 0o777]).toEqual([0o640, 0o640])
})

test('a second time changes nothing, and makes no backup', async () => {
  await writeFile(file, commented)
  await install('cursor', 'notes')
  const once = await read()
  const { printed } = await install('cursor', 'notes')
  expect([printed, await read()]).toEqual([{ file, server: 'notes', changed: false }, once])
  expect((await readdir(join(cwd, '.cursor'))).sort()).toEqual(['mcp.json', 'mcp.json.before-tap'])
  await uninstall('cursor', 'notes')
  expect((await uninstall('cursor', 'notes')).printed).toEqual({ file, server: 'notes', changed: false })
})

describe('uninstalling restores the text', () => {
  const entries: readonly [string, string][] = [
    ['with arguments', '{ "command": "npx", "args": ["-y", "x"] }'],
    ['with arguments on lines', '{\n  "args": [\n    "-y"\n  ],\n  "command": "npx"\n}'],
    ['with arguments after a comment', '{ "command": "npx", "args": [ /* yes */ "-y" /* no */ , ] }'],
    ['without arguments', '{ "command": "notes" }'],
    ['without arguments, and more after it', '{ "command": "notes", "env": {} }'],
    ['with an empty list', '{ "command": "notes", "args": [] }'],
    ['with an empty list and space in it', '{ "command": "notes", "args": [ ] }'],
    ['with a command that is a list', '{ "type": "local", "command": ["npx", "-y"] }'],
    ['with signs that are escaped', '{ "command": "C:\\\\a \\u00e9\\"", "args": ["\\n"] }'],
    ['with arguments like those of tap', '{ "command": "node", "args": ["tap", "--", "x"] }'],
    ['of one name twice', '{ "command": "old", "command": "new" }'],
  ]
  test.each(entries)('of an entry %s', async (_, given) => {
    const text = `\ufeff{ "mcpServers": { "notes": ${given}, } } // end`
    await writeFile(file, text)
    expect((await install('cursor', 'notes')).printed.changed).toBe(true)
    expect(await read()).not.toBe(text)
    expect((await uninstall('cursor', 'notes')).printed.changed).toBe(true)
    expect(await read()).toBe(text)
  })

  test('whatever the arguments are', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('--', 'tap', '--installed=', ']', '//', '/*'),
    )
    const args = fc.option(fc.array(word, { maxLength: 4 }), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(word, args, fc.constantFrom(0, 2), async (command, list, indent) => {
        const text = JSON.stringify(
          { mcpServers: { notes: { command, args: list }, b: { url: 'x' } } },
          undefined,
          indent,
        )
        await writeFile(file, text)
        await install('cursor', 'notes')
        const { args: through } = await entry()
        expect(through.slice(through.indexOf('--') + 1)).toEqual([command, ...(list ?? [])])
        await uninstall('cursor', 'notes')
        expect(await read()).toBe(text)
      }),
      { numRuns: 60 },
    )
  })

  test('but for edits that were made since, also in the entry', async () => {
    await writeFile(file, commented)
    await install('cursor', 'notes')
    const edited = (await read())
      .replace('"notes-server",', '"notes-server", "--verbose",')
      .replace('"other": {', '"third": { "command": "third" },\n    "other": {')
    await writeFile(file, edited)
    await uninstall('cursor', 'notes')
    expect(await read()).toBe(
      commented
        .replace('"notes-server",', '"notes-server", "--verbose",')
        .replace('"other": {', '"third": { "command": "third" },\n    "other": {'),
    )
  })

  test('of one server, and another stays installed', async () => {
    await writeFile(file, commented)
    await install('cursor', 'notes')
    await install('cursor', 'other')
    await uninstall('cursor', 'notes')
    expect([(await entry()).command, (await entry('other')).command]).toEqual(['npx', process.execPath])
    await uninstall('cursor', 'other')
    expect(await read()).toBe(commented)
  })
})

test.each([
  [
    'text that is not JSON',
    '{ "mcpServers": {\n "notes": nope } }',
    'invalid_config',
    /:2: not JSON, so it is left as it is/,
  ],
  ['a list', '[]', 'invalid_config', /:1: not JSON/],
  ['deep text', '['.repeat(100_000), 'invalid_config', /not JSON/],
  [
    'another name',
    '{ "mcpServers": { "note": { "command": "a" } } }',
    'usage',
    /There is no server "notes" .* did you mean "note"\?/,
  ],
  [
    'an address',
    '{ "mcpServers": { "notes": { "url": "http://x" } } }',
    'usage',
    /notes starts no program: run "omniport tap <url>"/,
  ],
  ['an entry without a command', '{ "mcpServers": { "notes": {} } }', 'usage', /it has no command/],
  [
    'arguments that are no list',
    '{ "mcpServers": { "notes": { "command": "a", "args": "b" } } }',
    'invalid_config',
    /args must be a list/,
  ],
])('%s is left alone with an error', async (_, text, errorCode, message) => {
  await writeFile(file, text)
  const { code, error } = await install('cursor', 'notes')
  expect(code).toBe(1)
  expect(JSON.parse(error).error).toMatchObject({ code: errorCode, message: expect.stringMatching(message) })
  expect([await read(), await readdir(join(cwd, '.cursor'))]).toEqual([text, ['mcp.json']])
})

test('hosts are found by any spelling, and a file by its path', async () => {
  const home = join(cwd, 'home')
  const files = [
    ['vs-code', join(cwd, '.vscode/mcp.json'), 'servers'],
    ['Claude Desktop', join(home, '.config/Claude/claude_desktop_config.json'), 'mcpServers'],
    ['claude-code', join(cwd, '.mcp.json'), 'mcpServers'],
    ['./any.json', join(cwd, 'any.json'), 'mcpServers'],
  ] as const
  for (const [host, path, field] of files) {
    await mkdir(join(path, '..'), { recursive: true })
    const text = JSON.stringify({ [field]: { notes: { command: 'notes' } } })
    await writeFile(path, text)
    expect((await install(host, 'notes')).printed).toMatchObject({ file: path, changed: true })
    await uninstall(host, 'notes')
    expect(await readFile(path, 'utf8')).toBe(text)
  }
})

test('the file of a host that has the server is changed, that of the project before that of the user', async () => {
  const user = join(cwd, 'home/.cursor/mcp.json')
  await mkdir(join(user, '..'), { recursive: true })
  await writeFile(user, '{ "mcpServers": { "mine": { "command": "a" }, "notes": { "command": "b" } } }')
  await writeFile(file, commented)
  expect((await install('cursor', 'notes')).printed.file).toBe(file)
  expect((await install('cursor', 'mine')).printed.file).toBe(user)
})

test.each([
  ['a host without files', ['nope', 'notes'], /There is no config file of a host \\"nope/],
  ['no server', ['cursor'], /give a host and the name of a server/],
  ['both ways', ['cursor', 'notes', '--uninstall'], /--install or --uninstall, not both/],
])('%s is an error', async (_, words, message) => {
  await writeFile(file, commented)
  expect((await install(...words)).error).toMatch(message)
  expect(await read()).toBe(commented)
})

test('a file in another format is not changed', async () => {
  await mkdir(join(cwd, '.codex'))
  await writeFile(join(cwd, '.codex/config.toml'), '[mcp_servers.notes]\ncommand = "a"\n')
  expect((await install('codex', 'notes')).error).toMatch(/config\.toml is not JSON: tap changes JSON files only/)
})

test('a link stays a link, and its file is changed', async () => {
  const real = join(cwd, 'real.json')
  await writeFile(real, commented)
  await symlink(real, file)
  await install('cursor', 'notes')
  expect((await readFile(real, 'utf8')).includes('--installed=args')).toBe(true)
  await uninstall('cursor', 'notes')
  expect(await readFile(real, 'utf8')).toBe(commented)
})

test('what is installed runs the server through tap, with the options that were given', async () => {
  const [command = '', ...args] = behaves('echo')
  await writeFile(file, JSON.stringify({ mcpServers: { notes: { command, args } } }))
  const line = [node, cli, 'tap', '--install', 'cursor', 'notes', '--output', 'tap.jsonl', '--quiet', '--redact']
  const { spawnSync } = await import('node:child_process')
  const { status } = spawnSync(node, line.slice(1), { cwd, env: { ...process.env, HOME: cwd } })
  expect(status).toBe(0)
  const started = await entry()
  const { stdout, stderr } = await run([started.command, ...started.args], '{"id":1,"private":2}\n')
  expect([String(stdout), String(stderr)]).toEqual(['{"id":1,"private":2}\n', ''])
  expect((await tap.recording()).lines[0]).toMatchObject({ hidden: true, message: { id: 1 } })
})
