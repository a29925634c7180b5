// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import { createHost } from '../create-host.js'
import type { LoadConfigOptions } from './config-options.js'
import { type ConfigFolder, createConfigFolder } from './fixtures/config-folder.js'
import { loadConfig } from './load-config.js'

let folder: ConfigFolder

beforeEach(() => {
  folder = createConfigFolder()
})

afterEach(() => folder.remove())

const env = { KEY: 'secret-key', EMPTY: '', SPACE: 'not a token' }

function load(path?: string, options: LoadConfigOptions = {}) {
  const { cwd, home } = folder
  return loadConfig(path, { cwd, home, env, platform: 'linux', ...options })
}

/** The problem of the entry `a`, which is on line 2 of `mcp.json`. */
async function problemOf(entry: string, rest = ''): Promise<string | undefined> {
  folder.write('mcp.json', `{ "mcpServers": {\n "a": ${entry},\n "b": { "command": "b" } }${rest} }`)
  const { servers } = await load('mcp.json')
  expect(servers['b']?.target).toEqual({ command: 'b', args: [], env: {} })
  expect(servers['a']?.source?.field).toBe('mcpServers.a')
  if (servers['a']?.problem !== undefined) expect(servers['a'].target).toBe(undefined)
  return servers['a']?.problem
}

