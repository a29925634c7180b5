import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { TargetName } from '../../command-line/invocation.js'
import { serveHello } from '../../fixtures/serve-hello.js'
import type { Io, ProcessPipes } from '../../process/io.js'
import { recordCommand } from './record-command.js'

let served: Awaited<ReturnType<typeof serveHello>>
let cwd: string

beforeAll(async () => {
  served = await serveHello()
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'record-'))
  await writeFile(join(cwd, 'server.mjs'), moduleText)
})

afterEach(() => rm(cwd, { recursive: true }))

/** A server that answers each request with its method. */
const moduleText = `export const server = {
  serve: async ({ id, method }) => ({ jsonrpc: '2.0', id, result: { method } }),
}`

const lines = async () =>
  (await readFile(join(cwd, 'a.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

function start(
  target: TargetName,
  { port, world = {} }: { readonly port?: number; readonly world?: Partial<Io> } = {},
) {
  const controller = new AbortController()
  const input = new PassThrough()
  const state = { stdout: '', stderr: '' }
  const pipes = {
    input,
    write: async (bytes: Uint8Array) => {
      state.stdout += Buffer.from(bytes).toString()
    },
    writeStderr: async (bytes: Uint8Array) => {
      state.stderr += Buffer.from(bytes).toString()
    },
    ...{ closeInput: () => {}, closeOutput: () => {}, takeSignals: () => {} },
  } as unknown as ProcessPipes
  const { io, stdout, stderr } = createMemoryIo({ cwd, signal: controller.signal, pipes, ...world })
  let onPrinted = (_text: string) => {}
  const printed = new Promise<string>((resolve) => (onPrinted = resolve))
  const own = { ...io, stdout: (text: string) => io.stdout(text).then(() => onPrinted(text)) }
  const options = { env: [], header: [], ...(port !== undefined && { port }) }
  const code = recordCommand({ target, words: [], options }, { output: 'a.jsonl' }, own)
  return { code, printed, stdout, stderr, state, input, stop: () => controller.abort(new Error('Ended by SIGINT')) }
}

const moduleTarget: TargetName = { type: 'word', word: './server.mjs' }

describe('a module', () => {
  test('is served over pipes, and recorded, until the input ends', async () => {
    const { code, input, state, stderr } = start(moduleTarget)
    input.write('{"jsonrpc":"2.0","id":1,"method":"x/y"}\n')
    input.end()
    expect(await code).toBe(0)
    expect(JSON.parse(state.stdout)).toMatchObject({ id: 1 })
    expect(stderr()).toEqual([`omniport record: recording to ${join(cwd, 'a.jsonl')}`])
    const [header, ...rest] = await lines()
    expect(header.target).toEqual({ command: 'module', args: [] })
    expect(rest).toMatchObject([
      { from: 'client', message: { id: 1, method: 'x/y' } },
      { from: 'client', end: 'complete' },
      { from: 'server', message: { id: 1 } },
      { from: 'server', end: 'complete' },
    ])
  })

  test('is served until it is interrupted', async () => {
    const { code, stop } = start(moduleTarget)
    stop()
    await expect(code).rejects.toThrow(new Error('Ended by SIGINT'))
  })

  test('is served over HTTP at a port', async () => {
    const { code, printed, stop } = start(moduleTarget, { port: 0 })
    const { url } = JSON.parse(await printed)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    await (await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).text()
    stop()
    expect(await code).toBe(0)
    expect(await lines()).toMatchObject([
      { target: { command: 'module', args: [] } },
      { from: 'client', request: { method: 'POST', path: '/mcp' } },
      { from: 'server', status: expect.any(Number) },
    ])
    await expect(fetch(url)).rejects.toThrow(new TypeError('fetch failed'))
  })

  test('needs a process to run in', async () => {
    const { code } = start(moduleTarget, { world: { pipes: undefined } })
    await expect(code).rejects.toMatchObject({ code: 'usage', message: 'record: there is no process to run in' })
  })
})

test('an address is recorded as by tap', async () => {
  const { code, printed, stop } = start({ type: 'word', word: served.url })
  expect(JSON.parse(await printed).url).not.toBe(served.url)
  stop()
  expect(await code).toBe(0)
  expect(await lines()).toMatchObject([{ target: { url: served.url } }])
})

test.each<[string, TargetName]>([
  ['a name with a dot', { type: 'word', word: 'my.server' }],
  ['a name', { type: 'word', word: 'notes' }],
])('%s is no module', async (_what, target) => {
  await expect(start(target).code).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/^There is no server "/),
  })
})
