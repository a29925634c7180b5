import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadConfig } from 'omniport/host'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from './memory-io.js'

let folder = ''
let cwd = ''
let home = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'install-'))
  cwd = join(folder, 'work')
  home = join(folder, 'home')
  for (const name of [cwd, home]) await mkdir(name)
  await writeFile(join(cwd, 'server.js'), '')
})
afterEach(() => rm(folder, { recursive: true }))

async function config(...argv: readonly string[]) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, env: { HOME: home } })
  const code = await run(['config', ...argv], io)
  const text = stdout()
  const result = code === 0 && !argv.includes('--text') ? JSON.parse(text) : undefined
  const message: string = code === 0 ? '' : JSON.parse(stderr().at(-1) ?? '').error.message
  return { code, text, result, message }
}

async function write(file: string, text: string): Promise<string> {
  const path = join(home, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return path
}

const read = (file: string) => readFile(join(home, file), 'utf8')
const command = () => ['--name', 'greet', '-e', 'TOKEN=se"cret', '--', 'node', 'server.js', '--flag']
const address = ['https://far.example/mcp', '-H', 'X-Key: k']

/** Where a host has its servers, and how it writes a program and a URL. Claude Desktop takes programs only. */
const hosts = [
  ['claude-desktop', '.config/Claude/claude_desktop_config.json', 'mcpServers', {}, undefined],
  ['claude-code', '.claude.json', 'mcpServers', { type: 'stdio' }, { type: 'http', url: address[0] }],
  ['cursor', '.cursor/mcp.json', 'mcpServers', {}, { url: address[0] }],
  ['vscode', '.config/Code/User/mcp.json', 'servers', { type: 'stdio' }, { type: 'http', url: address[0] }],
  ['windsurf', '.codeium/windsurf/mcp_config.json', 'mcpServers', {}, { serverUrl: address[0] }],
  ['zed', '.config/zed/settings.json', 'context_servers', {}, { url: address[0] }],
] as const

describe.each(hosts)('%s', (host, file, root, extra) => {
  test('gets a program with full paths, in a file that only the user can read', async () => {
    const { code, result } = await config('install', host, ...command())
    const program = { ...extra, command: 'node', args: [join(cwd, 'server.js'), '--flag'], env: { TOKEN: 'se"cret' } }
    expect([code, JSON.parse(await read(file))]).toEqual([0, { [root]: { greet: program } }])
    expect(result).toMatchObject({ name: 'greet', file: join(home, file), changed: true })
    expect(JSON.stringify(result)).not.toContain('cret')
    expect((await stat(join(home, file))).mode & 0o777).toBe(0o600)
    expect(await readdir(dirname(join(home, file)))).not.toContainEqual(expect.stringMatching(/tmp$/))
  })

  test('keeps comments and all else, and loses only the entry when it is taken out', async () => {
    const text = `{\n\t// mine\n\t"theme": "dark",\n\t"${root}": {\n\t\t"a": { "command": "a" }, // first\n\t},\n\t"last": [1]\n}\n`
    await write(file, text)
    await config('install', host, ...command())
    const added = await read(file)
    for (const part of ['// mine', '// first', '"theme": "dark"', '"last": [1]', '\t\t"greet": {']) {
      expect(added).toContain(part)
    }
    expect((await config('uninstall', host, 'greet')).result).toMatchObject({ changed: true, name: 'greet' })
    expect((await read(file)).replaceAll(/[\s,]/g, '')).toBe(text.replaceAll(/[\s,]/g, ''))
  })

  test('has a backup beside the file', async () => {
    await write(file, '{}')
    const { result } = await config('install', host, ...command())
    expect([result.backup, await readFile(result.backup, 'utf8')]).toEqual([
      join(home, `${file}.before-omniport`),
      '{}',
    ])
    const second = await config('uninstall', host, 'greet')
    expect(second.result.backup).toBe(join(home, `${file}.before-omniport-2`))
  })

  test('what is written is read back as the same server', async () => {
    await config('install', host, ...command())
    const { servers } = await loadConfig(join(home, file), { cwd, env: {}, home })
    const target = { command: 'node', args: [join(cwd, 'server.js'), '--flag'], env: { TOKEN: 'se"cret' } }
    expect([servers['greet']?.problem, servers['greet']?.target]).toEqual([undefined, target])
  })

  test.each([
    ['not JSON', '{ "a": ', 'not JSON, so it is left as it is'],
    ['no object', '[]', 'not an object'],
    ['too deep', '['.repeat(100_000), 'so it is left as it is'],
    ['servers that are a list', `{ "${root}": [] }`, `"${root}" must hold servers by name`],
    ['servers twice', `{ "${root}": { "a": {} }, "${root}": { "b": {} } }`, 'edit it by hand'],
  ])('a file that cannot be changed is left alone: %s', async (_, text, problem) => {
    await write(file, text)
    const { code, message } = await config('install', host, ...command())
    expect([code, message]).toEqual([1, expect.stringContaining(problem)])
    expect(message).not.toContain('\n')
    expect([await read(file), await readdir(dirname(join(home, file)))]).toEqual([
      text,
      [expect.stringMatching(/json$/)],
    ])
  })
})

const urlHosts = hosts.filter(([, , , , entry]) => entry !== undefined)

test.each(urlHosts)('%s gets a URL with headers', async (host, file, root, _extra, entry) => {
  await config('install', host, ...address)
  const headers = { 'X-Key': 'k' }
  expect(JSON.parse(await read(file))).toEqual({ [root]: { 'far-example': { ...entry, headers } } })
})

test('Claude Desktop gets no URL, but advice', async () => {
  const { message } = await config('install', 'claude-desktop', ...address)
  expect(message).toContain('has no URLs; let it start a program that connects: -- npx omniport bridge https://far')
  expect(await readdir(home)).toEqual([])
})

describe('codex', () => {
  const file = '.codex/config.toml'

  test('gets tables at the end of its file, and comments stay', async () => {
    const text =
      '# mine\nmodel = "o3" # fast\n\n[mcp_servers.a]\ncommand = "a"\n\n# about the profile\n[profiles.x]\ny = 1\n'
    await write(file, text)
    await config('install', 'codex', ...command())
    const entry = `\n[mcp_servers.greet]\ncommand = "node"\nargs = ["${join(cwd, 'server.js')}", "--flag"]\n\n[mcp_servers.greet.env]\nTOKEN = "se\\"cret"\n`
    expect(await read(file)).toBe(text + entry)
    const { servers } = await loadConfig(join(home, file), { cwd, env: {}, home })
    expect([Object.keys(servers), servers['greet']?.problem]).toEqual([['a', 'greet'], undefined])
    await config('uninstall', 'codex', 'greet')
    expect((await read(file)).trim()).toBe(text.trim())
    await config('uninstall', 'codex', 'a')
    expect((await read(file)).trim()).toBe(text.replace('[mcp_servers.a]\ncommand = "a"\n', '').trim())
  })

  test('gets a URL, in a new file', async () => {
    await config('install', 'codex', ...address)
    expect(await read(file)).toBe(
      '[mcp_servers.far-example]\nurl = "https://far.example/mcp"\n\n[mcp_servers.far-example.http_headers]\nX-Key = "k"\n',
    )
  })

  test('keeps the line ends of Windows', async () => {
    await write(file, 'model = "o3"\r\n')
    await config('install', 'codex', '--name', 'greet', '--', 'node')
    expect(await read(file)).toBe('model = "o3"\r\n\r\n[mcp_servers.greet]\r\ncommand = "node"\r\nargs = []\r\n')
  })

  test('replaces an entry with --force', async () => {
    await write(file, '[mcp_servers.greet]\ncommand = "old"\n[mcp_servers.greet.env]\nA = "b"\n')
    expect((await config('install', 'codex', '--name', 'greet', '--', 'new')).code).toBe(1)
    expect((await config('install', 'codex', '--name', 'greet', '--force', '--', 'new')).code).toBe(0)
    expect(await read(file)).toBe('[mcp_servers.greet]\ncommand = "new"\nargs = []\n')
  })

  test.each([
    ['not TOML', 'model = \n', 'config.toml:1: not TOML, so it is left as it is'],
    ['servers in one line', 'mcp_servers = { greet = { command = "a" } }\n', 'edit it by hand'],
    ['servers that are a list', 'mcp_servers = []\n', 'must hold servers by name'],
    ['a header in a string', '[mcp_servers.greet]\ncommand = """\n[x]\n"""\n', 'edit it by hand'],
  ])('a file that cannot be changed is left alone: %s', async (_, text, problem) => {
    await write(file, text)
    const { code, message } = await config('install', 'codex', '--force', ...command())
    expect([code, message]).toEqual([1, expect.stringContaining(problem)])
    expect([await read(file), await readdir(join(home, '.codex'))]).toEqual([text, ['config.toml']])
  })
})

test('another entry is not replaced without --force, and the same one is not written again', async () => {
  await config('install', 'cursor', ...command())
  const again = await config('install', 'cursor', ...command())
  expect([again.code, again.result.changed, again.result.backup]).toEqual([0, false, undefined])
  const refused = await config('install', 'cursor', '--name', 'greet', '--', 'other')
  expect([refused.code, refused.message]).toEqual([1, expect.stringContaining('has another server "greet"; --force')])
  await config('install', 'cursor', '--name', 'greet', '--force', '--', 'other')
  expect(JSON.parse(await read('.cursor/mcp.json')).mcpServers.greet).toEqual({ command: 'other', args: [] })
})

test('--dry-run shows the lines that would change, and writes nothing', async () => {
  const file = await write('.cursor/mcp.json', '{\n  "mcpServers": {}\n}\n')
  const { text } = await config('install', 'cursor', '--dry-run', '--text', '--name', 'greet', '--', 'node')
  expect(text.split('\n').slice(1)).toEqual([
    '@@ line 2 @@',
    '-   "mcpServers": {}',
    '+   "mcpServers": {',
    '+     "greet": {',
    '+       "command": "node",',
    '+       "args": []',
    '+     }',
    '+   }',
    '',
  ])
  expect([await readFile(file, 'utf8'), await readdir(dirname(file))]).toEqual([
    '{\n  "mcpServers": {}\n}\n',
    ['mcp.json'],
  ])
  const missing = await config('install', 'zed', '--dry-run', '--name', 'greet', '--', 'node')
  expect([missing.result.changed, missing.result.diff[0]]).toEqual([false, '@@ line 1 @@'])
  expect(await readdir(home)).toEqual(['.cursor'])
})

test('in the home folder of the user, the file is that of the user', async () => {
  cwd = home
  await config('install', 'cursor', '--name', 'greet', '--', 'node')
  expect(await readdir(home)).toEqual(['.cursor'])
})

test('--project changes the file of the project', async () => {
  await config('install', 'cursor', '--project', ...command())
  await config('install', 'vs-code', '--project', ...command())
  expect((await readdir(cwd)).sort()).toEqual(['.cursor', '.vscode', 'server.js'])
  const refused = await config('install', 'windsurf', '--project', ...command())
  expect(refused.message).toContain('Windsurf has no config file in a project')
})

test.each([
  ['that of package.json', { name: '@ann/notes' }, 'ann-notes'],
  ['that of the folder, if the package has none', {}, 'work'],
])('the name of a program is %s', async (_, manifest, name) => {
  await writeFile(join(cwd, 'package.json'), JSON.stringify(manifest))
  const { result } = await config('install', 'cursor', '--', 'node', 'server.js')
  expect(result.name).toBe(name)
})

test('a file that is a link stays one, with its mode', async () => {
  const real = await write('dotfiles/mcp.json', '\ufeff{}')
  await chmod(real, 0o640)
  await mkdir(join(home, '.cursor'))
  await symlink(real, join(home, '.cursor/mcp.json'))
  await config('install', 'cursor', '--name', 'greet', '--', 'node')
  expect([(await stat(real)).mode & 0o777, (await readFile(real, 'utf8')).slice(0, 2)]).toEqual([0o640, '\ufeff{'])
})

test.each(['constructor', '__proto__', 'toString'])('there is no server %s in a file without it', async (name) => {
  for (const [host, file, text] of [
    ['cursor', '.cursor/mcp.json', '{"mcpServers":{}}'],
    ['codex', '.codex/config.toml', '[mcp_servers.a]\n'],
  ] as const) {
    await write(file, text)
    const { code, message } = await config('uninstall', host, name)
    expect([code, message]).toEqual([5, expect.stringContaining(`no server "${name}"`)])
  }
})

test('a file with a member __proto__ is changed as any other', async () => {
  await write(
    '.cursor/mcp.json',
    '{"__proto__": {"mcpServers": {"x": {}}}, "mcpServers": {"__proto__": {"command": "a"}}}',
  )
  await config('install', 'cursor', '--name', 'greet', '--', 'node')
  await config('uninstall', 'cursor', '__proto__')
  const text = await read('.cursor/mcp.json')
  expect(text.match(/"__proto__"/g)).toHaveLength(1)
  expect(JSON.parse(text)['mcpServers']).toEqual({ greet: { command: 'node', args: [] } })
})

test('a person reads what was done, and where the file is as it was', async () => {
  await write('.cursor/mcp.json', '{}')
  const { text } = await config('install', 'cursor', '--text', '--name', 'greet', '--', 'node')
  expect(text).toMatch(
    /^Added greet to .+mcp\.json\. The file as it was: .+before-omniport\. Cursor reads it when it starts\.\n$/,
  )
})
