import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer, prompt, resource, tool } from '../../entries/index.js'
import { type ServedHttp, serveHttp } from '../../entries/node.js'
import type { Io } from '../process/io.js'
import { run } from '../run.js'

let served: ServedHttp
let cwd: string

beforeAll(async () => {
  const greeted = { type: 'object', properties: { name: { type: 'string' } } } as const
  const server = createServer({
    ...{ name: 's', version: '1', logger: createRecordingLogger() },
    tools: { hello: tool({ run: () => 'hello' }) },
    resources: { page: resource({ uri: 'a:page', read: () => 'words' }) },
    prompts: {
      greet: prompt({ arguments: greeted, complete: { name: ['Ann', 'Bob'] }, get: ({ name }) => `Hi ${name}` }),
      draw: prompt({
        get: () => ({
          messages: [{ role: 'user', content: { type: 'image', data: 'AAEC', mimeType: 'image/png' } }],
        }),
      }),
    },
  })
  served = await serveHttp(server, { port: 0 })
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'verbs-'))
  const mcpServers = { notes: { type: 'http', url: served.url } }
  await writeFile(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers }))
})

afterEach(() => rm(cwd, { recursive: true }))

async function runLine(argv: readonly string[], world: Partial<Io> = {}) {
  const env = {
    ...{ HOME: join(cwd, 'home'), XDG_CACHE_HOME: join(cwd, 'cache'), XDG_CONFIG_HOME: join(cwd, 'settings') },
  }
  const { io, stdout, stderr } = createMemoryIo({ cwd, env, ...world })
  const code = await run(argv, io)
  return { code, printed: stdout(), stderr: stderr() }
}

const failed = async (...argv: readonly string[]) => {
  const { code, stderr } = await runLine(argv)
  const { error } = JSON.parse(stderr.at(-1) ?? '{}')
  return [code, error.code, error.message.replaceAll(cwd, 'CWD')]
}

const textIn = (name: string) => readFile(join(cwd, name), 'utf8')

describe('a server is used by', () => {
  test('list, which without a target has the configured servers', async () => {
    expect(JSON.parse((await runLine(['list'])).printed)).toMatchObject({ servers: [{ name: 'notes' }] })
    expect(JSON.parse((await runLine(['list', 'notes', 'resources'])).printed)).toEqual({
      resources: [{ uri: 'a:page', name: 'page' }],
    })
    expect(await failed('list', '--', 'no-such-program-7')).toEqual([
      ...[4, 'unreachable'],
      'Could not start "no-such-program-7" in CWD: spawn no-such-program-7 ENOENT; install it, give its full path, or check cwd',
    ])
  })

  test('call, and test, which calls it again', async () => {
    const { code, printed, stderr } = await runLine(['call', 'notes', 'hello', '--save', 'calls.json', '--text'])
    expect([code, printed, stderr]).toEqual([
      ...[0, 'hello\n'],
      ['Saved as call 1 of calls.json; "omniport test calls.json" makes it again'],
    ])
    const again = await runLine(['test', 'calls.json', '--junit', 'calls.xml', '--json'])
    expect([again.code, JSON.parse(again.printed).result.counts]).toEqual([0, { pass: 1, fail: 0 }])
    expect(await textIn('calls.xml')).toMatch(/^<\?xml .*<testsuite /s)
    expect(await failed('test', 'calls.json', 'zzz')).toMatchObject([
      ...[1, 'usage', expect.stringMatching(/^There is no server "zzz"/)],
    ])
    expect(await failed('test', 'calls.json', '--', 'no-such-program-7')).toMatchObject([
      ...[4, 'unreachable', expect.stringMatching(/^Could not start "no-such-program-7"/)],
    ])
  })

  test('read', async () => {
    const { printed } = await runLine(['read', 'notes', 'a:page', '--output', 'page', '--text'])
    expect([printed, await textIn('page')]).toEqual([`a:page\nsaved to ${join(cwd, 'page')}\n`, 'words'])
  })

  test('prompt', async () => {
    const { code, printed } = await runLine(['prompt', 'notes', 'greet', 'name=Ann', '--text'])
    expect([code, printed]).toEqual([0, expect.stringMatching(/Hi Ann\n$/)])
    expect((await runLine(['prompt', 'notes', 'draw', '-o', 'a.png'])).code).toBe(0)
    expect([...(await readFile(join(cwd, 'a.png')))]).toEqual([0, 1, 2])
  })

  test('complete', async () => {
    const { printed } = await runLine(['complete', 'notes', 'greet', 'name=B'])
    expect(JSON.parse(printed)).toMatchObject({ values: ['Bob'] })
  })

  test.each([
    [['listen', 'http://127.0.0.1:1/'], 4, 'unreachable', /^Cannot reach http:\/\/127\.0\.0\.1:1\/: /],
    [['listen', 'notes', '--count', '1', '--log-level', 'x'], 1, 'usage', /Allowed choices are debug/],
    [['skills', 'notes'], 5, 'unsupported', /^The server did not declare io\.modelcontextprotocol\/skills/],
    [['bridge', 'zzz'], 1, 'usage', /^There is no server "zzz"/],
    [['tap', 'notes'], 1, 'usage', /^tap: there is no process to run in$/],
    [['login', 'zzz'], 1, 'usage', /^There is no server "zzz"/],
  ])('%j', async (argv, ...failure) => {
    const [exitCode, code, message] = failure
    expect(await failed(...argv)).toEqual([exitCode, code, expect.stringMatching(message)])
  })
})

