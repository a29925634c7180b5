import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { defaultRuntime } from '../../../async/runtime/runtime.js'
import type { RpcNotification, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { createLimits } from '../../../protocol/limits/limits.js'
import { type StdioCommand, spawnServer } from './spawn-server.js'
import type { SpawnedConnection } from './spawned-connection.js'

/** A link to one of the programs in `fixtures`, and everything that came over it beside answers. */
async function open(fixture: string, options: Partial<StdioCommand> & { limits?: Record<string, number> } = {}) {
  const { args = [], limits = {}, ...command } = options
  const errors: string[] = []
  const stderr: string[] = []
  const received: (RpcRequest | RpcNotification)[] = []
  const waits: (() => void)[] = []
  const path = fileURLToPath(new URL(`fixtures/${fixture}.mjs`, import.meta.url))
  const connection = await spawnServer(
    { command: process.execPath, args: [path, ...args], ...command },
    {
      limits: createLimits(limits),
      runtime: defaultRuntime,
      closeMs: 200,
      onError: (error) => errors.push((error as Error).message), // every error here is one
      onStderr: (text) => stderr.push(text),
      serve: async (message) => {
        received.push(message)
        for (const wake of waits.splice(0)) wake()
        return 'id' in message ? { jsonrpc: '2.0', id: message.id, result: {} } : undefined
      },
    },
  )
  connection.revision = '2025-11-25'
  links.push(connection)
  return {
    connection,
    errors,
    stderr,
    received,
    whenReceived: () => new Promise<void>((resolve) => waits.push(resolve)),
  }
}

const links: SpawnedConnection[] = []

/** Whatever a test did, the server is gone when its link is closed. */
afterEach(async () => {
  for (const connection of links.splice(0)) {
    await connection.close()
    expect(isAlive(connection.pid ?? 0)).toBe(false)
  }
})

const ask = (id: string | number, method = 'm', params = {}): RpcRequest => ({ jsonrpc: '2.0', id, method, params })

test('questions are answered, in whatever language the server is written', async () => {
  verifies('STDIO-01', 'STDIO-02', 'STDIO-04')
  const { connection, errors } = await open('echo-server')
  connection.notify({ jsonrpc: '2.0', method: 'notifications/x' })
  const answers = await Promise.all([
    connection.request(ask(1, 'a', { text: 'Grüße\n世界' })),
    connection.request(ask('1', 'b')),
  ])
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 1, result: { method: 'a', params: { text: 'Grüße\n世界' } } },
    { jsonrpc: '2.0', id: '1', result: { method: 'b', params: {} } },
  ])
  expect(errors).toEqual([])
})

test('closing stdin is enough for a server that behaves', async () => {
  verifies('STDIO-14')
  const { connection, received } = await open('echo-server')
  await connection.request(ask(1))
  await connection.close()
  expect(await connection.closed).toBe(undefined)
  expect(received).toEqual([])
  await expect(connection.request(ask(2))).rejects.toThrow(expect.objectContaining({ code: 'closed' }))
})

test('a server that ignores the end of stdin and SIGTERM is killed, and close settles after it is gone', async () => {
  verifies('STDIO-14')
  const { connection, whenReceived } = await open('forever')
  await whenReceived()
  const question = connection.request(ask(1))
  const closing = connection.close()
  await expect(question).rejects.toThrow('The connection was closed')
  await closing
  expect(isAlive(connection.pid ?? 0)).toBe(false)
})

test('what a server started and did not end is ended with it', async () => {
  const { connection, received, whenReceived } = await open('spawns-children')
  await whenReceived()
  const pid = Number(received[0]?.params?.['pid'])
  const before = isAlive(pid)
  await connection.close()
  expect([before, isRunning(pid)]).toEqual([true, false])
})

test('what a server started is ended when the server crashes', async () => {
  const { connection, received, whenReceived } = await open('spawns-children', { args: ['crash'] })
  await whenReceived()
  connection.notify({ jsonrpc: '2.0', method: 'notifications/crash' })
  expect((await connection.closed)?.message).toBe(`The server "${process.execPath}" exited with code 1`)
  await gone(Number(received[0]?.params?.['pid']))
})

