import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { RunOptions, TargetName } from '../command-line/invocation.js'
import { listen } from '../doctor/fixtures/listen.js'
import { serveHello } from '../fixtures/serve-hello.js'
import type { Io, ProcessPipes } from '../process/io.js'
import { secretsOfTarget, tapCommand, toBytes } from './tap-command.js'
import type { TapFlags } from './tap-flags.js'

let served: Awaited<ReturnType<typeof serveHello>>
let cwd: string

beforeAll(async () => {
  served = await serveHello()
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'tap-'))
})

afterEach(() => rm(cwd, { recursive: true }))

function start(target: TargetName, flags: TapFlags = {}, options: Partial<RunOptions> = {}, world: Partial<Io> = {}) {
  const controller = new AbortController()
  const input = new PassThrough()
  const state = { stdout: '', stderr: '', died: '' }
  const pipes: ProcessPipes = {
    input,
    write: async (bytes) => {
      state.stdout += Buffer.from(bytes).toString()
    },
    writeStderr: async (bytes) => {
      state.stderr += Buffer.from(bytes).toString()
    },
    ...{ closeInput: () => {}, closeOutput: () => {}, takeSignals: () => {} },
    dieBy: async (signal) => {
      state.died = signal
      return 128 as never
    },
  }
  const { io, stdout } = createMemoryIo({ cwd, signal: controller.signal, pipes, ...world })
  let onPrinted = (_text: string) => {}
  const printed = new Promise<string>((resolve) => (onPrinted = resolve))
  const own = { ...io, stdout: (text: string) => io.stdout(text).then(() => onPrinted(text)) }
  const invocation = { target, words: [], options: { env: [], header: [], ...options } }
  const code = tapCommand(invocation, { output: 'a.jsonl', ...flags }, own)
  return { code, printed, stdout, state, input, stop: () => controller.abort() }
}

