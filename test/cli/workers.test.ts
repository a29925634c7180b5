import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginSession, type ClientSession, postModern } from '../support/http-client.js'
import { SseReader } from '../support/sse-reader.js'
import { cli, runProgram } from './run-program.js'
import { openWorker, type WorkerConnection } from './worker-connection.js'

const shared = fileURLToPath(new URL('fixtures/shared.mjs', import.meta.url))
const capabilities = { elicitation: {} }

interface Served {
  readonly url: string
  readonly pid: number
  /** What stands on stderr so far. */
  readonly stderr: () => string
  /** Resolves when stderr has a text. */
  says(text: string): Promise<void>
  /** Sends SIGTERM, and resolves with the exit code. */
  end(): Promise<number | null>
}

// Three processes are started for each test.
vi.setConfig({ testTimeout: 120_000 })

let directory: string
const served: Served[] = []
const connections: WorkerConnection[] = []

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cli-workers-'))
})

afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.close()
  for (const each of served.splice(0)) await each.end()
  await rm(directory, { recursive: true })
})

test('a session is served by any worker, whichever began it', async () => {
  const [here, there] = await openTwo(await serve())
  const session = await beginSession(here)
  const answers = [await textOf(within(there, session), 'pid'), await textOf(session, 'pid')]
  expect(answers).toEqual([String(there.pid), String(here.pid)])
})

test('the answer to a question reaches the worker that asks, and what is left of a stream is read at another', async () => {
  const [here, there, third] = await openTwo(await serve())
  const session = await beginSession(here, { capabilities })
  const stream = new SseReader(await session.request('tools/call', { name: 'ask', arguments: {} }, 7))
  const first = await stream.next()
  const question = (await stream.message()) as { id: string; method: string }
  expect(question.method).toBe('elicitation/create')
  await stream.cancel()
  const elsewhere = within(there, session)
  const resumed = new SseReader(await elsewhere.get(first?.id))
  expect(await resumed.message()).toEqual(question)
  const answer = { jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: {} } }
  expect((await within(third, session).post(answer)).status).toBe(202)
  expect(await resumed.message()).toMatchObject({ id: 7, result: { content: [{ text: `accept ${here.pid}` }] } })
})

test('a cancellation reaches the worker that serves the request', async () => {
  const [here, there] = await openTwo(await serve())
  const session = await beginSession(here)
  const call = { name: 'wait', arguments: {}, _meta: { progressToken: 9 } }
  const stream = new SseReader(await session.request('tools/call', call, 9))
  expect(await stream.message()).toMatchObject({ method: 'notifications/progress' })
  await within(there, session).notify('notifications/cancelled', { requestId: 9 })
  expect(await stream.messages()).toEqual([])
})

