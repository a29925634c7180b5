import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { cli } from '../cli/run-program.js'
import { type SseBlock, SseReader } from '../support/sse-reader.js'
import { newFolder } from './support/folders.js'

const program = fileURLToPath(new URL('programs/served.mjs', import.meta.url))

let child: ChildProcess | undefined
afterEach(kill)

/** Starts `omniport serve` on a folder, and resolves with its address. */
async function start(folder: string, port: string): Promise<string> {
  const args = [cli, 'serve', program, '--store', join(folder, 'stores'), '--port', port, '--json']
  child = spawn(process.execPath, args, {
    env: { ...process.env, FILE: join(folder, 'did') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream }) // a pipe
  const [line] = await once(lines, 'line')
  return JSON.parse(line).result.url
}

async function kill(): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The requests of one client of 2025-11-25. */
class Session {
  readonly #url: string
  readonly #headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  }

  constructor(url: string) {
    this.#url = url
  }

  async begin(): Promise<void> {
    const clientInfo = { name: 'raw', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo }
    const response = await this.post({ id: 0, method: 'initialize', params })
    this.#headers['mcp-session-id'] = response.headers.get('mcp-session-id') ?? ''
    await response.text()
    await (await this.post({ method: 'notifications/initialized' })).text()
  }

  post(message: object): Promise<Response> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    return fetch(this.#url, { method: 'POST', headers: this.#headers, body })
  }

  async resume(id: string): Promise<SseReader> {
    return new SseReader(await fetch(this.#url, { headers: { ...this.#headers, 'last-event-id': id } }))
  }

  async result(id: number, method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    const response = await this.post({ id, method, params })
    const { result } = (await response.json()) as { result: Record<string, unknown> }
    return result
  }
}

/** Reads `count` blocks that have an id. */
async function take(reader: SseReader, count: number): Promise<readonly SseBlock[]> {
  const blocks: SseBlock[] = []
  while (blocks.length < count) {
    const block = await reader.next()
    if (block === undefined) break
    if (block.id !== undefined) blocks.push(block)
  }
  return blocks
}

const dataOf = (blocks: readonly SseBlock[]) => blocks.map(({ id, data }) => ({ id, data }))

test('after kill -9 clients go on with their session, their stream and their task, and lose nothing', async () => {
  const folder = newFolder()
  const url = await start(folder, '0')
  const session = new Session(url)
  await session.begin()

  const count = { name: 'count', arguments: {}, _meta: { progressToken: 'p' } }
  const events = await take(new SseReader(await session.post({ id: 1, method: 'tools/call', params: count })), 7)
  expect(events.map(({ data = '' }) => data && (JSON.parse(data).params?.message ?? JSON.parse(data).id))).toEqual([
    '',
    'step 1',
    'step 2',
    'step 3',
    'step 4',
    'step 5',
    1,
  ])

  const { task } = await session.result(2, 'tools/call', { name: 'order', arguments: {}, task: {} })
  const { taskId } = task as { taskId: string }
  const asked = new SseReader(await session.post({ id: 3, method: 'tasks/result', params: { taskId } }))
  expect(await asked.message()).toMatchObject({ method: 'elicitation/create' })

  await kill()
  await Promise.allSettled([asked.cancel()])
  expect(await start(folder, new URL(url).port)).toBe(url)

  for (const [at, { id = '' }] of events.slice(0, -1).entries()) {
    const reader = await session.resume(id)
    expect(dataOf(await take(reader, 6 - at))).toEqual(dataOf(events.slice(at + 1)))
    await reader.cancel()
  }

  expect(await session.result(4, 'tasks/get', { taskId })).toMatchObject({ taskId })
  const again = new SseReader(await session.post({ id: 5, method: 'tasks/result', params: { taskId } }))
  const question = (await again.message()) as { id: string; method: string }
  expect(question.method).toBe('elicitation/create')
  await session.post({ id: question.id, result: { action: 'accept', content: { name: 'Ann' } } })
  expect(await again.message()).toMatchObject({ id: 5, result: { content: [{ type: 'text', text: 'for Ann' }] } })
  expect(readFileSync(join(folder, 'did'), 'utf8')).toBe('paid\nruns\nruns\n')
})
