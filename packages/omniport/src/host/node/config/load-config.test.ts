// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHost } from '../../create-host.js'
import type { LoadConfigOptions } from './config-options.js'
import { type ConfigFolder, createConfigFolder, loadFrom } from './fixtures/config-folder.js'
import { loadConfig } from './load-config.js'

let folder: ConfigFolder

beforeEach(() => {
  folder = createConfigFolder()
})

afterEach(() => folder.remove())

const load = (path?: string, options?: LoadConfigOptions) => loadFrom(folder, path, options)

test('a value is not repeated, neither of a variable nor of the file', async () => {
  folder.write(
    'mcp.json',
    JSON.stringify({
      mcpServers: {
        a: { url: 'ftp://${KEY}@secret-host' },
        b: { command: 'c', args: ['secret-arg', '${NO}'] },
        c: { url: 'https://x.example', headers: { A: 'secret-header\n${KEY}' } },
        d: { type: 'secret-type' },
      },
    }),
  )
  const { servers } = await load('mcp.json')
  const problems = Object.values(servers).map(({ problem }) => problem)
  expect(problems.filter((problem) => problem?.includes('secret') !== false)).toEqual([])
})

test('any name can be that of a server, and none is there that the file does not have', async () => {
  folder.write(
    'mcp.json',
    '{ "mcpServers": { "__proto__": { "command": "p" }, "constructor": { "command": "c" }, "é ü\\n": { "command": "e" } } }',
  )
  const { servers } = await load('mcp.json')
  expect(Object.entries(servers).map(([name, { target }]) => [name, target])).toEqual([
    ['__proto__', { command: 'p', args: [], env: {} }],
    ['constructor', { command: 'c', args: [], env: {} }],
    ['é ü\n', { command: 'e', args: [], env: {} }],
  ])
  expect(servers['toString']).toBe(undefined)
})

test('of a name that a file has twice, the last counts, and its line', async () => {
  folder.write('mcp.json', '{ "mcpServers": {\n"a": { "command": "one" },\n"a": { "command": "two" } } }')
  const { a } = (await load('mcp.json')).servers
  expect([a?.target, a?.source?.line]).toEqual([{ command: 'two', args: [], env: {} }, 3])
})

test('fields that mean nothing here are kept, and none of them gives a right', async () => {
  const entry = {
    command: 'c',
    autoApprove: ['*'],
    alwaysAllow: ['*'],
    trust: true,
    headersHelper: 'rm -rf /',
    bearerTokenEnv: 'KEY',
    oauth: {},
  }
  folder.write('mcp.json', JSON.stringify({ mcpServers: { a: entry } }))
  const { command, ...extra } = entry
  const { a } = (await load('mcp.json')).servers
  expect(a).toEqual({
    target: { command, args: [], env: {} },
    extra,
    source: { file: join(folder.cwd, 'mcp.json'), line: 1, field: 'mcpServers.a' },
  })
})

test('all that a login can be told', async () => {
  const oauth = {
    client_id: 'c',
    client_secret: '${KEY}',
    scope: 'a b',
    issuer: 'https://i.example',
    clientMetadataUrl: 'https://m.example/x',
    clientName: 'N',
    grantType: 'client_credentials',
    redirectUrl: 'http://localhost/cb',
  }
  folder.write(
    'mcp.json',
    JSON.stringify({
      mcpServers: {
        a: { url: 'http://x', auth: oauth },
        b: { url: 'http://x', oauth: true },
        c: { url: 'http://x', auth: 'none' },
      },
    }),
  )
  const { a, b, c } = (await load('mcp.json')).servers
  expect([a?.auth, a?.extra]).toEqual([
    {
      clientId: 'c',
      clientSecret: 'secret-key',
      scopes: ['a', 'b'],
      issuer: 'https://i.example',
      clientMetadataUrl: 'https://m.example/x',
      clientName: 'N',
      grant: 'client_credentials',
    },
    { auth: { redirectUrl: 'http://localhost/cb' } },
  ])
  expect([b?.auth, c?.auth, c?.extra]).toEqual([{}, undefined, { auth: 'none' }])
})

