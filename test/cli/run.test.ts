import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Interrupted } from '../../packages/omniport/src/cli/process/interrupted.js'
import type { Io } from '../../packages/omniport/src/cli/process/io.js'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from './memory-io.js'

const cwd = fileURLToPath(new URL('fixtures', import.meta.url))

async function outcome(argv: readonly string[], world: Partial<Io> = {}) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, ...world })
  const code = await run(argv, io)
  return { code, stdout: stdout(), stderr: stderr() }
}

const elsewhere = ['--protocol', 'legacy', '--', process.execPath, 'refers-elsewhere.mjs']

test('a tool whose output schema cannot be checked is called with --no-validate-output only', async () => {
  const refused = await outcome(['call', 'count', ...elsewhere])
  expect([refused.code, refused.stdout]).toEqual([5, ''])
  expect(JSON.parse(refused.stderr.at(-1) ?? '')).toMatchObject({
    error: { message: expect.stringContaining('its output schema cannot be checked: JSON Schema refused at /$ref') },
  })
  const called = await outcome(['call', 'count', '--no-validate-output', ...elsewhere])
  expect(called).toEqual({ code: 0, stdout: '{"content":[],"structuredContent":{"n":1}}\n', stderr: [] })
  const listed = await outcome(['list', '--no-validate-output', ...elsewhere])
  expect(listed.stderr.at(-1)).toContain('list: --no-validate-output does not apply here')
})

/** As the revisions before 2026-07-28 have it. */
const text = (text: string) => `{"content":[{"type":"text","text":${JSON.stringify(text)}}]}\n`

test.each([
  ['a tool is called, with numbers', ['call', './tools.mjs', 'add', 'a=1', 'b:=2'], text('3')],
  ['arguments may be one object', ['call', './tools.mjs', 'add', '{"a":1,"b":2}'], text('3')],
  ['a tool without a schema gets text', ['call', './tools.mjs', 'echo', 'a=1'], text('{"a":"1"}')],
  ['a module may export its server by default', ['call', './default-export.mjs', 'add', 'a=1', 'b=1'], text('2')],
  ['a module needs no directory in its path', ['call', 'tools.mjs', 'add', 'a=1', 'b=1'], text('2')],
  [
    'variables are set for the server',
    ['-e', 'CLI_TEST=x=y', 'call', 'tools.mjs', 'variable', 'name=CLI_TEST'],
    text('x=y'),
  ],
  [
    'a resource is read',
    ['read', 'tools.mjs', 'fixture://motto'],
    '{"contents":[{"uri":"fixture://motto","text":"Be kind."}]}\n',
  ],
  [
    'a prompt is given',
    ['prompt', 'tools.mjs', 'ask', 'about=tea'],
    '{"messages":[{"role":"user","content":{"type":"text","text":"What about tea?"}}]}\n',
  ],
  [
    'one kind is listed',
    ['list', 'tools.mjs', 'resources'],
    '{"resources":[{"uri":"fixture://motto","name":"motto"}]}\n',
  ],
  ['templates are a kind', ['list', 'tools.mjs', 'templates'], '{"resourceTemplates":[]}\n'],
])('%s', async (_name, argv, stdout) => {
  expect(await outcome([...argv, '--protocol', 'legacy'])).toEqual({ code: 0, stdout, stderr: [] })
})

test.each([
  [['list', 'tools.mjs', '--port', '1'], 'list: --port does not apply here; "omniport help list" shows those that do'],
  [['serve', 'tools.mjs', '-e', 'A=b'], 'serve: --env does not apply here; "omniport help serve" shows those that do'],
])('an option that means nothing is refused: %j', async (argv, message) => {
  const { code, stderr } = await outcome(argv)
  expect([code, JSON.parse(stderr.join())]).toEqual([1, { error: { code: 'usage', message } }])
})

