import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { verbs as verbNames } from '../../packages/omniport/src/cli/verbs/verbs.js'
import { createMemoryIo } from './memory-io.js'

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url))

async function outcome(argv: readonly string[], cwd = fixtures) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, env: { HOME: cwd } })
  const code = await run(argv, io)
  return { code, stdout: stdout(), stderr: stderr() }
}

async function failure(argv: readonly string[], cwd?: string) {
  const { code, stdout, stderr } = await outcome(argv, cwd)
  const { error } = JSON.parse(stderr.at(-1) ?? '')
  return { code, stdout, errorCode: error.code, message: error.message as string }
}

const anyway = ' (--no-validate-input sends it anyway)'
const verbs = `The verbs are ${verbNames.map(({ name }) => name).join(', ')}, help`
const tools = 'It has add, echo, fail, talk, hang, variable'

test.each([
  ['verbs', ['lsit', 'tools.mjs'], `There is no verb "lsit"; did you mean "list"? ${verbs}`],
  ['verbs to be explained', ['help', 'cal'], `There is no verb "cal"; did you mean "call"? ${verbs}`],
  [
    'a verb after its target',
    ['notes', 'list'],
    'There is no verb "notes". The verb comes first: omniport list notes …',
  ],
  ['options', ['list', 'tools.mjs', '--jsno'], "unknown option '--jsno'; did you mean --json?"],
  ['options that are cut short', ['list', 'tools.mjs', '--prot'], "unknown option '--prot'; did you mean --protocol?"],
  ['options of another verb', ['list', 'tools.mjs', '--prt'], "unknown option '--prt'"],
  [
    'kinds',
    ['list', 'tools.mjs', 'tool'],
    'list: the kind must be tools, resources, templates, prompts, card; got "tool"; did you mean "tools"?',
  ],
  [
    'arguments of tools',
    ['call', 'tools.mjs', 'variable', 'nmae=x'],
    `variable has no argument "nmae"; did you mean "name"? It takes name${anyway}`,
  ],
  [
    'arguments of prompts',
    ['prompt', 'tools.mjs', 'ask', 'abuot=x'],
    `ask has no argument "abuot"; did you mean "about"? It takes about${anyway}`,
  ],
])('the nearest is suggested for %s', async (_, argv, message) => {
  expect(await failure(argv)).toEqual({ code: 1, stdout: '', errorCode: 'usage', message })
})

test.each([
  ['tools', ['call', 'tools.mjs', 'ad'], `The server has no tool "ad"; did you mean "add"? ${tools}`],
  ['prompts', ['prompt', 'tools.mjs', 'aks'], 'The server has no prompt "aks"; did you mean "ask"? It has ask'],
])('the nearest is suggested for %s, and nothing is sent', async (_, argv, message) => {
  expect(await failure(argv)).toEqual({ code: 5, stdout: '', errorCode: 'not_found', message })
})

test('the nearest is suggested for names of servers', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'wrong-'))
  try {
    const unknown = 'There is no server "ntoes" in .mcp.json, mcp.json, .vscode/mcp.json, nor in a file of another host'
    expect((await failure(['list', 'ntoes'], cwd)).message).toBe(
      `${unknown}; a target may also be a URL, the path of a module such as ./server.js, or "-- command args…"`,
    )
    writeFileSync(
      join(cwd, 'mcp.json'),
      JSON.stringify({ mcpServers: { kitchen: { command: 'a' }, notes: { command: 'b' } } }),
    )
    const { code, errorCode, message } = await failure(['list', 'ntoes'], cwd)
    expect([code, errorCode]).toEqual([1, 'usage'])
    expect(message).toBe(`${unknown}; did you mean "notes"? The servers are kitchen, notes`)
  } finally {
    await rm(cwd, { recursive: true })
  }
})

