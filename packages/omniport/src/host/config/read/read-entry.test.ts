// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { describe, expect, test } from 'vitest'
import { FieldFault } from '../field-fault.js'
import type { ConfigEntry } from '../find/find-entries.js'
import type { EntryContext } from './entry-context.js'
import { isSwitchedOff, readEntry } from './read-entry.js'

const context: EntryContext = {
  env: { KEY: 'k3y', EMPTY: '', SPACED: 'a b' },
  predefined: new Map([['workspaceFolder', '/work']]),
  input: async (id) => `input ${id}`,
  resolve: (path) => `/base/${path}`,
  readEnvFile: async (path) => new Map([['FILE', path]]),
}

function entry(value: unknown, more: Partial<ConfigEntry> = {}): ConfigEntry {
  return { name: 'notes', value, path: ['servers', 'notes'], style: undefined, timeoutUnit: 1, ...more }
}

const read = (value: unknown, more?: Partial<ConfigEntry>) => readEntry(entry(value, more), context)

/** `path: message` of the fault. */
async function faultOf(value: unknown, more?: Partial<ConfigEntry>): Promise<string> {
  const reason: unknown = await read(value, more).then(
    () => 'it is valid',
    (error: unknown) => error,
  )
  return reason instanceof FieldFault ? `${reason.path.slice(2).join('.')}:${reason.message}` : String(reason)
}

const url = 'http://a.example/mcp'
const command = 'node'
const target = { command, args: [], env: {} }
const address = { url, headers: {} }

describe('the target', () => {
  test.each<[string, object, object]>([
    ['a command', { command }, target],
    ['a command by its short name', { cmd: command }, target],
    ['a line', { command: ['node', 'a.js'], args: ['b'] }, { ...target, args: ['a.js', 'b'] }],
    ['arguments with variables', { command, args: ['${KEY}'] }, { ...target, args: ['k3y'] }],
    ['a folder', { command, cwd: 'x' }, { ...target, cwd: '/base/x' }],
    ['a url', { url }, address],
    ['a url by another name', { httpUrl: url, url: 'http://b/' }, address],
    ['a url of Windsurf', { serverUrl: url }, address],
    ['a base url', { baseUrl: url }, address],
    ['a uri', { uri: url }, address],
    ['https', { url: 'https://a/' }, { url: 'https://a/', headers: {} }],
    ['a command by its type', { type: 'stdio', command, url: 'ignored' }, target],
    ['a local command', { type: 'local', command }, target],
    ...['http', 'https', 'streamable-http', 'streamableHttp', 'streamable_http', 'SSE', 'remote'].map(
      (type): [string, object, object] => [`a url of type ${type}`, { type, url, command: 'ignored' }, address],
    ),
    ['a url by its transport', { transport: 'sse', url }, address],
    ['nothing that is null', { type: null, command, url: null }, target],
  ])('is %s', async (_what, value, expected) => {
    expect((await read(value)).target).toEqual(expected)
  })

  test.each<[object | string, string]>([
    [{}, ': must have a command or a url'],
    [{ type: 'stdio', url }, ': must have a command'],
    [{ type: 'http', command }, ': must have a url'],
    [{ command, url }, 'url:: there is a command too: give one of them'],
    [{ type: 'pipe', command }, 'type: must be stdio, http or sse'],
    [{ type: 5, command }, 'type: must be a string, got a number'],
    [{ command: '' }, 'command: must name a program'],
    [{ command: [] }, 'command: must name a program'],
    [{ command: ['', 'a'] }, 'command: must name a program'],
    [{ command: {} }, 'command: must be a program, got an object'],
    [{ command: [5] }, 'command.0: must be a string, got a number'],
    [{ command, args: 'a' }, 'args: must be a list of strings, got a string'],
    [{ command, args: ['a', null] }, 'args.1: must be a string, got nothing'],
    [{ command, cwd: 5 }, 'cwd: must be a string, got a number'],
    [{ url: 'ftp://a/' }, 'url: must be an http: or https: address'],
    [{ url: 'a.example' }, 'url: must be an http: or https: address'],
    [{ url: 'http://me@a/' }, 'url: must not contain credentials: send them as a header'],
    [{ url: 'http://:x@a/' }, 'url: must not contain credentials: send them as a header'],
    [{ url: '${NONE}' }, 'url:: the variable NONE is not set'],
    [{ command: 'a\u0000' }, 'command: must not hold a NUL character'],
    [{ command: 'a\ud800' }, 'command: must not hold half a surrogate pair'],
    ['node', ': must be an object, got a string'],
  ])('is refused: %j', async (value, fault) => {
    expect(await faultOf(value)).toBe(fault)
  })
})