test('everything is listed, with what the server is', async () => {
  const { code, stdout } = await outcome(['list', 'tools.mjs'])
  const { server, revision, tools, resources, resourceTemplates, prompts } = JSON.parse(stdout)
  expect({ code, server, revision }).toEqual({
    code: 0,
    server: { name: 'fixture', version: '1.2.3', instructions: 'Be kind.' },
    revision: '2026-07-28',
  })
  const names = [tools, resources, resourceTemplates, prompts].map((list) => list.map(nameOf))
  expect(names).toEqual([['add', 'echo', 'fail', 'talk', 'hang', 'variable'], ['motto'], [], ['ask']])
})

function nameOf({ name }: { readonly name: string }): string {
  return name
}

test.each([
  ['auto', '2026-07-28'],
  ['modern', '2026-07-28'],
  ['legacy', '2025-11-25'],
  ['2024-11-05', '2024-11-05'],
])('--protocol %s speaks %s', async (protocol, revision) => {
  const { stdout } = await outcome(['list', 'tools.mjs', '--protocol', protocol])
  expect(JSON.parse(stdout).revision).toBe(revision)
})

test.each([
  ['people get text', [], 'Templates: none\n'],
  ['people who ask get the envelope', ['--json'], '{"result":{"resourceTemplates":[]}}\n'],
])('%s', async (_name, options, stdout) => {
  expect(
    await outcome(['list', 'tools.mjs', 'templates', ...options], { isTerminal: true, env: { NO_COLOR: '1' } }),
  ).toEqual({
    code: 0,
    stdout,
    stderr: [],
  })
})

test.each([
  ['warning', ['[warning] talk: {"loud":true}', '[progress] 1/2 half']],
  ['debug', ['[debug] talk: quiet', '[warning] talk: {"loud":true}', '[progress] 1/2 half']],
])('log messages of %s and above, and progress, are told on stderr', async (level, stderr) => {
  const result = await outcome(['call', 'tools.mjs', 'talk', '--log-level', level, '--protocol', 'legacy'])
  expect(result).toEqual({ code: 0, stdout: text('done'), stderr })
})

test('a failed tool is printed, and is a failure', async () => {
  const { code, stdout, stderr } = await outcome(['call', 'tools.mjs', 'fail'])
  const { content, isError } = JSON.parse(stdout)
  expect({ content, isError }).toEqual({ content: [{ type: 'text', text: 'It failed,\non purpose.' }], isError: true })
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr: ['{"error":{"code":"tool","message":"It failed,\\non purpose."}}'],
  })
})

