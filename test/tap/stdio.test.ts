import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { living, program } from '../interop/processes.js'
import { behaves, ended, node, run, start, TapFolder } from './tapped.js'

const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL('../..', import.meta.url))

let tap: TapFolder

beforeEach(async () => {
  tap = await TapFolder.create()
})

afterEach(() => tap.remove())

describe('bytes are equal with and without tap', () => {
  const initialize = {
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  }
  const requests = [
    initialize,
    { method: 'ping' },
    { method: 'tools/list' },
    { method: 'nope' },
    { method: 'prompts/list' },
  ]
  const lines = requests.map((request, id) => JSON.stringify({ jsonrpc: '2.0', id, ...request }))

  const ourServer = program('our-server')
  const sdk2 = program('sdk-2-server')
  const sdk1 = program('sdk-2024-server')
  test.each([
    ['the notes example', [node, join(root, 'examples/notes/dist/main.js')]],
    ['the server with everything', [node, require.resolve('@modelcontextprotocol/server-everything/dist/index.js')]],
    ['the filesystem server', [node, require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'), root]],
    ['our server', [ourServer.command, ...(ourServer.args ?? [])]],
    ['a server of the SDK 2', [sdk2.command, ...(sdk2.args ?? [])]],
    ['a server of the SDK of 2024', [sdk1.command, ...(sdk1.args ?? [])]],
  ])('%s, whatever the pieces', async (_, server) => {
    const plain = await talk(server, lines, [1_000_000])
    expect(plain.length).toBeGreaterThan(100)
    expect(await talk(tap.through(server, '--quiet'), lines, [7, 1, 64, 3])).toBe(plain)
    const { conversations, problems } = await tap.recording()
    const [conversation] = conversations
    expect(problems).toEqual([])
    const from = (side: string) =>
      conversation?.messages.filter((one) => one.from === side).map(({ message }) => message)
    expect(from('client')).toEqual(lines.map((line) => JSON.parse(line)))
    const answers = plain.trimEnd().split('\n')
    expect(from('server')).toEqual(answers.map((line) => JSON.parse(line)))
  })

  test('whatever is sent: broken text, no line at the end, zero bytes', async () => {
    const bytes = fc.uint8Array({ maxLength: 5_000 })
    const samples = fc.sample(bytes, { numRuns: 4, seed: 7 })
    const texts = ['{"jsonrpc":"2.0"', '\r\n\r\n\n{}\n', '', '\u2028\n"'].map((text) => Buffer.from(text))
    for (const sample of [...samples, ...texts]) {
      const { stdout, code } = await run(tap.through(behaves('echo'), '--quiet'), sample)
      expect([Buffer.compare(stdout, Buffer.from(sample)), code]).toEqual([0, 0])
    }
  })

  test('stderr is passed on as it is, and a summary stands between its lines', async () => {
    const quiet = await run(tap.through(behaves('complain'), '--quiet'), '')
    expect(String(quiet.stderr)).toBe('one\ntwo\nlast')
    const shown = await run(tap.through(behaves('complain')), '{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    const text = String(shown.stderr)
    expect(text).toContain('one\n')
    expect(text).toContain('two\n')
    expect(text).toContain('last')
    const stderr = (await tap.recording()).lines.filter(({ stream }) => stream === 'stderr')
    expect(stderr.map((line) => line.text)).toEqual(['one', 'two', 'last'])
  })
})

/** Sends each line in pieces of these lengths once the one before is answered. */
async function talk(server: readonly string[], lines: readonly string[], lengths: readonly number[]): Promise<string> {
  const child = start(server)
  child.stderr.resume()
  let text = ''
  child.stdout.setEncoding('utf8')
  let turn = 0
  for (const [index, line] of lines.entries()) {
    for (let at = 0; at <= line.length; turn += 1) {
      const length = lengths[turn % lengths.length] ?? 1
      child.stdin.write(`${line}\n`.slice(at, at + length))
      at += length
    }
    while (text.split('\n').length <= index + 1) text += String((await once(child.stdout, 'data'))[0])
  }
  const end = once(child, 'close')
  child.stdin.end()
  await end
  return text
}

describe('the end of the program is the end of tap', () => {
  test.each([0, 1, 7, 255])('with the exit code %i', async (code) => {
    const { code: found, signal } = await run(tap.through(behaves('exit', String(code)), '--quiet'), '')
    expect([found, signal]).toEqual([code, null])
    expect((await tap.recording()).lines.at(-1)).toMatchObject({ from: 'server', end: 'exit', code })
  })

  test.each(['SIGTERM', 'SIGKILL', 'SIGABRT', 'SIGSEGV'] as const)('by the signal %s', async (signal) => {
    const found = await run(tap.through(behaves('kill', signal), '--quiet'), '')
    expect([found.code, found.signal]).toEqual([null, signal])
    expect((await tap.recording()).lines.at(-1)).toMatchObject({ end: 'exit', signal })
  })

  test('though the input is still open', async () => {
    const child = start(tap.through(behaves('exit', '5'), '--quiet'))
    const { code } = await ended(child)
    expect(code).toBe(5)
  })

  test('though a process that it left behind keeps the pipes open', async () => {
    const { code, stdout } = await run(tap.through(behaves('leave'), '--quiet'), '')
    expect([code, String(stdout)]).toEqual([3, 'left\n'])
  })
})

describe('the end of tap is the end of the program', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2'] as const)(
    '%s is passed on, and its exit code back',
    async (signal) => {
      const child = start(tap.through(behaves('handle', signal), '--quiet'))
      await once(child.stdout, 'data')
      child.kill(signal)
      const { code } = await ended(child)
      expect(code).toBe(9)
    },
  )

  test('a signal that the program does not handle ends both', async () => {
    const child = start(tap.through(behaves('stay'), '--quiet'))
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    const { code, signal } = await ended(child)
    expect([code, signal]).toEqual([null, 'SIGTERM'])
  })

  test('also where tap is killed and the program ignores the end of its input', async () => {
    const pidFile = join(tap.folder, 'pid')
    const child = start(tap.through(behaves('stay'), '--quiet'), { PID_FILE: pidFile })
    await once(child.stdout, 'data')
    const pid = Number(await readFile(pidFile, 'utf8'))
    expect(living([pid])).toEqual([pid])
    child.kill('SIGKILL')
    await ended(child)
    await expect.poll(() => living([pid])).toEqual([])
  })
})

describe('the end of a stream is passed on', () => {
  test('of the input, after which the program may still write', async () => {
    const { stdout, code } = await run(tap.through(behaves('count'), '--quiet'), 'x'.repeat(200_000))
    expect([String(stdout), code]).toEqual(['200000\n', 0])
  })

  test('of the output, while the program goes on', async () => {
    const child = start(tap.through(behaves('close-output'), '--quiet'))
    child.stdout.resume()
    await once(child.stdout, 'end')
    expect(child.exitCode).toBeNull()
    const end = once(child, 'close')
    child.stdin.end()
    expect(await end).toEqual([4, null])
  })

  test('of a program that reads no more: its client cannot write any more', async () => {
    const child = start(tap.through(behaves('close-input'), '--quiet'))
    await once(child.stdout, 'data')
    const failed = once(child.stdin, 'error')
    const writing = setInterval(() => child.stdin.write('x\n'), 10)
    const [error] = await failed
    clearInterval(writing)
    // How a socket that is a pipe says it depends on what was in it.
    expect(error.code).toMatch(/^(?:EPIPE|ECONNRESET)$/)
    child.kill('SIGTERM')
    await ended(child)
  })

  test('of a client that reads no more: the program cannot write any more', async () => {
    const child = start(tap.through(behaves('flood'), '--quiet'))
    await once(child.stdout, 'data')
    const end = once(child, 'exit')
    child.stdout.destroy()
    expect(await end).toEqual([6, null])
    child.stdin.destroy()
    child.stderr.destroy()
  })
})

test('a reader that is slow slows the program, and tap holds nothing', async () => {
  const counter = join(tap.folder, 'written')
  const child = start(tap.through(behaves('flood', counter), '--quiet'))
  await once(child.stdout, 'readable')
  let before = -1
  await expect
    .poll(
      async () => {
        const written = Number(await readFile(counter, 'utf8').catch(() => '0'))
        const isStill = written > 0 && written === before
        before = written
        return isStill
      },
      { interval: 300, timeout: 10_000 },
    )
    .toBe(true)
  expect(before * 65_536).toBeLessThan(4 * 1024 * 1024)
  child.kill('SIGKILL')
  child.stdout.resume()
  await ended(child)
})

test('a message of 100 MB passes, in the memory that its recording may take', async () => {
  const child = start(tap.through(behaves('echo'), '--quiet'))
  child.stderr.resume()
  const piece = Buffer.alloc(1_000_000, 'x')
  let received = 0
  child.stdout.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  for (let n = 0; n < 100; n += 1) {
    if (!child.stdin.write(piece)) await once(child.stdin, 'drain')
  }
  child.stdin.write('\n')
  await expect.poll(() => received, { timeout: 20_000 }).toBe(100_000_001)
  const peak = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))
  expect(Number(peak?.[1]) / 1_024).toBeLessThan(220)
  const end = once(child, 'close')
  child.stdin.end()
  expect(await end).toEqual([0, null])
  const { lines } = await tap.recording()
  expect(lines.filter(({ cut }) => cut === true).map(({ bytes, from }) => [bytes, from])).toEqual([
    [100_000_000, 'client'],
    [100_000_000, 'server'],
  ])
})

