import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import { forkFakes } from '../workers/fixtures/fake-workers.js'
import { serveCommand } from './serve-command.js'
import type { ServeFlags } from './serve-flags.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'serve-'))
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(cwd, { recursive: true })
})

const writeModule = (text: string) => writeFile(join(cwd, 'server.mjs'), text)

/** Serves the module until it has said where. */
async function serve(options: Partial<RunOptions>, flags?: ServeFlags) {
  const controller = new AbortController()
  const { io } = createMemoryIo({ cwd, signal: controller.signal })
  const own: Io = { ...io, stdout: async () => controller.abort(new Error('Ended by SIGINT')) }
  const target = { type: 'word', word: './server.mjs' } as const
  return serveCommand(
    { target, words: [], options: { env: [], header: [], port: 0, ...options }, ...(flags && { flags }) },
    own,
  )
}

const given = () => {
  const { omniportGiven: seen } = globalThis as { omniportGiven?: { readonly [name: string]: unknown } }
  Reflect.deleteProperty(globalThis, 'omniportGiven')
  return seen
}

describe('--store', () => {
  test('gives the module the stores of a folder and its secrets, which stay the same', async () => {
    await writeModule('export const server = (given) => ((globalThis.omniportGiven = given), { serve() {} })')
    expect(await serve({ store: 'data' })).toBe(0)
    const first = given()
    expect(Object.keys(first ?? {}).sort()).toEqual(['secrets', 'stores'])
    expect((await readdir(join(cwd, 'data'))).length).toBeGreaterThan(0)
    expect(await serve({ store: 'data' })).toBe(0)
    expect(given()?.['secrets']).toEqual(first?.['secrets'])
  })

  test('is for a module that takes stores', async () => {
    await writeModule('export const server = { serve() {} }')
    await expect(serve({ store: 'data' })).rejects.toMatchObject({
      ...{ code: 'usage', message: expect.stringContaining('--store needs a function that takes the stores') },
    })
    expect(await serve({})).toBe(0)
  })
})

test('--workers starts as many processes', async () => {
  const fork = forkFakes((worker) => {
    setImmediate(() => {
      worker.report({ omniport: 'failed', code: 'usage', message: 'There is no file a.js' })
      worker.end(1)
    })
  })
  await expect(serve({}, { workers: 1 })).rejects.toEqual(new CliError('usage', 'There is no file a.js'))
  expect(fork.workers).toHaveLength(1)
})
