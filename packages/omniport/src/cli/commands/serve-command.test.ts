import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { RunOptions } from '../command-line/invocation.js'
import type { Io } from '../process/io.js'
import { serveCommand } from './serve-command.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'serve-'))
})

afterEach(() => rm(cwd, { recursive: true }))

async function serve(words: readonly string[], word: string, options: Partial<RunOptions> = {}) {
  const controller = new AbortController()
  let url = ''
  const { io, stdout } = createMemoryIo({ cwd, signal: controller.signal })
  const target = { type: 'word', word } as const
  const statuses: number[] = []
  const own: Io = {
    ...io,
    stdout: async (line) => {
      await io.stdout(line)
      url = /http:\/\/[^"\s]+/.exec(line)?.[0] ?? ''
      statuses.push((await fetch(url, { method: 'GET' })).status)
      controller.abort(new Error('Ended by SIGINT'))
    },
  }
  const code = await serveCommand({ target, words, options: { env: [], header: [], port: 0, ...options } }, own).catch(
    (reason) => reason,
  )
  return { code, printed: stdout(), url, statuses }
}

test('serves a module until it is interrupted, and closes it', async () => {
  await writeFile(
    join(cwd, 'server.mjs'),
    `import { writeFileSync } from 'node:fs'
export const server = { serve() {}, name: 's', close: async () => writeFileSync(${JSON.stringify(join(cwd, 'closed'))}, '') }`,
  )
  const { code, printed, url, statuses } = await serve([], './server.mjs')
  expect([code, JSON.parse(printed), statuses.length]).toEqual([0, { url }, 1])
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
  expect(existsSync(join(cwd, 'closed'))).toBe(true)
  await expect(fetch(url)).rejects.toThrow(new TypeError('fetch failed'))
  expect((await serve([], 'server.mjs', { text: true })).printed).toMatch(
    /^Listening on http:\/\/127\.0\.0\.1:\d+\/mcp\n$/,
  )
})

test.each<[readonly string[], string, Partial<RunOptions>, object]>([
  [[], 'http://a.example/', {}, { message: 'serve: give the path of a server module, such as ./server.js' }],
  [['b'], './server.mjs', {}, { message: 'serve takes one module, got "b" as well' }],
  [[], './missing.mjs', {}, { message: expect.stringMatching(/^There is no file .*missing\.mjs$/) }],
])('does not take %j %s', async (words, word, options, failure) => {
  expect((await serve(words, word, options)).code).toMatchObject({ code: 'usage', ...failure })
})

test('does not take a command', async () => {
  const target = { type: 'command', command: 'node', args: [] } as const
  const { io } = createMemoryIo({ cwd })
  await expect(serveCommand({ target, words: [], options: { env: [], header: [] } }, io)).rejects.toMatchObject({
    ...{ code: 'usage', message: 'serve: give the path of a server module, such as ./server.js' },
  })
})

test('does not listen for everybody without a protection', async () => {
  await writeFile(join(cwd, 'server.mjs'), 'export const server = { serve() {} }')
  expect((await serve([], './server.mjs', { host: '0.0.0.0' })).code).toMatchObject({
    ...{
      code: 'usage',
      message: expect.stringMatching(/^hostname "0\.0\.0\.0" .*, and serve lets everyone in: use "omniport gateway/),
    },
  })
})
