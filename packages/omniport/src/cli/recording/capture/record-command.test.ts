import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { serveHello } from '../../fixtures/serve-hello.js'
import { recordCommand } from './record-command.js'

let served: Awaited<ReturnType<typeof serveHello>>
let cwd: string

beforeAll(async () => {
  served = await serveHello()
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'record-'))
})

afterEach(() => rm(cwd, { recursive: true }))

async function record(words: readonly string[], flags: Parameters<typeof recordCommand>[1] = {}, port?: number) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache') } })
  const target = { type: 'word', word: served.url } as const
  const options = { env: [], header: [], text: true, ...(port !== undefined && { port }) } as const
  const code = await recordCommand({ target, words, options }, { output: 'a.jsonl', ...flags }, io).catch(
    (reason) => reason,
  )
  return { code, printed: stdout(), stderr: stderr() }
}

const lines = async () => {
  const text = await readFile(join(cwd, 'a.jsonl'), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each))
}

test('what a verb does is done, and what was said is recorded', async () => {
  const { code, printed, stderr } = await record(['call', 'hello'])
  expect([code, printed, stderr]).toEqual([0, 'hello\n', [`omniport record: recording to ${join(cwd, 'a.jsonl')}`]])
  const [header, ...rest] = await lines()
  expect(header.target).toEqual({ url: served.url })
  const calls = rest.filter(({ message }) => message?.method === 'tools/call')
  expect(calls.map(({ from, message }) => [from, message.params.name])).toEqual([['client', 'hello']])
})

test('values are left out, and nothing is said, where that is wanted', async () => {
  const { stderr } = await record(['list', 'tools'], { redact: true, quiet: true })
  expect(stderr).toEqual([])
  const text = await readFile(join(cwd, 'a.jsonl'), 'utf8')
  expect([text.includes('tools/list'), text.includes('hello')]).toEqual([true, false])
})

describe('wrong use', () => {
  test.each([
    [['do'], undefined, 'record: what is done must be list, call, read, prompt, or nothing; got "do"'],
    [['call', 'hello'], 0, 'record: --port is for a server that others connect to, without a verb'],
  ])('%j', async (words, port, message) => {
    expect((await record(words, {}, port)).code).toMatchObject({ code: 'usage', message })
  })
})