describe('headers', () => {
  test.each<[string, object, object]>([
    ['those of the entry', { headers: { 'X-Key': '${KEY}' } }, { 'X-Key': 'k3y' }],
    ['those of Codex', { http_headers: { a: 'b' } }, { a: 'b' }],
    ['those named by variables', { env_http_headers: { 'x-key': 'KEY' } }, { 'x-key': 'k3y' }],
    ['not those that the client sets itself', { headers: { Accept: 'x', 'mcp-session-id': 'y', a: 'b' } }, { a: 'b' }],
  ])('are %s', async (_what, more, headers) => {
    expect((await read({ url, ...more })).target).toEqual({ url, headers })
  })

  test.each<[object, string]>([
    [{ headers: [] }, 'headers: must be an object, got a list'],
    [{ headers: { a: 5 } }, 'headers.a: must be a string, got a number'],
    [{ headers: { 'a b': 'c' } }, 'headers.a b: must be a valid HTTP header'],
    [{ headers: { a: 'é€' } }, 'headers.a: must be a valid HTTP header'],
    [{ env_http_headers: { a: 'NONE' } }, 'env_http_headers.a:: the variable NONE is not set'],
    [{ env_http_headers: { 'a b': 'KEY' } }, 'env_http_headers.a b: must be a valid HTTP header'],
  ])('are refused: %j', async (more, fault) => {
    expect(await faultOf({ url, ...more })).toBe(fault)
  })
})

describe('the environment', () => {
  test.each<[string, object, object]>([
    ['that of the entry', { env: { A: '${KEY}' } }, { A: 'k3y' }],
    ['that of OpenCode', { environment: { A: 'b' } }, { A: 'b' }],
    ['that of Goose', { envs: { A: 'b' } }, { A: 'b' }],
    ['a file', { envFile: '.env' }, { FILE: '/base/.env' }],
    ['a file, and what comes after it', { envFile: '.env', env: { FILE: 'x' } }, { FILE: 'x' }],
    ['what is passed on, where it is set', { env_vars: ['KEY', 'NONE', 'EMPTY'] }, { KEY: 'k3y', EMPTY: '' }],
    ['what must be set', { env_keys: ['KEY'] }, { KEY: 'k3y' }],
    ['its own before what is passed on', { env_vars: ['KEY'], env: { KEY: 'mine' } }, { KEY: 'mine' }],
  ])('is %s', async (_what, more, env) => {
    expect((await read({ command, ...more })).target).toEqual({ ...target, env })
  })

  test('a list of other things than names is not that of Codex', async () => {
    expect(await read({ command, env_vars: [{ name: 'KEY' }] })).toEqual({
      target,
      extra: { env_vars: [{ name: 'KEY' }] },
    })
  })

  const empty = 'env: must not have a variable whose name is empty or contains ='
  test.each<[object, string]>([
    [{ env: [] }, 'env: must be an object, got a list'],
    [{ env: { A: 5 } }, 'env.A: must be a string, got a number'],
    [{ env: { '': 'x' } }, empty],
    [{ env: { 'A=': 'x' } }, empty],
    [{ env: { 'A\u0000': 'x' } }, empty],
    [{ env: { 'A\ud800': 'x' } }, 'env: must not have a variable whose name contains half a surrogate pair'],
    [{ env: { A: 'x\u0000' } }, 'env.A: must not hold a NUL character'],
    [{ env_keys: ['NONE'] }, 'env_keys.0:: the variable NONE is not set'],
    [{ env_keys: 'KEY' }, 'env_keys: must be a list of strings, got a string'],
    [{ envFile: 5 }, 'envFile: must be a string, got a number'],
  ])('is refused: %j', async (more, fault) => {
    expect(await faultOf({ command, ...more })).toBe(fault)
  })

  test('a file must not hold a NUL character', async () => {
    const readEnvFile = async () => new Map([['LONG', 'a\u0000']])
    const reading = readEntry(entry({ command, envFile: '.env' }), { ...context, readEnvFile })
    await expect(reading).rejects.toMatchObject({
      path: ['servers', 'notes', 'envFile'],
      message: ': the value of LONG must not hold a NUL character',
    })
  })

  test.each([
    ['', ' must not have a variable whose name is empty or contains ='],
    ['A\ud800', ' must not have a variable whose name contains half a surrogate pair'],
  ])('a file must not have the name %j', async (name, message) => {
    const readEnvFile = async () => new Map([[name, 'x']])
    const reading = readEntry(entry({ command, envFile: '.env' }), { ...context, readEnvFile })
    await expect(reading).rejects.toMatchObject({ path: [], message })
  })
})