test.each([
  ['options without a verb', ['--json'], 1, 'usage', 'Say what to do. The verbs are list, call, read, '],
  [
    'an unknown verb',
    ['frobnicate', 'tools.mjs'],
    1,
    'usage',
    /^There is no verb "frobnicate"\. The verbs are list, call/,
  ],
  ['an unknown option', ['list', 'tools.mjs', '--frobnicate'], 1, 'usage', "unknown option '--frobnicate'"],
  ['no target', ['read'], 1, 'usage', /^There is no target: give the name of a server in mcp\.json, a URL/],
  ['no command', ['list', '--'], 1, 'usage', 'There is no command after "--"'],
  ['no tool', ['call', 'tools.mjs'], 1, 'usage', 'call: say which tool'],
  ['no URI', ['read', 'tools.mjs'], 1, 'usage', 'read: say which URI'],
  ['two URIs', ['read', 'tools.mjs', 'a:b', 'c:d'], 1, 'usage', 'read takes one URI, got "c:d" as well'],
  ['no prompt', ['prompt', 'tools.mjs'], 1, 'usage', 'prompt: say which prompt'],
  [
    'an unknown kind',
    ['list', 'tools.mjs', 'tasks'],
    1,
    'usage',
    /^list: the kind must be tools, resources.*; got "tasks"/,
  ],
  ['two kinds', ['list', 'tools.mjs', 'tools', 'prompts'], 1, 'usage', 'list takes one kind, got "prompts" as well'],
  ['a timeout in words', ['list', 'tools.mjs', '--timeout', 'long'], 1, 'usage', /--timeout.*milliseconds above 0/],
  ['a variable without a value', ['list', 'tools.mjs', '-e', 'A'], 1, 'usage', /NAME=value/],
  ['an unknown revision', ['list', 'tools.mjs', '--protocol', '2020-01-01'], 1, 'usage', /--protocol/],
  ['an unknown level', ['list', 'tools.mjs', '--log-level', 'loud'], 1, 'usage', /--log-level/],
  ['an unknown name', ['list', 'nope'], 1, 'usage', /^There is no server "nope" in \.mcp\.json/],
  ['a URL where nobody listens', ['list', 'http://127.0.0.1:9/mcp'], 4, 'unreachable', /127\.0\.0\.1:9/],
  ['a header without a value', ['list', 'tools.mjs', '-H', 'A'], 1, 'usage', /Name: value/],
  ['a port in words', ['serve', 'tools.mjs', '--port', 'any'], 1, 'usage', /0 to 65535/],
  ['a command to serve', ['serve', '--', 'node', 'x'], 1, 'usage', 'serve: give the path of a server module'],
  ['no module', ['list', './nope.mjs'], 1, 'usage', /^There is no file .*nope\.mjs$/],
  ['a module without a server', ['list', './no-server.mjs'], 1, 'usage', /no-server\.mjs exports no server/],
  [
    'a module that throws',
    ['list', './throws.mjs'],
    4,
    'unreachable',
    /could not be loaded: no database, at .*throws\.mjs:\d+:\d+$/,
  ],
  ['a command that is not there', ['list', '--', './nope'], 4, 'unreachable', /^Could not start ".\/nope"/],
  ['an unknown tool', ['call', 'tools.mjs', 'nope'], 5, 'not_found', /no tool "nope"\. It has add, echo/],
  ['an unknown resource', ['read', 'tools.mjs', 'fixture://nope'], 5, 'protocol', 'Resource not found: fixture://nope'],
  ['an unknown prompt', ['prompt', 'tools.mjs', 'nope'], 5, 'not_found', /no prompt "nope"\. It has ask/],
  ['no answer in time', ['call', 'tools.mjs', 'hang', '--timeout', '50'], 4, 'timeout', /50/],
])('%s is one line of JSON on stderr', async (_name, argv, code, errorCode, message) => {
  const result = await outcome(argv)
  const { error } = JSON.parse(result.stderr.at(-1) ?? '')
  expect({ code: result.code, stdout: result.stdout, errorCode: error.code }).toEqual({ code, stdout: '', errorCode })
  expect(error.message).toMatch(message)
})

test('a run that is interrupted ends with the code of the signal', async () => {
  const controller = new AbortController()
  const { io, stderr } = createMemoryIo({ cwd, signal: controller.signal })
  const notified = io.stderr
  const interrupt = (line: string) => {
    notified(line)
    controller.abort(new Interrupted('SIGINT'))
  }
  expect(await run(['call', 'tools.mjs', 'hang'], { ...io, stderr: interrupt })).toBe(130)
  expect(stderr()[0]).toBe('[progress] 1')
})

test('a run that is interrupted while it reads stdin ends too', async () => {
  const stdin = (async function* (): AsyncGenerator<Uint8Array> {
    await new Promise(() => {})
  })()
  const controller = new AbortController()
  const running = outcome(['call', 'tools.mjs', 'echo', '-'], { stdin, signal: controller.signal })
  controller.abort(new Interrupted('SIGTERM'))
  expect((await running).code).toBe(143)
})

test.each([[['--help']], [['--version']], [['help']], [[]]])('%j is for people, on stdout', async (argv) => {
  const { code, stdout, stderr } = await outcome(argv)
  expect({ code, stderr }).toEqual({ code: 0, stderr: [] })
  expect(stdout).toMatch(/^(Usage: omniport|\d+\.\d+\.\d+)/)
})