test('a disabled entry asks nobody, and may be wrong', async () => {
  const input = () => {
    throw new Error('nobody is to be asked')
  }
  const inputs = [{ id: 'k', type: 'promptString' }]
  const servers = {
    a: { command: '${input:k}', disabled: true },
    b: { command: '${NO}', enabled: false },
    c: { command: 'c', disabled: false, enabled: true },
  }
  folder.write('mcp.json', JSON.stringify({ servers, inputs }))
  const config = await load('mcp.json', { input })
  expect(Object.values(config.servers).map(({ isDisabled, problem }) => [isDisabled, problem])).toEqual([
    [true, 'mcp.json:1: servers.a.command: the input k is requested only when the server is enabled'],
    [true, 'mcp.json:1: servers.b.command: the variable NO is not set'],
    [undefined, undefined],
  ])
})

test('each input is asked for once, one after the other, and only where it is needed', async () => {
  const inputs = ['one', 'two', 'unused'].map((id) => ({ id, type: 'promptString' }))
  const servers = {
    a: { command: 'a', args: ['${input:one}', '${input:one}'] },
    b: { command: 'b', args: ['${input:two}${input:one}'] },
  }
  folder.write('mcp.json', JSON.stringify({ servers, inputs }))
  const [asked, open]: [string[], string[]] = [[], []]
  const input = async ({ id }: { readonly id: string }) => {
    asked.push(id)
    open.push(id)
    await new Promise((resolve) => setImmediate(resolve))
    expect(open.splice(0)).toEqual([id])
    return id.toUpperCase()
  }
  const config = await load('mcp.json', { input })
  expect(asked).toEqual(['one', 'two'])
  expect(Object.values(config.servers).map(({ target }) => target)).toMatchObject([
    { args: ['ONE', 'ONE'] },
    { args: ['TWOONE'] },
  ])
})

test('nobody is asked for what a server wants that is not needed', async () => {
  const inputs = ['one', 'two'].map((id) => ({ id, type: 'promptString' }))
  const servers = { a: { command: '${input:one}' }, b: { command: '${input:one}', args: ['${input:two}'] } }
  folder.write('mcp.json', JSON.stringify({ servers, inputs }))
  const asked: string[] = []
  const input = ({ id }: { readonly id: string }) => {
    asked.push(id)
    return id.toUpperCase()
  }
  const { servers: read } = await load('mcp.json', { input, needed: ['b'] })
  expect(asked).toEqual(['one', 'two'])
  expect(read['b']?.target).toMatchObject({ command: 'ONE', args: ['TWO'] })
  expect(read['a']?.problem).toBe(
    'mcp.json:1: servers.a.command: the input one is requested only when the server is needed',
  )
  expect((await load('mcp.json', { input, needed: [] })).servers['b']?.problem).toContain('when the server is needed')
  expect(asked).toEqual(['one', 'two'])
})

test('whoever does not answer an input has no such server; a rejection ends the loading', async () => {
  folder.write(
    'mcp.json',
    '{ "servers": { "a": { "command": "${input:k}" } }, "inputs": [{ "id": "k", "type": "promptString", "default": "d" }] }',
  )
  const { servers } = await load('mcp.json', { input: () => undefined })
  expect(servers['a']?.problem).toBe('mcp.json:1: servers.a.command: the input k has no value')
  await expect(load('mcp.json', { input: () => Promise.reject(new Error('closed')) })).rejects.toThrow('closed')
  expect((await load('mcp.json')).servers['a']?.target).toEqual({ command: 'd', args: [], env: {} })
})

test('places are where the options say they are', async () => {
  const args = ['${cwd}', '${workspaceFolder}', '${workspaceFolderBasename}', '${userHome}', '${pathSeparator}', '${/}']
  folder.write('mcp.json', JSON.stringify({ mcpServers: { a: { command: 'c', args } } }))
  const { cwd, home } = folder
  const { a } = (await load('mcp.json', { workspaceFolder: '/else/where' })).servers
  expect(a?.target).toEqual({ command: 'c', args: [cwd, '/else/where', 'where', home, '/', '/'], env: {} })
})

