// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LoadConfigOptions } from './config-options.js'
import { type ConfigFolder, createConfigFolder, loadFrom } from './fixtures/config-folder.js'

let folder: ConfigFolder

beforeEach(() => {
  folder = createConfigFolder()
})

afterEach(() => folder.remove())

const load = (path?: string, options?: LoadConfigOptions) => loadFrom(folder, path, options)

/** The problem of the entry `a`, which is on line 2 of `mcp.json`. */
async function problemOf(entry: string, rest = ''): Promise<string | undefined> {
  folder.write('mcp.json', `{ "mcpServers": {\n "a": ${entry},\n "b": { "command": "b" } }${rest} }`)
  const { servers } = await load('mcp.json')
  expect(servers['b']?.target).toEqual({ command: 'b', args: [], env: {} })
  expect(servers['a']?.source?.field).toBe('mcpServers.a')
  const { problem, target } = servers['a'] ?? {}
  expect(target === undefined).toBe(problem !== undefined)
  return problem
}

describe('an entry that is wrong says where and why, and the others work', () => {
  const long = 'must not have a variable whose name is empty or contains ='
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
      'mcp.json:3: mcpServers.a.url: there is a command too: give one of them',
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
      'half a surrogate pair in a variable',
      '{ "command": "c", "env": {\n"A": "x\\ud800" } }',
      'mcp.json:3: mcpServers.a.env.A must not hold half a surrogate pair',
    ],
    [
      'half a surrogate pair in an argument',
      '{ "command": "c", "args": ["\\ud83d\\ude00", "\\ude00\\ud83d"] }',
      'mcp.json:2: mcpServers.a.args[1] must not hold half a surrogate pair',
    ],
    [
      'half a surrogate pair in a header',
      '{ "url": "http://x", "headers": { "a": "\\udc00" } }',
      'mcp.json:2: mcpServers.a.headers.a must not hold half a surrogate pair',
    ],
    [
      'half a surrogate pair in an address',
      '{ "url": "http://x/\\ud800" }',
      'mcp.json:2: mcpServers.a.url must not hold half a surrogate pair',
    ],
    [
      'half a surrogate pair in the name of a variable',
      '{ "command": "c", "env": { "A\\ud800": "x" } }',
      'mcp.json:2: mcpServers.a.env must not have a variable whose name contains half a surrogate pair',
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
    [
      'a key that is handed on',
      '{ "command": "c", "env_keys": ["KEY", "NO"] }',
      'mcp.json:2: mcpServers.a.env_keys[1]: the variable NO is not set',
    ],
    [
      'a header out of a variable',
      '{ "url": "http://x", "env_http_headers": { "A": "NO" } }',
      'mcp.json:2: mcpServers.a.env_http_headers.A: the variable NO is not set',
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
      'mcp.json:2: mcpServers.a.url must not contain credentials: send them as a header',
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
      'mcp.json:2: mcpServers.a.headers.A b must be a valid HTTP header',
    ],
    [
      'the text of a header',
      '{ "url": "http://x", "headers": { "A": "x\\ny" } }',
      'mcp.json:2: mcpServers.a.headers.A must be a valid HTTP header',
    ],
    [
      'a token that is not there',
      '{ "url": "http://x", "bearerTokenEnv": "NO" }',
      'mcp.json:2: mcpServers.a.bearerTokenEnv: the variable NO is not set',
    ],
    [
      'a token that is empty',
      '{ "url": "http://x", "bearerTokenEnv": "EMPTY" }',
      'mcp.json:2: mcpServers.a.bearerTokenEnv must be a token of visible ASCII characters',
    ],
    [
      'a token that is none',
      '{ "url": "http://x", "bearerTokenEnv": "SPACE" }',
      'mcp.json:2: mcpServers.a.bearerTokenEnv must be a token of visible ASCII characters',
    ],
    [
      'two tokens',
      '{ "url": "http://x", "bearerTokenEnv": "KEY", "headers": { "authorization": "x" } }',
      'mcp.json:2: mcpServers.a.bearerTokenEnv: there is an Authorization header too: give one of them',
    ],
    [
      'a login and a token',
      '{ "url": "http://x", "oauth": {}, "headers": { "Authorization": "x" } }',
      'mcp.json:2: mcpServers.a.oauth: there is an Authorization header too: give one of them',
    ],
    [
      'a secret of nobody',
      '{ "url": "http://x", "oauth": { "clientSecret": "${KEY}" } }',
      'mcp.json:2: mcpServers.a.oauth must have a clientId beside the secret',
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
      'mcp.json:2: mcpServers.a.timeout must be more than 0 and at most the largest safe integer in milliseconds',
    ],
    [
      'a time without end',
      '{ "command": "c", "timeout": 1e300 }',
      'mcp.json:2: mcpServers.a.timeout must be more than 0 and at most the largest safe integer in milliseconds',
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
      'mcp.json:2: mcpServers.a.command: the input x is not defined in inputs',
    ],
  ])('%s', async (_name, entry, message) => {
    expect(await problemOf(entry)).toBe(message)
  })

  test.each([
    ['{ "id": "x", "type": "promptString" }', 'the input x has no value'],
    ['{ "id": "x", "type": "pickString", "options": ["p"], "default": "q" }', 'the input x must be one of its options'],
    ['{ "id": "x", "type": "pickString" }', 'the input x must be of type promptString or pickString'],
    [
      '{ "id": "x", "type": "command", "command": "y" }',
      'the input x is a command of an editor, which is not supported',
    ],
    ['{ "id": 1 }', 'the input x is not defined in inputs'],
  ])('an input: %s', async (input, message) => {
    const problem = await problemOf('{ "command": "${input:x}" }', `, "inputs": [${input}]`)
    expect(problem).toBe(`mcp.json:2: mcpServers.a.command: ${message}`)
  })

  test('a line of a file of variables that is none', async () => {
    folder.write('.env', 'A=1\nmy secret\n')
    const problem = await problemOf('{ "command": "c", "envFile": ".env" }')
    expect(problem).toBe('mcp.json:2: mcpServers.a.envFile: .env:2: must be NAME=value')
  })

  test('a value in a file of variables that no program can get', async () => {
    folder.write('.env', 'TOKEN=ses\0ame\n')
    const problem = await problemOf('{ "command": "c", "envFile": ".env" }')
    expect(problem).toBe('mcp.json:2: mcpServers.a.envFile: the value of TOKEN must not hold a NUL character')
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
