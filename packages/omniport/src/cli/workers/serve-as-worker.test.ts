import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { defaultLimits } from '../../entries/protocol.js'
import { Interrupted } from '../process/interrupted.js'
import { isServeWorker, serveAsWorker } from './serve-as-worker.js'
import { isWorkerMessage, type WorkerMessage } from './worker-messages.js'

let cwd: string
let sent: WorkerMessage[]
let before: readonly NodeJS.MessageListener[]
let onSent: (message: WorkerMessage) => void

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'worker-'))
  sent = []
  closed()
  before = process.listeners('message')
  onSent = () => {}
  const send = (message: unknown, ...rest: readonly unknown[]) => {
    if (isWorkerMessage(message)) sent.push(message)
    if (isWorkerMessage(message)) onSent(message)
    const written = rest.at(-1)
    if (typeof written === 'function') written(null)
    return true
  }
  vi.spyOn(process as { send: typeof send }, 'send').mockImplementation(send)
})

afterEach(async () => {
  for (const listener of added()) process.off('message', listener)
  vi.restoreAllMocks()
  await rm(cwd, { recursive: true })
})

const added = () => process.listeners('message').filter((listener) => !before.includes(listener))

/** What the process that started this one says. */
function receive(message: unknown): void {
  for (const listener of added()) listener(message, undefined)
}

/** A module with a server that takes stores, says when it is closed, and whose parts are given. */
async function moduleOf(parts = ''): Promise<string> {
  const path = join(cwd, 'server.mjs')
  await writeFile(
    path,
    `export const server = (given) => ({
  serve: async ({ id }) => ({ jsonrpc: '2.0', id, result: {} }),
  close: async () => void (globalThis.omniportClosed = given.secrets),
  ${parts}
})`,
  )
  return path
}

const closed = () => {
  const { omniportClosed: secrets } = globalThis as { omniportClosed?: unknown }
  Reflect.deleteProperty(globalThis, 'omniportClosed')
  return secrets
}

function start(path: string) {
  const controller = new AbortController()
  const { io } = createMemoryIo({ cwd, signal: controller.signal })
  const listening = new Promise<WorkerMessage>((resolve) => {
    onSent = (message) => message.omniport === 'listening' && resolve(message)
  })
  const code = serveAsWorker(path, { env: [], header: [], port: 1 }, io)
  return { code, listening, stop: () => controller.abort(new Interrupted('SIGINT')) }
}

const startMessage: WorkerMessage = { omniport: 'start', secrets: ['one'], port: 0 }

describe('a worker', () => {
  test('says that it hears, serves what it is told to, and ends when it is told to', async () => {
    const { code, listening } = start(await moduleOf())
    expect(sent).toEqual([{ omniport: 'ready' }])
    receive({ type: 'of the module' })
    receive(startMessage)
    const { url } = (await listening) as { readonly url: string }
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d{2,5}\/mcp$/)
    expect(sent.slice(1)).toEqual([{ omniport: 'listening', url, drainMs: 5_000 }])
    const response = await fetch(url, { method: 'POST', body: '{}' })
    await response.text()
    expect(response.status).toBeGreaterThan(399)
    receive({ omniport: 'close' })
    expect(await code).toBe(0)
    expect(closed()).toEqual(['one'])
    await expect(fetch(url)).rejects.toThrow(new TypeError('fetch failed'))
  })

  test.each([
    ['requests', { drainMs: 70 }, 70],
    ['connections', { drainMs: 70, lingerMs: 80 }, 80],
  ])('says how long the %s of its server may take', async (_what, given, ms) => {
    const limits = JSON.stringify({ ...defaultLimits, ...given })
    const { code, listening } = start(await moduleOf(`environment: { limits: ${limits} },`))
    receive(startMessage)
    expect(await listening).toMatchObject({ drainMs: ms })
    receive({ omniport: 'close' })
    expect(await code).toBe(0)
  })

  test('serves nothing if it is to end before it begins', async () => {
    const { code } = start(await moduleOf())
    receive({ omniport: 'close' })
    expect([await code, sent]).toEqual([0, [{ omniport: 'ready' }]])
    expect(closed()).toBeUndefined()
  })

  test('ends when its process is interrupted', async () => {
    const { code, listening, stop } = start(await moduleOf())
    receive(startMessage)
    await listening
    stop()
    expect(await code).toBe(0)
    expect(closed()).toEqual(['one'])
  })

  test('ends at once if it was interrupted, or told to end, while it loaded', async () => {
    const interrupted = start(await moduleOf())
    interrupted.stop()
    receive(startMessage)
    expect(await interrupted.code).toBe(0)
    for (const listener of added()) process.off('message', listener)
    const ended = start(await moduleOf())
    receive(startMessage)
    receive({ omniport: 'close' })
    expect(await ended.code).toBe(0)
  })

  test('says why it cannot serve', async () => {
    const { code } = start(join(cwd, 'missing.mjs'))
    receive(startMessage)
    expect(await code).toBe(1)
    expect(sent.slice(1)).toEqual([
      { omniport: 'failed', code: 'usage', message: `There is no file ${join(cwd, 'missing.mjs')}` },
    ])
  })

  test('serves a module only if it takes the stores of all', async () => {
    const path = join(cwd, 'server.mjs')
    await writeFile(path, 'export const server = { serve: async () => undefined }')
    const { code } = start(path)
    receive(startMessage)
    expect(await code).toBe(1)
    expect(sent.at(-1)).toMatchObject({
      omniport: 'failed',
      code: 'usage',
      message: expect.stringContaining('--workers needs a function that takes the stores, so that any worker'),
    })
  })
})

test('a process is no worker because of the variable alone', () => {
  expect(isServeWorker({ OMNIPORT_SERVE_WORKER: '1' })).toBe(false)
  expect(isServeWorker({})).toBe(false)
})