test.each([
  ['by SIGTERM, when the end of stdin is not enough', [], 'SIGTERM'],
  ['when stdin ends, and the server does not', ['stdin'], 'SIGTERM'],
  ['when stdin ends, as the server does', ['stdin', 'reads'], 'stdin'],
])('a server behind a program that ends %s has its time to end, and close waits for it', async (_, how, ended) => {
  verifies('STDIO-14')
  const file = join(mkdtempSync(join(tmpdir(), 'omniport-')), 'ended')
  const { connection, received, whenReceived } = await open('wraps-a-server', { args: [file, ...how] })
  await whenReceived()
  await connection.close()
  expect([readFileSync(file, 'utf8'), isRunning(Number(received[0]?.params?.['pid']))]).toEqual([ended, false])
})

test('a server whose program crashes has its time to end, and requests do not wait for that', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'omniport-')), 'ended')
  const { connection, received, whenReceived } = await open('wraps-a-server', { args: [file, 'crash'] })
  await whenReceived()
  connection.notify({ jsonrpc: '2.0', method: 'notifications/crash' })
  expect((await connection.closed)?.message).toBe(`The server "${process.execPath}" exited with code 1`)
  await connection.close()
  expect([readFileSync(file, 'utf8'), isRunning(Number(received[0]?.params?.['pid']))]).toEqual(['SIGTERM', false])
})

test('a process that left the group and keeps the pipes open does not keep close from settling', async () => {
  const { connection, received, whenReceived } = await open('spawns-children', { args: ['stranger'] })
  await whenReceived()
  await connection.close()
  const pid = Number(received[0]?.params?.['pid'])
  expect(isAlive(pid)).toBe(true)
  process.kill(pid, 'SIGKILL')
})

test.each([
  [
    'a program that does not exist',
    { command: 'no-such-program-here' },
    /^Could not start "no-such-program-here": .*ENOENT/,
  ],
  [
    'a directory that does not exist',
    { cwd: '/no/such/directory' },
    /^Could not start ".*" in \/no\/such\/directory: .*ENOENT/,
  ],
  ['a file that is no program', { command: '/dev/null' }, /^Could not start "\/dev\/null": .*EACCES/],
])('%s is unreachable', async (_, options, message) => {
  const failure = open('echo-server', options)
  await expect(failure).rejects.toThrow(
    expect.objectContaining({ code: 'unreachable', message: expect.stringMatching(message) }),
  )
})

test('a command that is none is a TypeError', async () => {
  await expect(open('echo-server', { command: '' })).rejects.toThrow(
    new TypeError('command must be a non-empty string'),
  )
})

test('a server that exits tells why', async () => {
  const { connection, stderr } = await open('exits-at-once')
  const reason = await connection.closed
  expect(reason).toMatchObject({
    code: 'closed',
    message: `The server "${process.execPath}" exited with code 3; its stderr ends:\nno configuration found`,
  })
  expect(stderr).toEqual(['no configuration found'])
  expect(connection.stderrTail).toBe('no configuration found\n')
})

test('questions to a server that dies in the middle of an answer reject with how it ended', async () => {
  const { connection, errors } = await open('half-line')
  await expect(connection.request(ask(1))).rejects.toThrow(`The server "${process.execPath}" exited with code 7`)
  expect(errors).toEqual([
    `"${process.execPath}" wrote to stdout what is no message; logs belong on stderr: {"jsonrpc":"2.0","id":1,"resu`,
  ])
})

test('a server killed by somebody else', async () => {
  const { connection, whenReceived } = await open('forever')
  await whenReceived()
  process.kill(connection.pid ?? 0, 'SIGKILL')
  expect((await connection.closed)?.message).toBe(`The server "${process.execPath}" was ended by SIGKILL`)
})

test('a server that closes stdout and goes on is ended', async () => {
  const { connection } = await open('closes-stdout')
  await expect(connection.request(ask(1))).rejects.toThrow(
    expect.objectContaining({ code: 'closed', message: expect.stringContaining(`The server "${process.execPath}" `) }),
  )
  await connection.close()
})

