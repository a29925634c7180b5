import cluster from 'node:cluster'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultLimits, defaultRuntime } from '../../entries/protocol.js'
import {
  connectStores,
  createMemoryBlobs,
  createMemoryBus,
  createMemoryEventLog,
  createMemoryInbox,
  createMemorySessions,
  createMemoryTasks,
} from '../../entries/store.js'
import { CliError } from '../errors/cli-error.js'
import type { FailureCode } from '../errors/exit-codes.js'
import { type Fork, forkFakes } from './fixtures/fake-workers.js'
import { toStoreChannel, type WorkerMessage } from './worker-messages.js'
import { WorkerPool } from './worker-pool.js'

const clock = defaultRuntime
const url = 'http://127.0.0.1:3000/mcp'

let fork: Fork
let warnings: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  fork = forkFakes()
  warnings = []
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function createPool(count = 1) {
  const stores = {
    blobs: createMemoryBlobs({ clock }),
    bus: createMemoryBus(),
    eventLog: createMemoryEventLog({ clock, limits: defaultLimits }),
    inbox: createMemoryInbox({ clock }),
    sessions: createMemorySessions({ clock }),
    tasks: createMemoryTasks({ clock }),
  }
  const warn = (message: string) => void warnings.push(message)
  return { stores, pool: new WorkerPool({ count, port: 3_000, secrets: ['s'], stores, warn }) }
}

const workerAt = (index: number) => {
  const worker = fork.workers.at(index)
  if (worker === undefined) throw new Error('no such worker')
  return worker
}

const settle = () => vi.advanceTimersByTimeAsync(0)

async function startOne() {
  const { pool, stores } = createPool()
  const starting = pool.start()
  workerAt(0).listen(url)
  await starting
  return { pool, stores }
}

describe('workers are started', () => {
  test('the first alone, and the others once it listens', async () => {
    const { pool } = createPool(3)
    const starting = pool.start()
    await settle()
    expect(fork.environments).toEqual([{ OMNIPORT_SERVE_WORKER: '1' }])
    expect(workerAt(0).sent).toEqual([])
    workerAt(0).report({ omniport: 'ready' })
    expect(workerAt(0).sent).toEqual([{ omniport: 'start', secrets: ['s'], port: 3_000 }])
    workerAt(0).listen(url)
    await settle()
    expect(fork.workers).toHaveLength(3)
    const settled = vi.fn()
    void starting.then(settled)
    workerAt(1).listen('http://127.0.0.1:2/mcp')
    await settle()
    expect(settled).not.toHaveBeenCalled()
    workerAt(2).listen('http://127.0.0.1:3/mcp')
    expect(await starting).toBe(url)
    expect(warnings).toEqual([])
  })

  test('in turns, also where the platform does not', () => {
    const before = cluster.schedulingPolicy
    cluster.schedulingPolicy = cluster.SCHED_NONE
    createPool()
    expect(cluster.schedulingPolicy).toBe(cluster.SCHED_RR)
    cluster.schedulingPolicy = before
  })

  test.each<[string, WorkerMessage | undefined, number | null, string | null, FailureCode, string]>([
    [
      'one that cannot serve says why',
      { omniport: 'failed', code: 'usage', message: 'There is no file' },
      ...([1, null, 'usage', 'There is no file'] as const),
    ],
    ['one ends with a code', undefined, 3, null, 'unreachable', 'A worker ended before it listened, with code 3'],
    [
      'one ends by a signal',
      undefined,
      ...([null, 'SIGKILL', 'unreachable', 'A worker ended before it listened, with SIGKILL'] as const),
    ],
  ])('unless the first fails: %s', async (_what, words, exitCode, signal, code, message) => {
    const starting = createPool(2).pool.start()
    workerAt(0).report(words)
    workerAt(0).end(exitCode, signal)
    await expect(starting).rejects.toEqual(new CliError(code, message))
    await vi.runAllTimersAsync()
    expect([fork.workers.length, warnings]).toEqual([1, []])
  })

  test('and messages of the module itself mean nothing', async () => {
    const { pool } = createPool()
    const starting = pool.start()
    for (const message of ['ready', null, { type: 'ready' }]) workerAt(0).report(message)
    expect(workerAt(0).sent).toEqual([])
    workerAt(0).listen(url)
    expect(await starting).toBe(url)
  })
})

test('workers use the stores of the process that started them, until they end', async () => {
  const { stores } = await startOne()
  const worker = workerAt(0)
  const channel = toStoreChannel({
    send: (message) => worker.report(message),
    listen: (listener) => {
      worker.onSent = listener
      return () => {}
    },
  })
  const connected = connectStores(channel)
  expect(await connected.sessions.create('a', { b: 1 }, 1_000)).toBe(true)
  expect((await stores.sessions.get('a'))?.value).toEqual({ b: 1 })
  worker.end(0)
  const sent = worker.sent.length
  const late = connected.sessions.get('a')
  await settle()
  expect(worker.sent).toHaveLength(sent)
  connected.close()
  await expect(late).rejects.toMatchObject({ code: 'closed' })
})