test.each([
  ['a type is wrong', ['add', 'a=one', 'b=2'], 'add: a must be a number'],
  ['a type is wrong in JSON', ['add', '{"a":1,"b":"2"}'], 'add: b must be a number'],
  ['an argument is missing', ['add', 'a=1'], 'add: b is required'],
  ['several things are wrong', ['add', 'a=one'], 'add: b is required; a must be a number'],
  ['an argument is unknown in JSON', ['add', '{"a":1,"b":2,"c":3}'], 'add has no argument "c". It takes a, b'],
  ['the prototype is named', ['add', '{"__proto__":1}'], 'add has no argument "__proto__". It takes a, b'],
])('arguments of a tool are checked before they are sent: %s', async (_, words, message) => {
  const expected = { code: 1, stdout: '', errorCode: 'usage', message: `${message}${anyway}` }
  expect(await failure(['call', 'tools.mjs', ...words])).toEqual(expected)
})

test('a prompt is not asked for without its arguments', async () => {
  const expected = { code: 1, stdout: '', errorCode: 'usage', message: `ask: about is required${anyway}` }
  expect(await failure(['prompt', 'tools.mjs', 'ask'])).toEqual(expected)
})

test.each([
  ['arguments', ['call', 'tools.mjs', 'add', 'a=one'], 'tool', /a must be a number/],
  ['names of tools', ['call', 'tools.mjs', 'nope'], 'protocol', /nope/],
  ['names of prompts', ['prompt', 'tools.mjs', 'nope'], 'protocol', /nope/],
  ['arguments of prompts', ['prompt', 'tools.mjs', 'ask', 'x=y'], 'protocol', /about/],
])('with --no-validate-input the server judges %s', async (_, argv, errorCode, message) => {
  const failed = await failure([...argv, '--no-validate-input'])
  expect([failed.code, failed.errorCode]).toEqual([5, errorCode])
  expect(failed.message).toMatch(message)
})

test('an argument that the schema does not have is sent with --no-validate-input', async () => {
  const { code, stdout } = await outcome(['call', 'tools.mjs', 'add', 'a=1', 'b=2', 'c=3', '--no-validate-input'])
  expect([code, JSON.parse(stdout).content]).toEqual([0, [{ type: 'text', text: '3' }]])
})

const url = 'http://127.0.0.1:9/mcp'
const command = ['--', 'no-such-program']

test.each([
  [['list', '-H', 'A: b', ...command], '--header means nothing to a command; it is for servers at a URL'],
  [['list', '--auth', ...command], '--auth means nothing to a command; it is for servers at a URL'],
  [['list', '--bearer-env', 'A', ...command], '--bearer-env means nothing to a command; it is for servers at a URL'],
  [['list', '--no-browser', ...command], '--no-browser means nothing to a command; it is for servers at a URL'],
  [['list', '--config', 'a.json', ...command], '--config means nothing to a command; it is for names of servers'],
  [['list', 'tools.mjs', '-H', 'A: b'], '--header means nothing to a server module; it is for servers at a URL'],
  [['list', 'tools.mjs', '--auth'], '--auth means nothing to a server module; it is for servers at a URL'],
  [['list', 'tools.mjs', '--config', 'a'], '--config means nothing to a server module; it is for names of servers'],
  [['list', url, '-e', 'A=b'], '--env means nothing to a URL; it is for servers that start here'],
  [['list', url, '--config', 'a.json'], '--config means nothing to a URL; it is for names of servers'],
  [['list', url, '--no-browser'], '--no-browser goes with --auth: without it nobody signs in'],
  [
    ['list', 'tools.mjs', '--no-validate-input'],
    'list: --no-validate-input does not apply here; "omniport help list" shows those that do',
  ],
  [
    ['prompt', 'tools.mjs', 'ask', '--no-validate-output'],
    'prompt: --no-validate-output does not apply here; "omniport help prompt" shows those that do',
  ],
  [['list', 'tools.mjs', '--timeout'], '--timeout <ms>: the value is missing'],
  [
    ['list', 'notes', ...command],
    'list: the kind must be tools, resources, templates, prompts, card; got "notes"; the target is the command after "--"',
  ],
  [['serve'], 'There is no target: give the path of a server module, such as ./server.js'],
  [['list', 'localhost:3000/mcp'], 'The URL of a server starts with http:// or https://: http://localhost:3000/mcp'],
  [['serve', 'tools.mjs', 'more'], 'serve takes one module, got "more" as well'],
  [['serve', url], 'serve: give the path of a server module, such as ./server.js'],
  [['host', 'notes'], 'host takes no target: its servers come from config files, such as that of --config'],
])('what means nothing is refused: %j', async (argv, message) => {
  expect(await failure(argv)).toEqual({ code: 1, stdout: '', errorCode: 'usage', message })
})