describe('the time limit', () => {
  test.each<[object, number, number]>([
    [{ timeout: 5 }, 1, 5],
    [{ timeout: 5 }, 1_000, 5_000],
    [{ timeout: 1.5 }, 1, 2],
    [{ timeout: { request: 7, startup: 1 } }, 1, 7],
    [{ tool_timeout_sec: 2, timeout: 5 }, 1, 2_000],
    [{ tool_timeout_sec: 0.0001 }, 1, 1],
  ])('%j in units of %i ms is %i ms', async (more, timeoutUnit, timeoutMs) => {
    expect(await read({ command, ...more }, { timeoutUnit })).toMatchObject({ target, timeoutMs })
  })

  test('of a start alone is none', async () => {
    expect(await read({ command, timeout: { startup: 1 } })).toEqual({ target })
  })

  const bounds = ' must be more than 0 and at most the largest safe integer in milliseconds'
  test.each<[object, string]>([
    [{ timeout: 0 }, `timeout:${bounds}`],
    [{ timeout: -1 }, `timeout:${bounds}`],
    [{ timeout: 1e300 }, `timeout:${bounds}`],
    [{ timeout: '5' }, 'timeout: must be a number, got a string'],
    [{ timeout: { request: '5' } }, 'timeout.request: must be a number, got a string'],
    [{ tool_timeout_sec: -1 }, `tool_timeout_sec:${bounds}`],
  ])('is refused: %j', async (more, fault) => {
    expect(await faultOf({ command, ...more })).toBe(fault)
  })
})

describe('the tools', () => {
  test.each<[object, object]>([
    ...['allowedTools', 'includeTools', 'enabled_tools', 'enabledTools', 'tools', 'available_tools'].map(
      (name): [object, object] => [{ [name]: ['a'] }, { allow: ['a'] }],
    ),
    ...['blockedTools', 'excludeTools', 'disabled_tools', 'disabledTools'].map((name): [object, object] => [
      { [name]: ['a'] },
      { block: ['a'] },
    ]),
    [
      { allowedTools: [], blockedTools: ['b'] },
      { allow: [], block: ['b'] },
    ],
    [{ allowedTools: ['a'], available_tools: ['b'] }, { allow: ['a'] }],
  ])('of %j are %j', async (more, tools) => {
    expect(await read({ command, ...more })).toEqual({ target, tools })
  })

  test('are all with what has another meaning', async () => {
    expect(await read({ command, tools: { a: true }, available_tools: [] })).toEqual({
      target,
      extra: { tools: { a: true }, available_tools: [] },
    })
  })

  test.each<[object, string]>([
    [{ allowedTools: 'a' }, 'allowedTools: must be a list of strings, got a string'],
    [{ tools: ['a', 5] }, 'tools.1: must be a string, got a number'],
    [{ blockedTools: [null] }, 'blockedTools.0: must be a string, got nothing'],
  ])('are refused: %j', async (more, fault) => {
    expect(await faultOf({ command, ...more })).toBe(fault)
  })
})

describe('other settings', () => {
  test.each<[string, object, object]>([
    ['disabled', { disabled: true }, { isDisabled: true }],
    ['not enabled', { enabled: false }, { isDisabled: true }],
    ['enabled', { disabled: false, enabled: true }, {}],
    ['disabled, whatever else', { disabled: true, enabled: true }, { isDisabled: true }],
    ['a description, as it is', { description: '${KEY}' }, { description: '${KEY}' }],
    ['a revision', { protocolVersion: '2025-06-18' }, { revision: '2025-06-18' }],
    ['fields that are not known', { trust: true, x: null }, { extra: { trust: true, x: null } }],
  ])('%s', async (_what, more, settings) => {
    expect(await read({ command, ...more })).toEqual({ target, ...settings })
  })

  test.each<[object, string]>([
    [{ disabled: 'yes' }, 'disabled: must be true or false, got a string'],
    [{ enabled: 1 }, 'enabled: must be true or false, got a number'],
    [{ description: {} }, 'description: must be a string, got an object'],
    [
      { protocolVersion: '2020-01-01' },
      'protocolVersion: must be one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28',
    ],
  ])('are refused: %j', async (more, fault) => {
    expect(await faultOf({ command, ...more })).toBe(fault)
  })

  test('a name has 1 to 128 characters', async () => {
    expect(await faultOf({ command }, { name: '' })).toBe(':: the name of a server must not be empty')
    expect(await faultOf({ command }, { name: 'n'.repeat(129) })).toBe(
      ':: the name of a server must not be longer than 128 characters',
    )
    expect(await faultOf({ command }, { name: 'n'.repeat(128) })).toBe('it is valid')
  })

  test('inputs and styles of variables are those of the entry', async () => {
    expect((await read({ command, args: ['${input:key}', '$KEY'] }, { style: 'bare' })).target).toEqual({
      ...target,
      args: ['input key', 'k3y'],
    })
  })
})

test.each<[unknown, boolean]>([
  [{ disabled: true }, true],
  [{ enabled: false }, true],
  [{ disabled: 'true', enabled: 0 }, false],
  [{}, false],
  [null, false],
  ['disabled', false],
])('%j is switched off: %s', (value, expected) => {
  expect(isSwitchedOff(entry(value))).toBe(expected)
})