describe('an entry that is wrong says where and why, and the others work', () => {
  const long = 'must not have an empty name, or one with = in it'
  test.each([
    ['a text', '"x"', 'mcp.json:2: mcpServers.a must be an object, got a string'],
    ['a list', '[]', 'mcp.json:2: mcpServers.a must be an object, got a list'],
    ['null', 'null', 'mcp.json:2: mcpServers.a must be an object, got nothing'],
    ['nothing in it', '{}', 'mcp.json:2: mcpServers.a must have a command or a url'],
    [
      'stdio without a command',
      '{ "type": "stdio", "url": "http://x" }',
      'mcp.json:2: mcpServers.a must have a command',
    ],
    ['http without a url', '{ "type": "http", "command": "x" }', 'mcp.json:2: mcpServers.a must have a url'],
    [
      'both',
      '{ "command": "x",\n"url": "http://x" }',
      'mcp.json:3: mcpServers.a.url: there is a command as well: give one of them',
    ],
    [
      'another transport',
      '{ "type":\n"ws", "url": "ws://x" }',
      'mcp.json:2: mcpServers.a.type must be stdio, http or sse',
    ],
    [
      'a type that is no text',
      '{ "transport": {}, "url": "http://x" }',
      'mcp.json:2: mcpServers.a.transport must be a string, got an object',
    ],
    [
      'a command that is a number',
      '{ "command": 1 }',
      'mcp.json:2: mcpServers.a.command must be a program, got a number',
    ],
    ['an empty command', '{ "command": "" }', 'mcp.json:2: mcpServers.a.command must name a program'],
    ['an empty list as command', '{ "command": [] }', 'mcp.json:2: mcpServers.a.command must name a program'],
    [
      'a command with NUL',
      '{ "command": "a\\u0000b" }',
      'mcp.json:2: mcpServers.a.command must not hold a NUL character',
    ],
    [
      'an item of a command',
      '{ "command": ["x", true] }',
      'mcp.json:2: mcpServers.a.command[1] must be a string, got a boolean',
    ],
    [
      'arguments in one',
      '{ "command": "c", "args": "x" }',
      'mcp.json:2: mcpServers.a.args must be a list of strings, got a string',
    ],
    [
      'an argument',
      '{ "command": "c", "args": [\n"x",\n1] }',
      'mcp.json:4: mcpServers.a.args[1] must be a string, got a number',
    ],
    [
      'variables in a list',
      '{ "command": "c", "env": [] }',
      'mcp.json:2: mcpServers.a.env must be an object, got a list',
    ],
    [
      'a variable',
      '{ "command": "c", "env": {\n"A": 1 } }',
      'mcp.json:3: mcpServers.a.env.A must be a string, got a number',
    ],
    ['a variable without a name', '{ "command": "c", "env": { "": "x" } }', `mcp.json:2: mcpServers.a.env ${long}`],
    [
      'a variable with = in its name',
      '{ "command": "c", "environment": { "A=B": "x" } }',
      `mcp.json:2: mcpServers.a.environment ${long}`,
    ],
    ['a folder', '{ "command": "c", "cwd": 1 }', 'mcp.json:2: mcpServers.a.cwd must be a string, got a number'],
    [
      'an unset variable',
      '{ "command": "c", "args": ["${NO}"] }',
      'mcp.json:2: mcpServers.a.args[0]: the variable NO is not set',
    ],
    [
      'the first of many',
      '{ "command": "${NO}", "args": 1, "timeout": "x" }',
      'mcp.json:2: mcpServers.a.command: the variable NO is not set',
    ],
    [
      'a file of variables that is not there',
      '{ "command": "c", "envFile": ".env" }',
      'mcp.json:2: mcpServers.a.envFile: .env: cannot be read: there is no such file',
    ],
    ['no address', '{ "url": "x" }', 'mcp.json:2: mcpServers.a.url must be an http: or https: address'],
    [
      'an address of another kind',
      '{ "url": "file:///etc" }',
      'mcp.json:2: mcpServers.a.url must be an http: or https: address',
    ],
    [
      'a password in an address',
      '{ "url": "https://me:secret@x.example" }',
      'mcp.json:2: mcpServers.a.url must hold no credentials: send them as a header',
    ],
    [
      'headers in one',
      '{ "url": "http://x", "headers": "A: b" }',
      'mcp.json:2: mcpServers.a.headers must be an object, got a string',
    ],
    [
      'a header',
      '{ "url": "http://x", "headers": { "A": null } }',
      'mcp.json:2: mcpServers.a.headers.A must be a string, got nothing',
    ],
    [
      'the name of a header',
      '{ "url": "http://x", "headers": { "A b": "x" } }',
      'mcp.json:2: mcpServers.a.headers.A b is no header that can be sent',
    ],
    [
      'the text of a header',
      '{ "url": "http://x", "headers": { "A": "x\\ny" } }',
      'mcp.json:2: mcpServers.a.headers.A is no header that can be sent',
    ],
    [
      'a token that is not there',
      '{ "url": "http://x", "bearerTokenEnv": "NO" }',
      'mcp.json:2: mcpServers.a.bearerTokenEnv: the variable NO is not set',
    ],
    [
      'a token that is empty',
      '{ "url": "http://x", "bearerTokenEnv": "EMPTY" }',
      'mcp.json:2: mcpServers.a.bearerTokenEnv: a token has visible ASCII characters only, and some',
    ],
    [
      'a token that is none',
      '{ "url": "http://x", "bearerTokenEnv": "SPACE" }',
      'mcp.json:2: mcpServers.a.bearerTokenEnv: a token has visible ASCII characters only, and some',
    ],
    [
      'two tokens',
      '{ "url": "http://x", "bearerTokenEnv": "KEY", "headers": { "authorization": "x" } }',
      'mcp.json:2: mcpServers.a.bearerTokenEnv: there is an Authorization header already',
    ],
    [
      'a login and a token',
      '{ "url": "http://x", "oauth": {}, "headers": { "Authorization": "x" } }',
      'mcp.json:2: mcpServers.a.oauth: there is an Authorization header already',
    ],
    [
      'a secret of nobody',
      '{ "url": "http://x", "oauth": { "clientSecret": "${KEY}" } }',
      'mcp.json:2: mcpServers.a.oauth: a secret needs a clientId',
    ],
    [
      'a secret that is not there',
      '{ "url": "http://x", "oauth": { "clientId": "c", "clientSecretEnv": "NO" } }',
      'mcp.json:2: mcpServers.a.oauth.clientSecretEnv: the variable NO is not set',
    ],
    [
      'another grant',
      '{ "url": "http://x", "auth": { "grant": "password" } }',
      'mcp.json:2: mcpServers.a.auth.grant must be "authorization_code" or "client_credentials"',
    ],
    [
      'scopes',
      '{ "url": "http://x", "oauth": { "scopes": [1] } }',
      'mcp.json:2: mcpServers.a.oauth.scopes[0] must be a string, got a number',
    ],
    [
      'a time',
      '{ "command": "c", "timeout": "5s" }',
      'mcp.json:2: mcpServers.a.timeout must be a number, got a string',
    ],
    [
      'no time',
      '{ "command": "c", "timeout": 0 }',
      'mcp.json:2: mcpServers.a.timeout must be more than 0, and a time that can come',
    ],
    [
      'a time without end',
      '{ "command": "c", "timeout": 1e300 }',
      'mcp.json:2: mcpServers.a.timeout must be more than 0, and a time that can come',
    ],
    [
      'a switch',
      '{ "command": "c", "disabled": "yes" }',
      'mcp.json:2: mcpServers.a.disabled must be true or false, got a string',
    ],
    [
      'the other switch',
      '{ "command": "c", "enabled": 1 }',
      'mcp.json:2: mcpServers.a.enabled must be true or false, got a number',
    ],
    [
      'names of tools',
      '{ "command": "c", "allowedTools": "x" }',
      'mcp.json:2: mcpServers.a.allowedTools must be a list of strings, got a string',
    ],
    [
      'a name of a tool',
      '{ "command": "c", "excludeTools": [1] }',
      'mcp.json:2: mcpServers.a.excludeTools[0] must be a string, got a number',
    ],
    [
      'a description',
      '{ "command": "c", "description": 1 }',
      'mcp.json:2: mcpServers.a.description must be a string, got a number',
    ],
    [
      'a revision',
      '{ "command": "c", "protocolVersion": "1" }',
      'mcp.json:2: mcpServers.a.protocolVersion must be one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28',
    ],
    [
      'an input that is not defined',
      '{ "command": "${input:x}" }',
      'mcp.json:2: mcpServers.a.command: there is no such input as x',
    ],
  ])('%s', async (_name, entry, message) => {
    expect(await problemOf(entry)).toBe(message)
  })

  test.each([
    ['{ "id": "x", "type": "promptString" }', 'there is no answer to the input x'],
    ['{ "id": "x", "type": "pickString", "options": ["p"], "default": "q" }', 'the input x is none of its options'],
    ['{ "id": "x", "type": "pickString" }', 'the input x is of no known type'],
    ['{ "id": "x", "type": "command", "command": "y" }', 'the input x is a command of an editor'],
    ['{ "id": 1 }', 'there is no such input as x'],
  ])('an input: %s', async (input, message) => {
    const problem = await problemOf('{ "command": "${input:x}" }', `, "inputs": [${input}]`)
    expect(problem).toBe(`mcp.json:2: mcpServers.a.command: ${message}`)
  })

  test('a line of a file of variables that is none', async () => {
    folder.write('.env', 'A=1\nmy secret\n')
    const problem = await problemOf('{ "command": "c", "envFile": ".env" }')
    expect(problem).toBe('mcp.json:2: mcpServers.a.envFile: .env:2: is no NAME=value')
  })

  test('a name that is empty, or longer than any', async () => {
    const [most, more] = ['n'.repeat(128), 'n'.repeat(129)]
    const entry = { command: 'c' }
    folder.write('mcp.json', JSON.stringify({ mcpServers: { '': entry, [more]: entry, [most]: entry } }))
    const { servers } = await load('mcp.json')
    expect(servers['']?.problem).toBe('mcp.json:1: mcpServers.: the name of a server must not be empty')
    expect(servers[more]?.problem).toBe(
      `mcp.json:1: mcpServers.${'n'.repeat(64)}…: the name of a server must not be longer than 128 characters`,
    )
    expect(servers[most]?.problem).toBe(undefined)
  })

  test('in YAML and TOML the line is known too', async () => {
    folder.write(
      'a.yaml',
      'mcpServers:\n  a:\n    command: c\n    args:\n      - x\n      - 1\n  b: &b\n    url: x\n  c: *b\n',
    )
    folder.write(
      'a.toml',
      '# \n[mcp_servers.a]\ncommand = "c"\nargs = [\n  1,\n]\n\n[mcp_servers."b c".env]\nA = 1\n[mcp_servers.d]\nurl = 1\n',
    )
    const problems = async (file: string) => Object.values((await load(file)).servers).map(({ problem }) => problem)
    expect(await problems('a.yaml')).toEqual([
      'a.yaml:6: mcpServers.a.args[1] must be a string, got a number',
      'a.yaml:8: mcpServers.b.url must be an http: or https: address',
      'a.yaml:8: mcpServers.c.url must be an http: or https: address',
    ])
    expect(await problems('a.toml')).toEqual([
      'a.toml:4: mcp_servers.a.args[0] must be a string, got a number',
      'a.toml:8: mcp_servers.b c must have a command or a url',
      'a.toml:11: mcp_servers.d.url must be a string, got a number',
    ])
  })
})