test('a change at one worker is told to a session and to a listener of another', async () => {
  const served = await serve()
  const [here, there, listening] = await openTwo(served)
  const session = await beginSession(here)
  await (await within(there, session).request('resources/subscribe', { uri: 'note://a' })).text()
  const get = new SseReader(await session.get())
  const filter = { notifications: { resourceSubscriptions: ['note://a'] } }
  const listen = new SseReader(await postModern(listening, 'subscriptions/listen', filter))
  expect(await listen.message()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
  expect(await textOf(within(there, session), 'touch')).toBe(String(there.pid))
  const updated = { method: 'notifications/resources/updated', params: { uri: 'note://a' } }
  expect(await listen.message()).toMatchObject(updated)
  expect(await get.message()).toMatchObject(updated)
})

test('a client of 2026-07-28 answers a question at another worker', async () => {
  const [here, there] = await openTwo(await serve())
  const meta = { _meta: { 'io.modelcontextprotocol/clientCapabilities': capabilities } }
  const call = { name: 'ask', arguments: {}, ...meta }
  const { result } = await (await postModern(here, 'tools/call', call)).json()
  const [key = ''] = Object.keys(result.inputRequests)
  const inputResponses = { [key]: { action: 'accept', content: {} } }
  const retry = { ...call, inputResponses, requestState: result.requestState }
  const answer = await (await postModern(there, 'tools/call', retry)).json()
  expect(answer.result.content).toEqual([{ type: 'text', text: `accept ${there.pid}` }])
})

test('a worker that dies has a successor, is said so, and leaves its sessions to the others', async () => {
  const all = await serve()
  const [here, there] = await openTwo(all)
  const session = await beginSession(here)
  await expect(session.request('tools/call', { name: 'die', arguments: {} })).rejects.toMatchObject({
    code: 'ECONNRESET',
  })
  await all.says(`(process ${here.pid}) ended with SIGKILL: the requests that it served are lost`)
  expect(await textOf(within(there, session), 'pid')).toBe(String(there.pid))
  const successor = await open(all, (pid) => pid !== here.pid && pid !== there.pid)
  expect(await textOf(within(successor, session), 'pid')).toBe(String(successor.pid))
})

test('one worker has a successor too, at the same address', async () => {
  const all = await serve(['--workers', '1'])
  const only = await open(all)
  process.kill(only.pid, 'SIGTERM')
  await all.says(`(process ${only.pid}) was ended; another one takes its place`)
  await all.says('another one takes its place')
  const next = await openWhenThere(all)
  expect(next.pid).not.toBe(only.pid)
})

test('SIGTERM lets requests finish, and ends all', async () => {
  const all = await serve()
  const [here, there] = await openTwo(all)
  const waiting = await postModern(here, 'tools/call', { name: 'slow', arguments: {}, _meta: { progressToken: 1 } })
  const exit = all.end()
  const messages = await new SseReader(waiting).messages()
  expect(messages).toMatchObject([{ method: 'notifications/progress' }, { result: { content: [{ text: 'done' }] } }])
  expect(await exit).toBe(0)
  expect([here.pid, there.pid, all.pid].filter(isThere)).toEqual([])
})

test('with --store, sessions survive the whole command', async () => {
  const folder = join(directory, 'data')
  const before = await serve(['--workers', '2', '--store', folder])
  const session = await beginSession(await open(before))
  await before.end()
  const after = await serve(['--workers', '2', '--store', folder])
  const connection = await open(after)
  expect(await textOf(within(connection, session), 'pid')).toBe(String(connection.pid))
})

test.each([
  [
    'has no stores that workers share',
    "import { createServer } from 'omniport'\nexport const server = createServer({ name: 'a', version: '1' })",
    /--workers needs a function that takes the stores, so that any worker serves any request/,
  ],
  ['throws', "throw new Error('no database')", /could not be loaded: no database/],
])('a module that %s is refused at the start, once', async (_name, code, message) => {
  const module = join(fileURLToPath(new URL('fixtures/', import.meta.url)), `refused-${process.pid}-${code.length}.mjs`)
  await writeFile(module, code)
  const argv = [process.execPath, cli, 'serve', module, '--port', '0', '--workers', '3']
  const { code: exitCode, stdout, stderr } = await runProgram(argv).finally(() => rm(module))
  expect([exitCode === 0, stdout, stderr.trim().split('\n').length]).toEqual([false, '', 1])
  expect(JSON.parse(stderr).error.message).toMatch(message)
})

test.each(['0', 'two', '1000', '-1'])('%s is no number of workers', async (number) => {
  const { code, stderr } = await runProgram([process.execPath, cli, 'serve', shared, `--workers=${number}`])
  expect([code, JSON.parse(stderr).error.code]).toEqual([1, 'usage'])
})

async function serve(args: readonly string[] = ['--workers', '2']): Promise<Served> {
  const child = spawn(process.execPath, [cli, 'serve', shared, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
  })
  const exited = once(child, 'exit')
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    exited.then(() => Promise.reject(new Error(`It ended: ${stderr}`))),
  ])
  const started: Served = {
    url: JSON.parse(String(line)).url,
    pid: Number(child.pid),
    stderr: () => stderr,
    async says(text) {
      while (!stderr.includes(text)) await once(child.stderr, 'data')
    },
    async end() {
      child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
  }
  served.push(started)
  return started
}

async function open({ url }: Served, isWanted?: (pid: number) => boolean): Promise<WorkerConnection> {
  const connection = await openWorker(url, isWanted)
  connections.push(connection)
  return connection
}

/** Connections to two workers, and another one to the second. */
async function openTwo(all: Served): Promise<readonly [WorkerConnection, WorkerConnection, WorkerConnection]> {
  const here = await open(all)
  const there = await open(all, (pid) => pid !== here.pid)
  return [here, there, await open(all, (pid) => pid === there.pid)]
}

/** Until the successor listens, connections are refused. */
async function openWhenThere(all: Served): Promise<WorkerConnection> {
  for (;;) {
    const connection = await open(all).catch((error: NodeJS.ErrnoException) => error)
    if (!(connection instanceof Error)) return connection
  }
}

/** A session through another connection. */
function within(connection: WorkerConnection, session: ClientSession): ClientSession {
  const post = async (value: object, request = {}) =>
    connection.send({
      body: JSON.stringify(value),
      ...request,
      headers: {
        ...session.headers,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
    })
  return {
    ...session,
    post: (value, request) => post(value as object, request),
    request: (method, params, id = 1) => post({ jsonrpc: '2.0', id, method, params }),
    notify: (method, params) => post({ jsonrpc: '2.0', method, params }),
    get: (lastEventId = '') =>
      connection.send({
        method: 'GET',
        headers: { ...session.headers, accept: 'text/event-stream', 'last-event-id': lastEventId },
      }),
  }
}

/** The text of a tool's answer in a session, with or without a stream. */
async function textOf(session: ClientSession, name: string): Promise<string> {
  const text = await (await session.request('tools/call', { name, arguments: {} })).text()
  const [json = ''] = /\{.*\}/.exec(text) ?? []
  return JSON.parse(json).result.content[0].text
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
