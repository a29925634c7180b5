// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findConfigured } from './find-configured.js'

let cwd: string
let problems: string[]
const onProblem = (message: string) => void problems.push(message)

beforeEach(async () => {
  problems = []
  cwd = await mkdtemp(join(tmpdir(), 'cli-config-'))
})

afterEach(() => rm(cwd, { recursive: true }))

async function write(file: string, text: string): Promise<void> {
  await mkdir(join(cwd, file, '..'), { recursive: true })
  await writeFile(join(cwd, file), text)
}

/** What is found, without saying of which kind it is. */
async function find(name: string, only?: string): Promise<unknown> {
  const found = await findConfigured(name, { cwd, env: { KEY: 'k', HOME: join(cwd, 'home') }, only, onProblem })
  return found.type === 'command' ? found.command : found.address
}

test('comments, trailing commas and a byte order mark do not matter', async () => {
  await write('mcp.json', '\uFEFF{ // mine\n"mcpServers": { "a": { "command": "node", "args": ["s.js",], }, } }')
  expect(await find('a')).toEqual({ command: 'node', args: ['s.js'], env: {} })
})

test('the first file that has the name wins, and the others are read too', async () => {
  await write('.mcp.json', '{ "mcpServers": { "a": { "command": "first" } } }')
  await write('mcp.json', '{ "mcpServers": { "a": { "command": "second" }, "b": { "command": "b" } } }')
  await write('.vscode/mcp.json', '{ "inputs": [], "servers": { "c": { "type": "stdio", "command": "c" } } }')
  const commands = await Promise.all(['a', 'b', 'c'].map((name) => find(name)))
  expect(commands).toMatchObject([{ command: 'first' }, { command: 'b' }, { command: 'c' }])
})

test('variables are expanded in every field', async () => {
  const entry = { command: '${KEY}x', args: ['-${KEY}'], env: { A: '${KEY}', B: '${NO:-d}' }, cwd: 'in/${KEY}' }
  await write('conf/my.json', JSON.stringify({ mcpServers: { a: entry } }))
  const env = { A: 'k', B: 'd' }
  expect(await find('a', 'conf/my.json')).toEqual({ command: 'kx', args: ['-k'], env, cwd: join(cwd, 'conf/in/k') })
})

test('a command may be a list', async () => {
  await write('mcp.json', '{ "mcpServers": { "a": { "command": ["node", "x"], "args": ["y"] } } }')
  expect(await find('a')).toEqual({ command: 'node', args: ['x', 'y'], env: {} })
})

test.each([
  ['no such name', '{ "mcpServers": { "b": {} } }', 'There is no server "a" in mcp.json. The servers are b'],
  ['a name that every object has', '{ "mcpServers": {} }', 'There is no server "a" in mcp.json'],
  ['no JSON', '{\n\n"mcpServers" }', 'mcp.json:3: not JSON: colon expected'],
  ['no servers', '{ "a": {} }', 'mcp.json: no servers found: expected one of mcpServers, servers'],
  ['servers that are a list', '{ "servers": [] }', 'mcp.json:1: must have an object of servers at servers'],
  ['an entry that is a string', entry('"x"'), 'mcp.json:1: mcpServers.a must be an object, got a string'],
  ['no command', entry('{}'), 'mcp.json:1: mcpServers.a must have a command or a url'],
  [
    'an unset variable',
    entry('{ "command": "${NO}" }'),
    'mcp.json:1: mcpServers.a.command: the variable NO is not set',
  ],
])('%s is an error', async (_name, text, message) => {
  await write('mcp.json', text)
  const { message: printed, code } = await find('a', 'mcp.json').then(String, (reason) => reason)
  expect(printed.slice(0, message.length)).toBe(message)
  expect(code).toBe(message.startsWith('There is no server') ? 'usage' : 'invalid_config')
})

function entry(text: string): string {
  return `{ "mcpServers": { "a": ${text} } }`
}

test('an address comes with its headers', async () => {
  await write(
    'mcp.json',
    entry('{ "type": "http", "url": "http://x/${KEY}", "headers": { "Authorization": "Bearer ${KEY}" } }'),
  )
  expect(await find('a')).toEqual({ url: 'http://x/k', headers: { Authorization: 'Bearer k' } })
})

test('a login is told by the entry', async () => {
  await write('mcp.json', entry('{ "url": "http://x", "bearerTokenEnv": "KEY" }'))
  const found = await findConfigured('a', { cwd, env: { KEY: 'k' }, only: 'mcp.json' })
  expect(found).toEqual({ type: 'url', address: { url: 'http://x', headers: {} }, auth: { token: 'k' }, ways: {} })
})

test('how long to wait and which revision to speak is told by the entry', async () => {
  const ways = '"timeout": 5000, "protocolVersion": "2025-06-18"'
  await write('mcp.json', `{ "mcpServers": { "a": { "command": "c", ${ways} }, "b": { "url": "http://x", ${ways} } } }`)
  const found = await Promise.all(['a', 'b'].map((name) => findConfigured(name, { cwd, env: {}, only: 'mcp.json' })))
  const expected = { timeoutMs: 5_000, revision: '2025-06-18' }
  expect(found).toMatchObject([
    { type: 'command', ways: expected },
    { type: 'url', ways: expected },
  ])
})

test('a person is asked for what the entry wants, and not for what others want', async () => {
  const servers = { a: { command: 'c', args: ['${input:k}'] }, b: { command: '${input:other}' } }
  const inputs = ['k', 'other'].map((id) => ({ id, type: 'promptString' }))
  await write('mcp.json', JSON.stringify({ servers, inputs }))
  const asked: string[] = []
  const input = ({ id }: { readonly id: string }) => {
    asked.push(id)
    return 'typed'
  }
  const found = await findConfigured('a', { cwd, env: {}, input })
  expect([found, asked]).toMatchObject([{ command: { args: ['typed'] } }, ['k']])
  const wrong = 'mcp.json:1: servers.a.args[0]: the input k has no value'
  await expect(findConfigured('a', { cwd, env: {} })).rejects.toMatchObject({ code: 'invalid_config', message: wrong })
})

test('a file that was asked for must be there', async () => {
  await expect(find('a', 'no.json')).rejects.toThrow('no.json: cannot be read: there is no such file')
})

test('files of the user are read too, after those of the folder', async () => {
  await write('home/.cursor/mcp.json', '{ "mcpServers": { "a": { "command": "user" }, "b": { "command": "b" } } }')
  await write('.mcp.json', '{ "mcpServers": { "a": { "command": "project" } } }')
  expect([await find('a'), await find('b')]).toMatchObject([{ command: 'project' }, { command: 'b' }])
})

test('a file that cannot be read is told where it would count', async () => {
  await write('mcp.json', '{')
  await write('.vscode/mcp.json', '{ "servers": { "a": { "command": "c" } } }')
  await write('home/.cursor/mcp.json', '{')
  expect(await find('a')).toMatchObject({ command: 'c' })
  expect(problems).toEqual(['mcp.json:1: not JSON: close brace expected'])
  await expect(find('b')).rejects.toThrow(
    'There is no server "b" in .mcp.json, mcp.json, .vscode/mcp.json, nor in a file of another host. The servers are a; not read: mcp.json:1: not JSON: close brace expected; not read: home/.cursor/mcp.json:1: not JSON: close brace expected',
  )
})

test('without any file it says where it looked', async () => {
  await expect(find('a')).rejects.toThrow(/^There is no server "a" in \.mcp\.json, mcp\.json, \.vscode\/mcp\.json, nor/)
})