test.each([
  [
    'a command',
    { command: 'no-such-program' },
    ['-H', 'A: b'],
    '--header means nothing to a command; it is for servers at a URL',
  ],
  ['a URL', { url }, ['-e', 'A=b'], '--env means nothing to a URL; it is for servers that start here'],
])('what means nothing to the entry of a name is refused: %s', async (_, entry, options, message) => {
  const cwd = await mkdtemp(join(tmpdir(), 'wrong-'))
  try {
    writeFileSync(join(cwd, 'own.json'), JSON.stringify({ mcpServers: { it: entry } }))
    const failed = await failure(['list', 'it', '--config', 'own.json', ...options], cwd)
    expect(failed).toEqual({ code: 1, stdout: '', errorCode: 'usage', message })
  } finally {
    await rm(cwd, { recursive: true })
  }
})

const ifProgram = '; if "node" is a program to start, it comes last, after "--"'
const install = 'config install takes a host and a URL, got "main.js" as well'

test.each([
  [
    ['call', 'tools.mjs', 'add', 'a=1', 'node', 'server.js'],
    `"node" must be key=value, key:=json, key=@file, '{json}' or -${ifProgram}`,
  ],
  [['doctor', 'node', 'server.js'], `doctor takes one target, got "server.js" as well${ifProgram}`],
  [
    ['read', 'a:b', '/usr/bin/node', 'server.js'],
    `read takes one URI, got "server.js" as well${ifProgram.replace('node', '/usr/bin/node')}`,
  ],
  [['list', 'npx', '-y', 'secret'], `unknown option '-y'${ifProgram.replace('node', 'npx')}`],
  [
    ['config', 'install', 'cursor', '--name', 'x', 'node', 'main.js'],
    `${install}; a program to start comes after "--"`,
  ],
  [
    ['config', 'add', 'x', 'node', 'main.js'],
    'config add takes a name and a URL, got "main.js" as well; a program to start comes after "--"',
  ],
  [['config', 'add', 'x', 'node'], `config add: the URL must start with http:// or https://${ifProgram}`],
  [['call', 'tools.mjs', 'add', 'a=1', 'nodes'], `"nodes" must be key=value, key:=json, key=@file, '{json}' or -`],
])('a program without "--" before it is told where it belongs: %j', async (argv, message) => {
  expect(await failure(argv)).toEqual({ code: 1, stdout: '', errorCode: 'usage', message })
})

test('the page of all has each option once', async () => {
  const names = (await outcome([])).stdout.match(/^ {2}(?:-\w, )?--[a-z-]+/gm) ?? []
  expect([...new Set(names)]).toEqual(names)
  expect(names).toContain('  --no-validate-input')
})

test('in the page of all, descriptions stand at most 48 columns from the left', async () => {
  const lines = (await outcome([])).stdout.split('\n')
  const diff = lines.find((line) => line.startsWith('  diff ')) ?? ''
  expect(diff).toMatch(/^ {2}diff … {2,}where two recordings differ/)
  expect(diff.indexOf('where')).toBeLessThan(48)
})

test('the help of a verb has the options that mean something to it', async () => {
  const options = async (verb: string) => (await outcome([verb, '--help'])).stdout.match(/--[a-z-]+/g) ?? []
  expect(await options('serve')).toEqual(expect.arrayContaining(['--port', '--host', '--json']))
  expect(await options('serve')).not.toContain('--header')
  expect(await options('call')).toContain('--no-validate-input')
  expect(await options('read')).not.toContain('--no-validate-input')
})