const lines = async () =>
  (await readFile(join(cwd, 'a.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const program = (script: string): TargetName => ({ type: 'command', command: process.execPath, args: ['-e', script] })
const url = (): TargetName => ({ type: 'word', word: served.url })

describe('in the place of a program', () => {
  test('it is recorded, and ends as the program does', async () => {
    const { code, state, input } = start(
      program('process.stdin.on("data", (d) => { process.stdout.write(d); process.exitCode = 4 })'),
      {},
      { env: ['API_TOKEN=the-secret-token'] },
    )
    input.end('{"id":1,"method":"x","params":{"a":"the-secret-token"}}\n')
    expect([await code, JSON.parse(state.stdout).params.a]).toEqual([4, 'the-secret-token'])
    const [header, first] = await lines()
    expect(header.target).toMatchObject({ command: process.execPath, args: ['-e', expect.any(String)] })
    expect(first.message.params.a).toBe('[secret 1]')
    expect(state.stderr.split('\n')[0]).toBe(`omniport tap: recording to ${join(cwd, 'a.jsonl')}`)
    expect(state.stderr).toMatch(/^→ {2}x {2}#1 /m)
    expect(state.stderr).toMatch(/^← exit 4$/m)
  })

  test('it dies by the signal that ends the program', async () => {
    const { code, state } = start(program('process.kill(process.pid, "SIGKILL")'))
    expect([await code, state.died]).toEqual([128, 'SIGKILL'])
  })

  test('it says nothing, and records no values, where that is wanted', async () => {
    const { code, state, input } = start(program('process.stdin.resume()'), { quiet: true, redact: true })
    input.end('{"id":1,"method":"x","params":{"a":"private"}}\n')
    expect([await code, state.stderr]).toEqual([0, ''])
    expect((await lines())[1]).toMatchObject({ hidden: true, message: { id: 1, method: 'x' } })
  })

  test('it records so much of a message', async () => {
    const { code, input } = start(program('process.stdin.resume()'), { quiet: true, maxMessage: 1 })
    input.end(`"${'x'.repeat(1_048_576)}"\n`)
    expect(await code).toBe(0)
    expect((await lines())[1]).toMatchObject({ bytes: 1_048_578, cut: true })
    expect((await stat(join(cwd, 'a.jsonl'))).mode & 0o777).toBe(0o600)
  })

  test('it starts the program in this folder, with the variables of this process', async () => {
    const { code, state } = start(
      program('console.log(process.cwd() === require("fs").realpathSync(process.env.WANTED))'),
      {},
      {},
      {
        env: { WANTED: cwd },
      },
    )
    await code
    expect(state.stdout).toBe('true\n')
  })
})

describe('in front of an address', () => {
  test('it listens until it is interrupted, and records', async () => {
    const { code, printed, state, stop } = start(url(), {}, { header: ['X-Key: a-key-of-mine', 'MCP-Thing: plain'] })
    const { url: address } = JSON.parse(await printed)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    expect(address).not.toBe(served.url)
    const init = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"a-key-of-mine plain"}' }
    await (await fetch(address, { ...init, headers: { 'content-type': 'application/json' } })).text()
    stop()
    expect(await code).toBe(0)
    const [header, request, response] = await lines()
    expect([header.target, request.message.method]).toEqual([{ url: served.url }, '[secret 1] plain'])
    expect(response).toMatchObject({ from: 'server', status: expect.any(Number) })
    expect(state.stderr).toContain(`omniport tap: recording to ${join(cwd, 'a.jsonl')}`)
    await expect(fetch(address)).rejects.toThrow(new TypeError('fetch failed'))
  })

  test('it ends at once where it was interrupted before', async () => {
    const { code, stdout } = start(url(), {}, { text: true }, { signal: AbortSignal.abort() })
    expect([await code, stdout()]).toEqual([
      0,
      expect.stringMatching(/^Listening on http:\/\/127\.0\.0\.1:\d+\/mcp\n$/),
    ])
  })
})

describe('an address of a server', () => {
  /** Redirects to itself where no credentials come, and else says which. */
  const openServer = () =>
    listen(({ headers, origin }, response) => {
      const { authorization } = headers
      if (authorization === undefined) response.writeHead(307, { location: `${origin}/next?token=x#y` }).end()
      else response.end(authorization)
    })

  test.each([[undefined], [true]] as const)(
    'leads through the tap, which is said unless it is quiet: %s',
    async (quiet) => {
      const { origin, close } = await openServer()
      const { code, printed, state, stop } = start({ type: 'word', word: `${origin}/mcp` }, quiet && { quiet })
      const { url: address } = JSON.parse(await printed)
      const response = await fetch(address, { redirect: 'manual' })
      expect(response.headers.get('location')).toBe(`${new URL(address).origin}/next?token=x#y`)
      stop()
      expect(await code).toBe(0)
      const line = `[tap] Location: ${origin}/next goes through the tap`
      expect(state.stderr.split('\n').filter((each) => each.startsWith('[tap]'))).toEqual(quiet ? [] : [line])
      await close()
    },
  )

  test('gets credentials that are given, which are not recorded', async () => {
    const { origin, close } = await openServer()
    const target = { type: 'word', word: `${origin}/mcp` } as const
    const world = { env: { TOKEN: 'the-token-of-mine' } }
    const { code, printed, stop } = start(target, {}, { bearerEnv: 'TOKEN', port: 0 }, world)
    const { url: address } = JSON.parse(await printed)
    expect(await (await fetch(address)).text()).toBe('Bearer the-token-of-mine')
    stop()
    expect(await code).toBe(0)
    expect(await readFile(join(cwd, 'a.jsonl'), 'utf8')).not.toContain('the-token-of-mine')
    await close()
  })

  test('must be a URL', async () => {
    await expect(start({ type: 'word', word: 'http://[' }).code).rejects.toMatchObject({
      code: 'usage',
      message: 'tap: the address is not a URL',
    })
  })
})

describe('wrong use', () => {
  test.each<[string, Partial<Io>, TargetName, readonly string[], Partial<RunOptions>, string]>([
    ['without a process', { pipes: undefined }, program(''), [], {}, 'tap: there is no process to run in'],
    ['with two targets', {}, program(''), ['b'], {}, 'tap takes one target, got "b" as well'],
    ['with a port for a program', {}, program(''), [], { port: 3 }, 'tap: --port is for servers at a URL'],
  ])('%s', async (_what, world, target, words, options, message) => {
    const { io } = createMemoryIo({ cwd, pipes: {} as ProcessPipes, ...world })
    const invocation = { target, words, options: { env: [], header: [], ...options } }
    await expect(tapCommand(invocation, {}, io)).rejects.toMatchObject({ code: 'usage', message })
  })

  test('with a module', async () => {
    await writeFile(join(cwd, 'server.mjs'), 'export const server = { serve() {} }')
    const { code } = start({ type: 'word', word: './server.mjs' })
    await expect(code).rejects.toMatchObject({
      code: 'usage',
      message: 'tap: a module has no wire; serve it first, or give a program that serves it: -- node …',
    })
  })
})

test('the secrets of a target are the values of its headers, but for words of the protocol', () => {
  const headers = {
    ...{ Authorization: 'Bearer abc', 'Proxy-Authorization': 'raw', Cookie: 'a=1; b=2', 'X-Key': 'k' },
    ...{ Accept: 'x', 'Accept-Language': 'en', 'Content-Type': 'y', 'Mcp-Name': 'z', Origin: 'o', 'User-Agent': 'u' },
  }
  expect(secretsOfTarget({ type: 'url', address: { url: 'http://a.test', headers } })).toEqual([
    ...['abc', 'raw', 'a=1; b=2', '1', '2', 'k', 'k'],
  ])
})

test('a size is given in MiB', () => {
  expect([toBytes(undefined), toBytes(3)]).toEqual([undefined, 3_145_728])
})
