import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { type MessageStreams, transportContract } from 'omniport/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { hasBrowser, openBrowser } from '../auth/browser.js'
import { root } from '../support/root.js'
import { bundleWorker } from '../web/bundlers.js'
import { hasWorkerd, type StartedWorker, startWorkerd } from '../web/start-workerd.js'
import { type ServedRelay, serveRelay } from './serve-relay.js'

type MessagesOver = (socket: WebSocket, options?: object) => MessageStreams
const { messagesOver } = (await import(pathToFileURL(`${root}/examples/websocket/messages-over.js`).href)) as {
  readonly messagesOver: MessagesOver
}

/** Enough for a machine that is busy with other things. */
const stepMs = 30_000
vi.setConfig({ testTimeout: 4 * stepMs })

const names = transportContract({ open: () => Promise.reject(new Error('not opened')) }).map(({ name }) => name)

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'websocket-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('messages over a WebSocket of the package ws', () => {
  let sockets: WebSocketServer
  beforeAll(async () => {
    sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    await once(sockets, 'listening')
  })
  afterEach(() => {
    for (const socket of sockets.clients) socket.terminate()
  })
  afterAll(() => new Promise((resolve) => sockets.close(resolve)))

  async function openPair() {
    const { port } = sockets.address() as AddressInfo // it listens on a port
    const connected = once(sockets, 'connection')
    const near = new WebSocket(`ws://127.0.0.1:${port}`)
    const [[far]] = (await Promise.all([connected, once(near, 'open')])) as unknown as [[WebSocket]]
    return { near, far }
  }

  async function open() {
    const { near, far } = await openPair()
    return { client: messagesOver(near), server: messagesOver(far), cut: () => near.terminate() }
  }
  for (const { name, run } of transportContract({ open, stepMs })) test(name, run)

  test.each([
    ['a message that is too long', '"123456789"', 'a message was too long'],
    ['a binary frame', new Uint8Array([123, 125]), 'a frame was not text'],
    ['what is no JSON', '{"a":', 'JSON'],
  ])('ends at %s', async (_, frame, problem) => {
    const { near, far } = await openPair()
    const reader = messagesOver(far, { maxMessageLength: 10 }).readable.getReader()
    const closed = once(near, 'close')
    near.send(frame)
    await expect(reader.read()).rejects.toThrow(problem)
    await closed
  })
})

describe.skipIf(!hasWorkerd)('messages over a WebSocket of a worker, in workerd', () => {
  let worker: StartedWorker
  beforeAll(async () => {
    const program = join(folder, 'worker')
    await bundleWorker(program, `${root}/test/transports/programs/worker.js`)
    worker = await startWorkerd(program)
  })
  afterAll(() => worker?.close())

  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${worker.port}/${path}`)).json()

  test('pass all checks that there are', async () => {
    expect(await ask('')).toEqual(names)
  })
  test.each(names.map((name, index) => [name, index]))('%s', async (_, index) => {
    expect(await ask(String(index))).toBe(null)
  })
})

describe.skipIf(!hasBrowser)('messages over a WebSocket of a page, in Chromium', () => {
  let relay: ServedRelay
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    await build({
      entryPoints: [`${root}/test/transports/programs/page.js`],
      outdir: join(folder, 'page'),
      bundle: true,
      format: 'esm',
      splitting: true,
      platform: 'browser',
      logLevel: 'silent',
    })
    relay = await serveRelay(join(folder, 'page'))
    browser = await openBrowser()
    page = await browser.newPage()
    await page.goto(relay.url)
    await page.waitForFunction(() => 'runCheck' in globalThis)
  })
  afterAll(async () => {
    await browser?.close()
    await relay?.close()
  })

  test('pass all checks that there are', async () => {
    expect(await page.evaluate(() => (globalThis as unknown as PageGlobals).checkNames)).toEqual(names)
  })
  test.each(names.map((name, index) => [name, index] as const))('%s', async (_, index) => {
    expect(await page.evaluate((index) => (globalThis as unknown as PageGlobals).runCheck(index), index)).toBe(null)
  })
})

interface PageGlobals {
  readonly checkNames: readonly string[]
  runCheck(index: number): Promise<string | null>
}
