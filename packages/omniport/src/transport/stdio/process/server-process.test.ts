import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { EventEmitter } from 'node:events'
import process from 'node:process'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import type { RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { createLimits } from '../../../protocol/limits/limits.js'
import { noPid, openProgram } from './fixtures/open-program.js'
import { ServerProcess } from './server-process.js'

const signals: unknown[] = []
const ends: (() => void)[] = []
beforeEach(() => {
  signals.length = 0
  vi.spyOn(process, 'kill').mockImplementation((_pid, signal) => {
    if (signal === 0) throw Object.assign(new Error('gone'), { code: 'ESRCH' })
    signals.push(signal)
    return true
  })
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await settled()
  vi.restoreAllMocks()
})

const ping: RpcRequest = { jsonrpc: '2.0', id: 1, method: 'ping' }

/** Every program is gone at the end of its test. */
function open(...given: Parameters<typeof openProgram>) {
  const opened = openProgram(...given)
  ends.push(() => opened.exit(0))
  return opened
}

/** Tells if a promise has settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let is = false
  void promise.finally(() => {
    is = true
  })
  await settled()
  return is
}

test('a program that was not started has no connection', () => {
  const child = Object.assign(new EventEmitter(), { stdin: new PassThrough(), pid: undefined })
  const options = {
    limits: createLimits(),
    runtime: createManualRuntime(),
    serve: async () => undefined,
    onError: () => {},
  }
  const create = () =>
    new ServerProcess(child as unknown as ChildProcessWithoutNullStreams, { command: 'program' }, options)
  expect(create).toThrow(new TypeError('The process was not started'))
})

test('a connection has the number of its process, and the end of its stderr', async () => {
  const { child, connection } = open()
  child.stderr.write('said\n')
  await settled()
  expect([connection.pid, connection.stderrTail]).toEqual([noPid, 'said\n'])
})

describe('closing', () => {
  test('ends stdin, then comes SIGTERM after 2 s, then SIGKILL after 2 more', async () => {
    const { child, connection, advance, exit, runtime } = open()
    const closing = connection.close()
    await settled()
    expect(child.stdin.writableEnded).toBe(true)
    await advance(1_999)
    expect(signals).toEqual([])
    await advance(1)
    expect(signals).toEqual(['SIGTERM'])
    await advance(1_999)
    expect(signals).toEqual(['SIGTERM'])
    await advance(1)
    expect([signals, await isSettled(closing)]).toEqual([['SIGTERM', 'SIGKILL'], false])
    exit(null, 'SIGKILL')
    await closing
    expect(runtime.timers).toBe(0)
  })

  test('has the time that it is given', async () => {
    const { connection, advance } = open({ closeMs: 10 })
    const closing = connection.close()
    await advance(10)
    await advance(10)
    expect([signals, await isSettled(closing)]).toEqual([['SIGTERM', 'SIGKILL'], false])
  })

  test('needs no signal where the program exits', async () => {
    const { connection, exit } = open()
    const closing = connection.close()
    await settled()
    exit(0)
    await closing
    expect([signals, await connection.closed]).toEqual([[], undefined])
  })

  test('writes what was sent before', async () => {
    const { child, connection } = open()
    connection.notify({ jsonrpc: '2.0', method: 'notifications/x' })
    void connection.close()
    await settled()
    expect(String(child.stdin.read())).toBe('{"jsonrpc":"2.0","method":"notifications/x"}\n')
    expect(child.stdin.writableEnded).toBe(true)
  })
})

describe('a program that exits', () => {
  test.each([
    [3, null, 'The server "program" exited with code 3'],
    [null, 'SIGSEGV', 'The server "program" was ended by SIGSEGV'],
  ])('says how: %s %s', async (code, signal, message) => {
    const { connection, exit } = open()
    const asked = connection.request(ping)
    exit(code, signal)
    await expect(asked).rejects.toMatchObject({ code: 'closed', message })
    expect(await connection.closed).toMatchObject({ message })
  })

  test('says what it wrote to stderr at its end, without its secrets', async () => {
    const lines: string[] = []
    const env = { API_KEY: 'k-1234567' }
    const { child, connection, exit } = open({ onStderr: (line) => lines.push(line) }, { env })
    child.stderr.write('no k-1234567\n')
    await settled()
    exit(1)
    expect(await connection.closed).toMatchObject({
      message: 'The server "program" exited with code 1; its stderr ends:\nno ***',
    })
    expect(lines).toEqual(['no ***'])
  })

  test('has its last output read', async () => {
    const { child, connection } = open()
    const asked = connection.request(ping)
    child.emit('exit', 0, null)
    child.stdout.write('{"jsonrpc":"2.0","id":1,"result":{"last":true}}\n')
    await settled()
    expect(await asked).toMatchObject({ result: { last: true } })
  })

  test('and leaves its pipes to others has them closed after half a second', async () => {
    const { child, advance, runtime } = open()
    child.emit('exit', 0, null)
    await advance(499)
    expect([child.stdout.destroyed, child.stderr.destroyed]).toEqual([false, false])
    await advance(1)
    expect([child.stdout.destroyed, child.stderr.destroyed]).toEqual([true, true])
    child.emit('close', 0, null)
    await settled()
    expect(runtime.timers).toBe(0)
  })

  test('as it should and leaves its pipes to others has them closed too', async () => {
    const { child, connection, advance } = open()
    const closing = connection.close()
    await settled()
    child.emit('exit', 0, null)
    await settled()
    await advance(500)
    expect(child.stdout.destroyed).toBe(true)
    child.emit('close', 0, null)
    await closing
  })

  test('says how, also where its pipes end before that is known to be all', async () => {
    const { child, connection, advance } = open()
    child.emit('exit', 3, null)
    child.stdout.end()
    await settled()
    await advance(499)
    expect(connection.isOver).toBe(false)
    child.emit('close', 3, null)
    expect(await connection.closed).toMatchObject({ message: 'The server "program" exited with code 3' })
    expect(signals).toEqual([])
  })

  test('is no error later on', async () => {
    const { child, errors, connection, exit } = open()
    exit(0)
    child.emit('error', new Error('kill failed'))
    expect([errors, connection.isOver]).toEqual([['kill failed'], true])
  })
})

describe('a program that closes a pipe', () => {
  test.each(['stdin', 'stdout'] as const)('%s and goes on is ended, and the reason comes first', async (pipe) => {
    const { child, connection, advance } = open()
    const asked = connection.request(ping)
    await settled()
    if (pipe === 'stdin') child.stdin.destroy()
    else child.stdout.end()
    await settled()
    await advance(249)
    expect(connection.isOver).toBe(false)
    const rejected = expect(asked).rejects.toThrow(`The server "program" closed its ${pipe}`)
    await advance(1)
    await rejected
    await advance(2_000)
    expect(signals).toEqual(['SIGTERM'])
  })

  test('and exits soon says how it exited', async () => {
    const { child, connection, advance, exit } = open()
    child.stdout.end()
    await settled()
    await advance(249)
    exit(5)
    await advance(1_000)
    expect(await connection.closed).toMatchObject({ message: 'The server "program" exited with code 5' })
  })
})