test('paths start at the folder of the file, or at the one around a folder such as .vscode', async () => {
  folder.write('.env', 'A=1')
  const entry = { command: 'c', cwd: 'x', envFile: '.env' }
  const text = JSON.stringify({
    mcpServers: { a: entry, b: { command: 'c', cwd: '~/y' }, c: { command: 'c', cwd: '/z' } },
  })
  folder.write('.cursor/mcp.json', text)
  folder.write('sub/mcp.json', text)
  folder.write('sub/.env', 'A=2')
  const targets = async (file: string) => Object.values((await load(file)).servers).map(({ target }) => target)
  expect(await targets('.cursor/mcp.json')).toMatchObject([
    { cwd: join(folder.cwd, 'x'), env: { A: '1' } },
    { cwd: join(folder.home, 'y') },
    { cwd: '/z' },
  ])
  expect(await targets('sub/mcp.json')).toMatchObject([{ cwd: join(folder.cwd, 'sub/x'), env: { A: '2' } }, {}, {}])
})

test('without a path all files count, the first of each name, and one that is broken is told', async () => {
  folder.write('.mcp.json', '{ "mcpServers": { "a": { "command": "project" } } }')
  folder.write('.vscode/mcp.json', '{ "servers": { ')
  folder.write('../.claude.json', '{ "numStartups": 1 }')
  folder.write('../.cursor/mcp.json', '{ "mcpServers": { "a": { "command": "user" }, "b": { "command": "b" } } }')
  folder.write('../.codex/config.toml', 'model = "x"\n[mcp_servers.c]\ncommand = "c"\n')
  const config = await load()
  expect(Object.entries(config.servers).map(([name, { target }]) => [name, target])).toMatchObject([
    ['a', { command: 'project' }],
    ['b', { command: 'b' }],
    ['c', { command: 'c' }],
  ])
  expect(config.files).toEqual(
    ['.mcp.json', '.vscode/mcp.json', '../.claude.json', '../.cursor/mcp.json', '../.codex/config.toml'].map((file) =>
      join(folder.cwd, file),
    ),
  )
  expect(config.problems).toEqual([
    { file: join(folder.cwd, '.vscode/mcp.json'), message: '.vscode/mcp.json:1: not JSON: close brace expected' },
  ])
})

test('a first entry that is wrong is not replaced by one of a later file', async () => {
  folder.write('.mcp.json', '{ "mcpServers": { "a": {} } }')
  folder.write('mcp.json', '{ "mcpServers": { "a": { "command": "c" } } }')
  expect((await load()).servers['a']?.problem).toBe('.mcp.json:1: mcpServers.a must have a command or a url')
})

test('nothing anywhere is no error', async () => {
  const config = await load()
  expect([config.servers, config.files, config.problems]).toEqual([{}, [], []])
})

test('the format is seen in the text where the name does not say it', async () => {
  const texts = [
    '{ "mcpServers": { "a": { "command": "c" } } }',
    '// x\n{ "mcpServers": { "a": { "command": "c" } } }',
    '\uFEFF[mcp_servers.a]\ncommand = "c"',
    '# x\nmcpServers:\n  a: { command: c }',
  ]
  for (const text of texts) {
    folder.write('config', text)
    expect((await load('config')).servers['a']?.target).toEqual({ command: 'c', args: [], env: {} })
  }
})

test('a spread takes what a host takes', async () => {
  folder.write('mcp.json', '{ "mcpServers": { "a": {}, "b": { "command": "b", "disabled": true } } }')
  const config = await load('mcp.json')
  expect(Object.keys({ ...config })).toEqual(['servers', 'problems'])
  const host = createHost({ ...config, policy: () => 'deny' })
  expect(host.servers.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ['a', 'invalid', 'mcp.json:1: mcpServers.a must have a command or a url'],
    ['b', 'disabled', undefined],
  ])
  await host.close()
})

test.each([
  [{ cwd: 1 }, 'loadConfig: cwd must be a string, got 1'],
  [{ inputs: () => 'x' }, 'loadConfig: there is no option "inputs"; did you mean "input"?'],
])('a wrong option is a TypeError: %j', async (options, message) => {
  await expect(loadConfig('mcp.json', options as object)).rejects.toThrow(message)
})