describe('a worker that ends gets a successor', () => {
  const lost = 'the requests that it served are lost'

  test.each([
    [3, null, `Worker 1 (process 1001) ended with code 3: ${lost}; another one takes its place`],
    [null, 'SIGKILL', `Worker 1 (process 1001) ended with SIGKILL: ${lost}; another one takes its place`],
    [0, null, 'Worker 1 (process 1001) was ended; another one takes its place'],
  ])('which is said: code %s, signal %s', async (code, signal, message) => {
    await startOne()
    workerAt(0).end(code, signal)
    expect(warnings).toEqual([message])
    await settle()
    expect(fork.workers).toHaveLength(2)
    workerAt(1).report({ omniport: 'ready' })
    expect(workerAt(1).sent).toEqual([{ omniport: 'start', secrets: ['s'], port: 3_000 }])
  })

  /** How long it takes until the next one is started. */
  async function delayOfNext(): Promise<number> {
    const before = fork.workers.length
    const start = Date.now()
    await vi.advanceTimersToNextTimerAsync()
    expect(fork.workers).toHaveLength(before + 1)
    return Date.now() - start
  }

  test('at once, and later after times that double, up to half a minute', async () => {
    await startOne()
    const delays: number[] = []
    for (let count = 0; count < 12; count += 1) {
      workerAt(-1).end(1)
      delays.push(await delayOfNext())
      workerAt(-1).listen()
    }
    expect(delays).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000])
  })

  test('at once again after one that served for ten seconds', async () => {
    await startOne()
    const delayAfter = async (servedMs: number) => {
      await vi.advanceTimersByTimeAsync(servedMs)
      workerAt(-1).end(1)
      const delay = await delayOfNext()
      workerAt(-1).listen()
      return delay
    }
    const delays = []
    for (const servedMs of [0, 9_999, 10_000, 0]) delays.push(await delayAfter(servedMs))
    expect(delays).toEqual([0, 100, 0, 100])
  })

  test('and one that cannot be started is tried again', async () => {
    await startOne()
    workerAt(0).end(1)
    await settle()
    const retry = (message: string) => `Worker 1 could not be started, which is tried again: ${message}`
    workerAt(1).end(7)
    await settle()
    expect(warnings.slice(1)).toEqual([retry('A worker ended before it listened, with code 7')])
    expect(await delayOfNext()).toBe(100)
    workerAt(2).report({ omniport: 'failed', code: 'usage', message: 'no file' })
    workerAt(2).end(1)
    await settle()
    expect(warnings.at(-1)).toBe(retry('no file'))
    expect(await delayOfNext()).toBe(200)
  })
})

describe('closing', () => {
  test('tells the workers, and settles when all have ended', async () => {
    const { pool } = createPool(2)
    const starting = pool.start()
    workerAt(0).listen(url)
    await settle()
    workerAt(1).listen(url)
    await starting
    const closed = vi.fn()
    const closing = pool.close().then(closed)
    expect(fork.workers.map(({ sent }) => sent)).toEqual([[{ omniport: 'close' }], [{ omniport: 'close' }]])
    workerAt(0).end(0)
    await settle()
    expect(closed).not.toHaveBeenCalled()
    workerAt(1).end(0)
    await closing
    await vi.runAllTimersAsync()
    expect([fork.workers.length, warnings, workerAt(0).signals]).toEqual([2, [], []])
  })

  test('kills one that takes five seconds longer than its requests may', async () => {
    const { pool } = createPool()
    const starting = pool.start()
    workerAt(0).listen(url, 2_000)
    await starting
    const closing = pool.close()
    await vi.advanceTimersByTimeAsync(6_999)
    expect(workerAt(0).signals).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(workerAt(0).signals).toEqual(['SIGKILL'])
    workerAt(0).end(null, 'SIGKILL')
    expect(await closing).toBeUndefined()
  })

  test('starts no successor any more', async () => {
    const { pool } = await startOne()
    workerAt(0).end(1)
    await pool.close()
    await vi.runAllTimersAsync()
    expect(fork.workers).toHaveLength(1)
  })

  test('ends one that only begins, and says nothing to one that is gone', async () => {
    const { pool } = createPool()
    const starting = pool.start()
    const failed = expect(starting).rejects.toThrow('A worker ended before it listened, with code 0')
    workerAt(0).isOpen = false
    const closing = pool.close()
    expect(workerAt(0).sent).toEqual([])
    workerAt(0).isOpen = true
    workerAt(0).report({ omniport: 'ready' })
    expect(workerAt(0).sent).toEqual([{ omniport: 'close' }])
    workerAt(0).end(0)
    await closing
    await failed
    await vi.runAllTimersAsync()
    expect([fork.workers.length, warnings]).toEqual([1, []])
  })

  test('says nothing of a successor that ends with it', async () => {
    const { pool } = await startOne()
    workerAt(0).end(1)
    await settle()
    const closing = pool.close()
    workerAt(1).end(0)
    await closing
    await vi.runAllTimersAsync()
    expect([fork.workers.length, warnings.length]).toEqual([2, 1])
  })
})