test('what is no message is reported and ignored, and never answered', async () => {
  verifies('STDIO-04')
  const { connection, errors } = await open('prints-garbage')
  expect([await connection.request(ask(1)), await connection.request(ask(2))].map(({ result }) => result)).toEqual([
    { ok: true },
    { ok: true },
  ])
  const quoted = (text: string) =>
    `"${process.execPath}" wrote to stdout what is no message; logs belong on stderr: ${text}`
  expect(errors).toEqual([
    quoted('Server is starting…'),
    'Invalid message: jsonrpc must be "2.0"',
    'Invalid message: expected an object',
    quoted('[debug] got a line'),
    quoted('[debug] got a line'),
  ])
})

test('stderr is read whatever comes, only its end is kept, and it is not taken for an error', async () => {
  verifies('STDIO-05', 'STDIO-06')
  const { connection, stderr, errors } = await open('floods-stderr')
  expect((await connection.request(ask(1))).result).toEqual({ flooded: true })
  await connection.close()
  expect({ lines: stderr.length, tail: connection.stderrTail.length, errors }).toEqual({
    lines: 4_000,
    tail: 64 * 1024,
    errors: [],
  })
})

test('more than a pipe holds is sent to a server that reads, and comes back', async () => {
  const { connection } = await open('echo-server', { limits: { outboxBytes: 100_000 } })
  const text = 'é'.repeat(1_000_000)
  const answers = await Promise.all([1, 2, 3, 4].map((id) => connection.request(ask(id, 'big', { text }))))
  expect(answers.map(({ result }) => result)).toEqual(answers.map(() => ({ method: 'big', params: { text } })))
})

test('a server that never reads does not keep close from settling', async () => {
  const { connection } = await open('never-reads')
  const question = connection.request(ask(1, 'big', { text: 'x'.repeat(1_000_000) }))
  await Promise.all([expect(question).rejects.toThrow('The connection was closed'), connection.close()])
})

test('an answer that nests too deep rejects its question', async () => {
  const { connection } = await open('echo-server', { limits: { jsonDepth: 4 } })
  await expect(connection.request(ask(1, 'deep', { a: [[]] }))).rejects.toThrow(
    'Invalid message: it nests deeper than 4 levels (limits.jsonDepth)',
  )
})

test('a server gets few variables of ours, and those it is given', async () => {
  verifies('STDIO-23')
  process.env['OMNIPORT_TEST_SECRET'] = 'hidden'
  const { connection } = await open('prints-environment', { cwd: '/', env: { TOKEN: 'given', SHELL: undefined } })
  delete process.env['OMNIPORT_TEST_SECRET']
  const { env, cwd } = (await connection.request(ask(1))).result as { env: Record<string, string>; cwd: string }
  expect(cwd).toBe('/')
  expect({ path: env['PATH'], token: env['TOKEN'] }).toEqual({ path: process.env['PATH'], token: 'given' })
  expect(['SHELL', 'OMNIPORT_TEST_SECRET', 'NODE_ENV'].filter((name) => name in env)).toEqual([])
})

test('links leave no listener on the process behind', async () => {
  const before = process.listenerCount('exit')
  const [first, second] = [await open('echo-server'), await open('echo-server')]
  const during = process.listenerCount('exit')
  await Promise.all([first.connection.close(), second.connection.close()])
  expect([during - before, process.listenerCount('exit') - before]).toEqual([1, 0])
})

test('servers do not outlive a process that exits without closing its links', async () => {
  const program = fileURLToPath(new URL('fixtures/leaves-children.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  await gone(Number(stdout))
  expect(isRunning(Number(stdout))).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A grandchild that was killed keeps its number until whoever inherited it has noticed: it is dead all the same. */
function isZombie(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.startsWith('Z')
}

function isRunning(pid: number): boolean {
  return isAlive(pid) && !isZombie(pid)
}

async function gone(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setImmediate(resolve))
}
