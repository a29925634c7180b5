import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { RunOptions } from '../../command-line/invocation.js'
import type { Io, ProcessPipes } from '../../process/io.js'
import { mockCommand } from './mock-command.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mock-'))
})

afterEach(() => rm(cwd, { recursive: true }))

const options: RunOptions = { env: [], header: [] }
const line = (from: string, message: unknown, more: object = {}) => ({
  ...{ ms: 0, transport: 'stdio', connection: 1, from, message },
  ...more,
})
const call = [line('client', { id: 1, method: 'a' }), line('server', { id: 1, result: {} })]

async function record(lines: readonly object[], target: object = { command: 'x', args: [] }, name = 'a.jsonl') {
  const header = { format: 'omniport-recording', version: 1, started: '2026-01-02T03:04:05.000Z', target }
  await writeFile(join(cwd, name), [header, ...lines].map((each) => `${JSON.stringify(each)}\n`).join(''))
}

/** Pipes whose client has said this, and what it was told. */
function pipesOf(text: string) {
  const input = new PassThrough()
  input.end(text)
  let written = ''
  const never = () => Promise.reject(new Error('not of this verb'))
  const pipes: ProcessPipes = {
    input,
    write: async (bytes) => {
      written += Buffer.from(bytes).toString()
    },
    writeStderr: never,
    closeInput: () => {},
    closeOutput: () => {},
    takeSignals: () => {},
    dieBy: never,
  }
  return { pipes, written: () => written }
}

function mock(files: readonly string[], given: { speed?: string; port?: number; world?: Partial<Io> } = {}) {
  const memory = createMemoryIo({ cwd, ...given.world })
  const { speed, port } = given
  return { ...memory, code: mockCommand({ files, flags: { speed }, options: { ...options, port } }, memory.io) }
}

describe('wrong use', () => {
  test('is a mock of nothing', async () => {
    await expect(mock([]).code).rejects.toMatchObject({
      code: 'usage',
      message: 'mock: say which recording: omniport mock recording.jsonl',
    })
  })

  test.each(['0', '-1', '1e3', 'fast', '', '1.', 'Infinity', ' 1', '1x'])('is the speed %j', async (speed) => {
    await expect(mock(['a.jsonl'], { speed }).code).rejects.toMatchObject({
      code: 'usage',
      message: `--speed must be a number above 0, such as 1 for the speed of the recording; got "${speed}"`,
    })
  })

  test.each([
    [[], 'mock: a.jsonl has no message of a client'],
    [
      [line('client', undefined, { hidden: true })],
      'mock: a.jsonl was recorded with --redact: it has no values to answer with',
    ],
    [call, 'mock: there is no process to run in; --port serves over HTTP'],
  ])('is a recording of %j', async (lines, message) => {
    await record(lines)
    await expect(mock(['a.jsonl']).code).rejects.toMatchObject({ code: 'usage', message })
  })

  test('is a second recording that is not there', async () => {
    await record(call)
    await expect(mock(['a.jsonl', 'b.jsonl']).code).rejects.toMatchObject({
      code: 'usage',
      message: 'mock: cannot read b.jsonl: there is no such file; omniport record makes one',
    })
  })
})

test.each(['0.5', '100', '12.25', undefined])(
  'several recordings are served over pipes, with the speed %s',
  async (speed) => {
    await record(call)
    await record(
      [line('client', { id: 7, method: 'b' }), line('server', { id: 7, result: { b: 1 } })],
      undefined,
      'b.jsonl',
    )
    const { pipes, written } = pipesOf('{"id":2,"method":"b"}\n')
    const { code, stdout } = mock(['a.jsonl', 'b.jsonl'], { world: { pipes }, ...(speed !== undefined && { speed }) })
    expect([await code, written(), stdout()]).toEqual([0, '{"id":2,"result":{"b":1}}\n', ''])
  },
)

test('an interruption ends what is served over pipes, with its reason', async () => {
  await record(call)
  const { pipes } = pipesOf('')
  const controller = new AbortController()
  const input = new PassThrough()
  input.write('{"id":2,"method":"a"}\n')
  const write = async () => controller.abort(new Error('interrupted'))
  const { code } = mock(['a.jsonl'], { world: { pipes: { ...pipes, input, write }, signal: controller.signal } })
  await expect(code).rejects.toThrow('interrupted')
})

test.each([
  [{ url: 'https://example.com/v1/mcp?x=1' }, '/v1/mcp'],
  [{ url: 'no url' }, '/mcp'],
  [{ command: 'x', args: [] }, '/mcp'],
])('a recording of %j is served over HTTP until it is interrupted', async (target, path) => {
  await record(call, target)
  const controller = new AbortController()
  const { code, stdout, io } = mock(['a.jsonl'], { port: 0, world: { signal: AbortSignal.abort() } })
  expect([await code, io.signal.aborted, controller.signal.aborted]).toEqual([0, true, false])
  expect(new URL((JSON.parse(stdout()) as { url: string }).url).pathname).toBe(path)
})

test('a mock over HTTP goes on until the interruption', async () => {
  await record(call)
  const controller = new AbortController()
  let onPrinted = (_text: string) => {}
  const printed = new Promise<string>((resolve) => (onPrinted = resolve))
  const { io } = createMemoryIo({ cwd, signal: controller.signal })
  const code = mockCommand(
    { files: ['a.jsonl'], flags: {}, options: { ...options, port: 0 } },
    { ...io, stdout: async (text) => onPrinted(text) },
  )
  const { url } = JSON.parse(await printed) as { url: string }
  const answer = await fetch(url, { method: 'POST', body: '{"id":5,"method":"a"}' })
  expect(await answer.json()).toEqual({ id: 5, result: {} })
  controller.abort()
  expect(await code).toBe(0)
})
