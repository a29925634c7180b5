import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { RunOptions } from '../command-line/invocation.js'
import { serveHello } from '../fixtures/serve-hello.js'
import type { Io, ProcessPipes } from '../process/io.js'
import { bridgeCommand } from './bridge-command.js'

let served: Awaited<ReturnType<typeof serveHello>>

beforeAll(async () => {
  served = await serveHello()
})

afterAll(() => served.close())

function bridge(options: Partial<RunOptions> = {}, world: Partial<Io> = {}, words: readonly string[] = []) {
  const memory = createMemoryIo({ cwd: '/', ...world })
  const target = { type: 'word', word: served.url } as const
  const code = bridgeCommand({ target, words, options: { env: [], header: [], ...options } }, memory.io)
  return { ...memory, code }
}

const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
}
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }

test('over pipes the tools have their own names, in any revision', async () => {
  const input = new PassThrough()
  const written: Record<string, unknown>[] = []
  const never = () => Promise.reject(new Error('not of this verb'))
  const pipes: ProcessPipes = {
    ...{ input, writeStderr: never, closeInput: () => {}, closeOutput: () => {}, takeSignals: () => {}, dieBy: never },
    write: async (bytes) => {
      const messages = Buffer.from(bytes).toString().trim().split('\n')
      written.push(...messages.map((each) => JSON.parse(each)))
      if (written.some(({ id }) => id === 2)) input.end()
    },
  }
  const { code } = bridge({}, { pipes })
  input.write([initialize, initialized, list].map((each) => `${JSON.stringify(each)}\n`).join(''))
  expect(await code).toBe(0)
  expect(written.find(({ id }) => id === 1)).toMatchObject({ result: { serverInfo: { name: 'omniport-bridge' } } })
  expect(written.find(({ id }) => id === 2)).toMatchObject({ result: { tools: [{ name: 'hello' }] } })
})

test('over HTTP it says where it listens, until it is interrupted', async () => {
  const { code, stdout, stderr } = bridge({ port: 0 }, { signal: AbortSignal.abort() })
  expect([await code, stderr()]).toEqual([0, ['All clients share one connection to the server']])
  expect(JSON.parse(stdout())).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/) })
})

describe('wrong use', () => {
  test.each([
    [{}, ['x'], 'bridge takes one target, got "x" as well'],
    [
      { protocol: 'legacy' },
      [],
      'bridge: --protocol takes auto or one revision here, of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28; got "legacy"',
    ],
    [{}, [], 'bridge: there is no process to run in'],
    [{ protocol: '2025-11-25' }, [], 'bridge: there is no process to run in'],
  ] satisfies [Partial<RunOptions>, string[], string][])('%j %j', async (options, words, message) => {
    await expect(bridge(options, {}, words).code).rejects.toMatchObject({ code: 'usage', message })
  })
})
