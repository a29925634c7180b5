import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { connectStores } from '../../entries/store.js'
import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { type FakeWorker, type Fork, forkFakes } from './fixtures/fake-workers.js'
import { serveWithWorkers } from './serve-with-workers.js'
import { toStoreChannel } from './worker-messages.js'

let cwd: string
let fork: Fork

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'serve-workers-'))
  fork = forkFakes((worker) => {
    worker.onSent = (message) => {
      if (message.omniport === 'start') worker.listen(`http://127.0.0.1:${message.port}/mcp`)
      if (message.omniport === 'close') setImmediate(() => worker.end(0))
    }
    setImmediate(() => worker.report({ omniport: 'ready' }))
  })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(cwd, { recursive: true })
})

function serve(count: number, options: Partial<RunOptions> = {}) {
  const controller = new AbortController()
  const { io, stdout } = createMemoryIo({ cwd, signal: controller.signal })
  let onPrinted = (_text: string) => {}
  const printed = new Promise<string>((resolve) => (onPrinted = resolve))
  const own = { ...io, stdout: (text: string) => io.stdout(text).then(() => onPrinted(text)) }
  const code = serveWithWorkers(count, { env: [], header: [], ...options }, own)
  return { code, printed, stdout, stop: () => controller.abort(new Error('Ended by SIGINT')) }
}

const startOf = ({ sent }: FakeWorker) => sent.find((message) => message.omniport === 'start')

test('prints the address when all listen, and ends them when it is interrupted', async () => {
  const { code, printed, stop } = serve(2)
  expect(JSON.parse(await printed)).toEqual({ url: 'http://127.0.0.1:3000/mcp' })
  expect(fork.workers).toHaveLength(2)
  stop()
  expect(await code).toBe(0)
  expect(fork.workers.map(({ sent }) => sent.at(-1))).toEqual([{ omniport: 'close' }, { omniport: 'close' }])
})

test('prints for people how many there are', async () => {
  const { code, printed, stop } = serve(3, { text: true, port: 4_000 })
  expect(await printed).toBe('Listening on http://127.0.0.1:4000/mcp, with 3 workers\n')
  stop()
  expect(await code).toBe(0)
})

test('all workers have the same free port, and secrets that are new each time', async () => {
  const run = async () => {
    const first = fork.workers.length
    const { code, printed, stop } = serve(2, { port: 0 })
    const { url } = JSON.parse(await printed)
    stop()
    await code
    const starts = fork.workers.slice(first).map(startOf)
    expect(starts[1]).toEqual(starts[0])
    return { url, start: starts[0] as { readonly port: number; readonly secrets: readonly string[] } }
  }
  const one = await run()
  expect(one.start.port).toBeGreaterThan(1_023)
  expect(one.url).toBe(`http://127.0.0.1:${one.start.port}/mcp`)
  expect(one.start.secrets).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  expect((await run()).start.secrets).not.toEqual(one.start.secrets)
})

test('what was interrupted before ends all the same', async () => {
  const { code, stop, stdout } = serve(1)
  stop()
  await expect(code).rejects.toThrow(new Error('Ended by SIGINT'))
  expect([stdout(), fork.workers[0]?.sent.at(-1)]).toEqual(['', { omniport: 'close' }])
})

test('a worker that cannot serve ends all, with its words', async () => {
  vi.restoreAllMocks()
  const fork = forkFakes((worker) => {
    setImmediate(() => {
      worker.report({ omniport: 'failed', code: 'usage', message: 'There is no file a.js' })
      worker.end(1)
    })
  })
  await expect(serve(2).code).rejects.toEqual(new CliError('usage', 'There is no file a.js'))
  expect(fork.workers).toHaveLength(1)
})

describe('the stores', () => {
  const connect = (worker: FakeWorker) =>
    connectStores(
      toStoreChannel({
        send: (message) => worker.report(message),
        listen: (listener) => {
          worker.onSent = listener
          return () => {}
        },
      }),
    )

  test('of all workers are the same', async () => {
    const { code, printed, stop } = serve(2)
    await printed
    const [one, two] = fork.workers as [FakeWorker, FakeWorker]
    const [first, second] = [connect(one), connect(two)]
    expect(await first.sessions.create('a', { b: 1 }, 60_000)).toBe(true)
    expect((await second.sessions.get('a'))?.value).toEqual({ b: 1 })
    expect(await second.tasks.create('t', {}, 60_000)).toBe(true)
    first.close()
    second.close()
    for (const worker of fork.workers) worker.onSent = () => setImmediate(() => worker.end(0))
    stop()
    expect(await code).toBe(0)
  })

  test('are in a folder, with its secrets, if there is one', async () => {
    const run = async () => {
      const { code, printed, stop } = serve(1, { store: 'data' })
      await printed
      stop()
      await code
      return startOf(fork.workers.at(-1) as FakeWorker)
    }
    const first = await run()
    expect((await readdir(join(cwd, 'data'))).length).toBeGreaterThan(0)
    expect(await run()).toEqual(first)
  })
})
