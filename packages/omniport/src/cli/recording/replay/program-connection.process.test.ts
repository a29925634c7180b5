import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRecorder, type RecordedLine } from '../../../entries/protocol.js'
import { openProgram, parse } from './program-connection.js'

let cwd: string

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'program-')))
})

afterEach(async () => {
  vi.useRealTimers()
  await rm(cwd, { recursive: true })
})

const line = { ms: 0, transport: 'stdio', connection: 1, from: 'client' } as const

async function open(script: string, env: Record<string, string> = {}) {
  const lines: RecordedLine[] = []
  const messages: unknown[] = []
  let onEnd = () => {}
  const ended = new Promise<void>((resolve) => (onEnd = resolve))
  const recorder = createRecorder({
    ...{ target: { command: 'node', args: [] }, write: () => {} },
    onLine: (each) => void lines.push(each),
  })
  const connection = await openProgram(
    { command: process.execPath, args: ['-e', script], cwd, env },
    { ...process.env, GIVEN: 'outer', BOTH: 'outer' },
    { recorder: recorder.pipe(), onMessage: (message) => void messages.push(message), onEnd },
  )
  const until = (count: number) => vi.waitFor(() => expect(messages).toHaveLength(count), { timeout: 10_000 })
  return { connection, lines, messages, ended, until }
}

describe('a program', () => {
  test('is sent lines, and what it says is recorded and handed on', async () => {
    const { connection, lines, messages, ended, until } = await open(
      'process.stdin.on("data", (d) => { process.stdout.write(d); console.log("no JSON") }); console.error("hello")',
    )
    await connection.send('{"id":1,"method":"ping"}', line)
    await until(2)
    await connection.close()
    await ended
    expect(messages).toEqual([{ id: 1, method: 'ping' }, undefined])
    expect(lines.filter(({ stream }) => stream === undefined)).toMatchObject([
      { from: 'client', message: { id: 1, method: 'ping' } },
      { from: 'server', message: { id: 1, method: 'ping' } },
      { from: 'server', text: 'no JSON' },
    ])
    expect(lines).toContainEqual(expect.objectContaining({ stream: 'stderr', text: 'hello' }))
  })

  test('runs in its folder, with its variables and those of this process', async () => {
    const { connection, messages, until } = await open(
      'console.log(JSON.stringify([process.cwd(), process.env.GIVEN, process.env.BOTH])); process.stdin.resume()',
      { BOTH: 'own' },
    )
    await until(1)
    await connection.close()
    expect(messages).toEqual([[cwd, 'outer', 'own']])
  })

  test('that cannot be started is said to be', async () => {
    const recorder = createRecorder({ target: { command: 'x', args: [] }, write: () => {} }).pipe()
    const opening = openProgram(
      { command: 'no-such-program-7' },
      {},
      { recorder, onMessage: () => {}, onEnd: () => {} },
    )
    await expect(opening).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^Could not start "no-such-program-7": .*ENOENT/),
    })
  })
})

describe.skipIf(process.platform === 'win32')('a program that does not end by itself', () => {
  const stays = 'process.stdin.resume(); setInterval(() => {}, 1000)'

  test('is asked to end after two seconds, and killed after two more', async () => {
    const { connection, messages, until } = await open(
      `process.on("SIGTERM", () => console.log('"asked"')); console.log(1); ${stays}`,
    )
    await until(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let isClosed = false
    const closing = connection.close().then(() => {
      isClosed = true
    })
    await vi.advanceTimersByTimeAsync(2_000)
    await new Promise<void>((resolve) => {
      const look = () => (messages.length === 2 ? resolve() : setImmediate(look))
      look()
    })
    expect([messages, isClosed]).toEqual([[1, 'asked'], false])
    await vi.advanceTimersByTimeAsync(2_000)
    await closing
    expect(isClosed).toBe(true)
  })
})

test('what is no JSON is nothing', () => {
  expect([parse('{"a":1}'), parse('null'), parse('{'), parse('')]).toEqual([{ a: 1 }, null, undefined, undefined])
})
