// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findConfigured } from './find-configured.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cli-config-'))
})

afterEach(() => rm(cwd, { recursive: true }))

async function write(file: string, text: string): Promise<void> {
  await mkdir(join(cwd, file, '..'), { recursive: true })
  await writeFile(join(cwd, file), text)
}

/** What is found, without saying of which kind it is. */
async function find(name: string, only?: string): Promise<unknown> {
  const found = await findConfigured(name, { cwd, env: { KEY: 'k' }, only })
  if (found.type === 'command') return found.command
  return found.type === 'url' ? found.address : found.server
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
  ['no such name', '{ "mcpServers": { "b": {} } }', 'There is no server "a" in mcp.json; there is: b'],
  ['a name that every object has', '{ "mcpServers": {} }', 'There is no server "a" in mcp.json'],
  ['no JSON', '{\n\n"mcpServers" }', 'mcp.json, line 3: ColonExpected'],
  ['no servers', '{ "a": {} }', 'mcp.json has neither "mcpServers" nor "servers"'],
  ['servers that are a list', '{ "servers": [] }', 'mcp.json: servers must be an object'],
  ['an entry that is a string', entry('"x"'), 'mcp.json: mcpServers.a must be an object, got a string'],
  ['no command', entry('{}'), 'mcp.json: mcpServers.a.command must be a program, got nothing'],
  ['a number as command', entry('{ "command": 1 }'), 'mcp.json: mcpServers.a.command must be a program, got a number'],
  ['arguments in one', entry('{ "command": "c", "args": "x" }'), /a\.args must be a list of strings, got a string$/],
  ['a number as argument', entry('{ "command": "c", "args": [1] }'), /a\.args\[0\] must be a string, got a number$/],
  ['a list of variables', entry('{ "command": "c", "env": [] }'), /a\.env must be an object, got a list$/],
  ['a number as variable', entry('{ "command": "c", "env": { "A": 1 } }'), /a\.env\.A must be a string, got a number$/],
  ['an unset variable', entry('{ "command": "${NO}" }'), /a\.command: the variable NO is not set$/],
  ['headers in one', entry('{ "url": "http://x", "headers": "A: b" }'), /a\.headers must be an object, got a string$/],
])('%s is an error', async (_name, text, message) => {
  await write('mcp.json', text)
  await expect(find('a', 'mcp.json')).rejects.toThrow(message)
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

test('a file that was asked for must be there', async () => {
  await expect(find('a', 'no.json')).rejects.toThrow(/^Cannot read the config file .*no\.json: ENOENT/)
})

test('without any file it says where it looked', async () => {
  await expect(find('a')).rejects.toThrow('There is no server "a" in .mcp.json, mcp.json, .vscode/mcp.json')
})