describe('a server is looked at by', () => {
  test('doctor, which without a target looks at the project', async () => {
    expect(await failed('doctor')).toEqual([
      ...[1, 'usage'],
      'doctor: give a target (a URL, a name, or "-- command args…"); here is no package.json to look at',
    ])
    const { code, printed } = await runLine(['doctor', '--', 'no-such-program-7'])
    expect([code, JSON.parse(printed).target]).toEqual([5, 'no-such-program-7'])
    expect(JSON.parse((await runLine(['doctor', 'notes'])).printed).target).toBe('notes')
  })

  test('check', async () => {
    const revision = ['--protocol', '2025-11-25']
    expect(await failed('check', 'notes', '--tool', 'zzz', ...revision)).toEqual([
      ...[5, 'not_found', 'The server has no tool "zzz". It has hello'],
    ])
    expect(await failed('check', '--sdk')).toEqual([
      ...[5, 'not_found'],
      'check: nothing is installed as @modelcontextprotocol/sdk in .; run npm install first',
    ])
    expect(await failed('check', '--', 'no-such-program-7')).toMatchObject([
      ...[4, 'unreachable', expect.stringMatching(/^Could not start "no-such-program-7"/)],
    ])
  })

  test('wire', async () => {
    const { printed } = await runLine(['wire', 'notes', 'hello', '--html', 'w.html', '--protocol', '2025-11-25'])
    expect(JSON.parse(printed)).toEqual({ html: join(cwd, 'w.html') })
    expect(await textIn('w.html')).toContain('<title>hello in each revision</title>')
  })
})

describe('a recording', () => {
  const record = (...more: readonly string[]) => runLine(['record', 'notes', 'call', 'hello', '-o', 'a.jsonl', ...more])

  test('is made by record', async () => {
    expect((await record()).stderr).toEqual([`omniport record: recording to ${join(cwd, 'a.jsonl')}`])
    expect(await textIn('a.jsonl')).toContain('hello')
    await rm(join(cwd, 'a.jsonl'))
    expect((await record('--quiet', '--redact')).stderr).toEqual([])
    expect(await textIn('a.jsonl')).not.toContain('hello')
  })

  test('is shown by view, sent again by replay, and compared by diff', async () => {
    await record()
    const { printed } = await runLine(['view', 'a.jsonl', '--json'])
    expect(JSON.parse(printed).result).toMatchObject({ format: 'omniport-recording', target: { url: served.url } })
    const replayed = await runLine(['replay', 'a.jsonl', 'notes', '--output', 'b.jsonl'])
    expect([replayed.code, replayed.printed]).toEqual([0, 'The same in both: 3 messages of the client\n'])
    expect(await textIn('b.jsonl')).toContain('tools/call')
    const compared = await runLine(['diff', 'a.jsonl', 'b.jsonl', '--ignore', '/a'])
    expect([compared.code, compared.printed]).toEqual([0, 'The same in both: 3 messages of the client\n'])
    expect(await failed('mock', 'a.jsonl', '--speed', 'x')).toEqual([
      ...[1, 'usage'],
      '--speed must be a number above 0, such as 1 for the speed of the recording; got "x"',
    ])
    await writeFile(join(cwd, 'mine'), '')
    expect(await failed('view', 'a.jsonl', '--html', 'mine')).toEqual([
      ...[1, 'usage', '--html: cannot write mine: it is there already; give another path, or remove it'],
    ])
    expect(await failed('replay', 'a.jsonl', '--', 'no-such-program-7')).toMatchObject([
      ...[4, 'unreachable', expect.stringMatching(/^Could not start "no-such-program-7"/)],
    ])
  })

  test.each([
    [['view', 'zzz'], 'view: cannot read zzz: there is no such file; omniport record makes one'],
    [['mock', 'zzz'], 'mock: cannot read zzz: there is no such file; omniport record makes one'],
    [['replay', 'zzz', 'notes'], 'replay: cannot read zzz: there is no such file; omniport record makes one'],
    [['diff', 'zzz', 'zzz'], 'diff: cannot read zzz: there is no such file; omniport record makes one'],
  ])('that is not there: %j', async (argv, message) => {
    expect(await failed(...argv)).toEqual([1, 'usage', message])
  })
})