test('the recording is for its user only, and an older one is not overwritten', async () => {
  for (let n = 0; n < 2; n += 1) await run(tap.through(behaves('echo'), '--quiet'), '{}\n')
  const second = join(tap.folder, 'tap-2.jsonl')
  const modes = await Promise.all([tap.file, second].map(async (file) => (await stat(file)).mode & 0o777))
  expect(modes).toEqual([0o600, 0o600])
  expect((await readFile(second, 'utf8')).split('\n')[0]).toContain('"version":1')
})

test('a program that cannot be started is an error', async () => {
  const { code, stderr } = await run(tap.through(['no-such-program'], '--quiet'), '')
  expect(code).toBe(4)
  expect(JSON.parse(String(stderr)).error).toMatchObject({ code: 'unreachable' })
})

test('a disk that is full ends the recording, not the conversation', async () => {
  const { stdout, stderr, code } = await run(
    [node, fileURLToPath(new URL('fixtures/full-disk.mjs', import.meta.url)), ...tap.through(behaves('echo')).slice(1)],
    '{"id":1}\n{"id":2}\n',
  )
  expect([String(stdout), code]).toEqual(['{"id":1}\n{"id":2}\n', 0])
  expect(String(stderr).match(/\[warning\] The recording .* ends here: ENOSPC/g)).toHaveLength(1)
  expect(process.exitCode).toBeUndefined()
})