describe('a file that cannot be read is an error which repeats nothing of it', () => {
  test.each([
    ['mcp.json', '{\n\n"mcpServers" }', 'mcp.json:3: not JSON: colon expected'],
    ['mcp.json', '{ "mcpServers": { "secret": tru } }', 'mcp.json:1: not JSON: invalid symbol'],
    ['mcp.json', '', 'mcp.json:1: not JSON: value expected'],
    ['mcp.json', '{ "mcpServers": {} } 1', 'mcp.json:1: not JSON: end of file expected'],
    ['mcp.json', '{ "mcpServers": {\n "a": "secret', 'mcp.json:2: not JSON: unexpected end of string'],
    [
      'mcp.json',
      '{ "a": {} }',
      'mcp.json: there are no servers in it, neither as mcpServers nor as servers, mcp_servers, mcp or extensions',
    ],
    [
      'mcp.json',
      '[]',
      'mcp.json: there are no servers in it, neither as mcpServers nor as servers, mcp_servers, mcp or extensions',
    ],
    ['mcp.json', '{\n"servers": [] }', 'mcp.json:2: has something else than servers in servers'],
    ['mcp.json', '['.repeat(65), 'mcp.json:1: not JSON: close bracket expected'],
    [
      'mcp.json',
      `${'['.repeat(64)}${']'.repeat(64)}`,
      'mcp.json: there are no servers in it, neither as mcpServers nor as servers, mcp_servers, mcp or extensions',
    ],
    ['mcp.json', `${'['.repeat(65)}${']'.repeat(65)}`, 'mcp.json: nests deeper than 64 levels'],
    ['mcp.json', '['.repeat(1_000_000), 'mcp.json: nests deeper than 64 levels'],
    ['a.yaml', 'a: 1\n\tb: secret', 'a.yaml:2: not YAML: tab as indent'],
    ['a.yaml', 'mcpServers:\n  a: {}\n  a: {}', 'a.yaml:3: not YAML: duplicate key'],
    ['a.yml', `a: &a [x]\nb: [${'*a,'.repeat(101)}]`, 'a.yml: not YAML that can be read: too many aliases'],
    ['a.yaml', '['.repeat(100_000), 'a.yaml: nests deeper than 64 levels'],
    ['a.toml', '[mcp_servers.a]\ncommand = secret', 'a.toml:2: not TOML: invalid value'],
    [
      'a.toml',
      `a = ${'['.repeat(65)}${']'.repeat(65)}`,
      'a.toml:1: not TOML: document contains excessively nested structures. aborting.',
    ],
    ['a.toml', `[${'a.'.repeat(70)}a]`, 'a.toml: nests deeper than 64 levels'],
  ])('%s: %#', async (file, text, message) => {
    folder.write(file, text)
    await expect(load(file)).rejects.toEqual(new OmniportError('invalid_config', message))
  })

  test('one that is not there', async () => {
    const message = 'no.json: cannot be read: there is no such file'
    await expect(load('no.json')).rejects.toEqual(new OmniportError('invalid_config', message))
  })

  test('a folder', async () => {
    mkdirSync(join(folder.cwd, 'mcp.json'))
    await expect(load('mcp.json')).rejects.toThrow('mcp.json: is no file')
  })

  test('what is no text', async () => {
    writeFileSync(join(folder.cwd, 'mcp.json'), Uint8Array.of(0x7b, 0xff, 0x7d))
    await expect(load('mcp.json')).rejects.toThrow('mcp.json: cannot be read: it is not UTF-8')
  })

  test('one longer than 4 MiB', async () => {
    const text = '{ "mcpServers": {} }'
    folder.write('mcp.json', text.padEnd(4 * 1024 * 1024))
    expect((await load('mcp.json')).servers).toEqual({})
    folder.write('mcp.json', text.padEnd(4 * 1024 * 1024 + 1))
    await expect(load('mcp.json')).rejects.toThrow('mcp.json: is longer than 4 MiB')
  })

  test('more than 1,000 servers', async () => {
    const of = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, { command: 'c' }]))
    folder.write('mcp.json', JSON.stringify({ mcpServers: of(1_000) }))
    expect(Object.keys((await load('mcp.json')).servers)).toHaveLength(1_000)
    folder.write('mcp.json', JSON.stringify({ mcpServers: of(1_001) }))
    await expect(load('mcp.json')).rejects.toThrow('mcp.json: has more than 1000 servers')
  })

  test('the file is named as short as it is understood', async () => {
    folder.write('../x.json', '{')
    folder.write('../../y.json', '{')
    await expect(load('../x.json')).rejects.toThrow(/^~\/x\.json:1: /)
    await expect(load('../../y.json')).rejects.toThrow(join(folder.home, '../y.json:1: '))
  })
})

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
    [true, 'mcp.json:1: servers.a.command: the input k is asked for when the server is enabled'],
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

test('whoever does not answer an input has no such server; a rejection ends the loading', async () => {
  folder.write(
    'mcp.json',
    '{ "servers": { "a": { "command": "${input:k}" } }, "inputs": [{ "id": "k", "type": "promptString", "default": "d" }] }',
  )
  const { servers } = await load('mcp.json', { input: () => undefined })
  expect(servers['a']?.problem).toBe('mcp.json:1: servers.a.command: there is no answer to the input k')
  await expect(load('mcp.json', { input: () => Promise.reject(new Error('closed')) })).rejects.toThrow('closed')
  expect((await load('mcp.json')).servers['a']?.target).toEqual({ command: 'd', args: [], env: {} })
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
  expect(Object.keys({ ...config })).toEqual(['servers'])
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