test.each([
  [['diff', 'notes', '--lock'], 5, 'not_found', /^diff: CWD\/mcp\.lock has no pins of "notes"; /],
  [['diff', 'notes', '--lock', 'other'], 5, 'not_found', /^diff: CWD\/other has no pins of "notes"; /],
  [['serve', './missing.js'], 1, 'usage', /^There is no file CWD\/missing\.js$/],
  [['host'], 1, 'usage', /^host: stdin and stdout must be a terminal; a script can use list, call, read and prompt$/],
  [['gateway', '--config', 'zzz'], 1, 'invalid_config', /^zzz: cannot be read: there is no such file$/],
  [['gateway', '--', 'node'], 1, 'usage', /^gateway takes no target: /],
  [['console', 'zzz'], 1, 'usage', /^There is no server "zzz"/],
  [['console', '--', 'node', '--port'], 1, 'usage', /^console: the page is not built; run "npm run build"$/],
  [['console', '--model', 'm'], 1, 'usage', /^console: --model-url and --model go together$/],
  [['run', 'x'], 1, 'usage', /^run: there is no process to run in$/],
  [['check', '--schema', 'zzz'], 1, 'usage', /^check: cannot read the file "zzz": ENOENT/],
  [['test', 'zzz'], 1, 'usage', /^test: there is no file "zzz"; /],
  [['tap', '--install', 'zzz', 'notes'], 1, 'usage', /^There is no config file of a host "zzz"; /],
  [['tap', '--uninstall', 'zzz', 'notes'], 1, 'usage', /^There is no config file of a host "zzz"; /],
  [['pack', '--out', 'x.mcpb'], 1, 'usage', /^pack: CWD has neither manifest\.json nor package\.json$/],
  [['pack', '--', 'x'], 1, 'usage', /^pack takes one folder, got "--" as well$/],
  [['config', 'show', '--', 'x'], 1, 'usage', /^config show: "--" is for config add, install$/],
  [['completion', '--', 'x'], 1, 'usage', /^completion: give a shell, bash, zsh, fish$/],
])('a line fails where its verb does: %j', async (argv, exitCode, code, message) => {
  expect(await failed(...argv)).toEqual([exitCode, code, expect.stringMatching(message)])
})

test('what is stored is changed and shown', async () => {
  expect(JSON.parse((await runLine(['config', 'path'])).printed).new).toBe(join(cwd, '.mcp.json'))
  expect((await runLine(['config', 'add', 'a', '--env', 'A=b', '--', 'node', 'x'])).code).toBe(0)
  expect(JSON.parse(await textIn('.mcp.json')).mcpServers.a).toMatchObject({ command: 'node', env: { A: 'b' } })
  expect((await runLine(['config', 'add', 'a', '--replace', '--', 'node', 'y'])).code).toBe(0)
  expect(JSON.parse(await textIn('.mcp.json')).mcpServers.a).toMatchObject({ args: ['y'] })
  expect((await runLine(['completion', 'bash'])).printed).toMatch(/^# source <\(omniport completion bash\)\n/)
})
