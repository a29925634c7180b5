import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer, prompt } from '../../entries/index.js'
import { serveHttp } from '../../entries/node.js'
import type { RunOptions } from '../command-line/invocation.js'
import type { SaveFlags } from '../render/save-flags.js'
import { promptCommand } from './prompt-command.js'

const properties = { from: { type: 'string' }, to: { type: 'string' }, by: { type: 'string' } } as const

const server = createServer({
  ...{ name: 's', version: '1', logger: createRecordingLogger() },
  prompts: {
    trip: prompt({
      arguments: { type: 'object', properties, required: ['from', 'to'] } as const,
      get: ({ from, to, by = 'rail' }) => `From ${from} to ${to} by ${by}`,
    }),
    talk: prompt({
      get: () => ({
        description: 'A talk',
        messages: [
          { role: 'user', content: { type: 'text', text: 'Hello' } },
          { role: 'assistant', content: { type: 'image', data: 'AAEC', mimeType: 'image/png' } },
        ],
      }),
    }),
  },
})

let served: Awaited<ReturnType<typeof serveHttp>>
let cwd: string

beforeAll(async () => {
  served = await serveHttp(server, { port: 0 })
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'prompt-'))
})

afterEach(() => rm(cwd, { recursive: true }))

async function get(words: readonly string[], options: Partial<RunOptions> = {}, flags?: SaveFlags) {
  const { io, stdout } = createMemoryIo({ cwd })
  const target = { type: 'word', word: served.url } as const
  const invocation = { target, words, options: { env: [], header: [], ...options }, ...(flags && { flags }) }
  const code = await promptCommand(invocation, io).catch((reason) => reason)
  return { code, printed: stdout() }
}

describe('a prompt', () => {
  test('is printed with its arguments', async () => {
    const { code, printed } = await get(['trip', 'from=Bern', 'to=Rome', 'by=bus'])
    expect([code, JSON.parse(printed).messages]).toMatchObject([
      0,
      [{ role: 'user', content: { type: 'text', text: 'From Bern to Rome by bus' } }],
    ])
    expect((await get(['trip', 'from=a', 'to=b'], { text: true })).printed).toBe('user:\nFrom a to b by rail\n')
  })

  test('is printed for people with what it is about, and each message', async () => {
    const { printed } = await get(['talk'], { text: true })
    expect(printed).toMatch(/^A talk\n\nuser:\nHello\n\nassistant:\n[^\n]*image\/png[^\n]*\n$/)
  })

  test('has its pictures saved', async () => {
    const { printed } = await get(['talk'], { text: true }, { output: 'a.png' })
    expect(printed).toContain(join(cwd, 'a.png'))
    expect([...(await readFile(join(cwd, 'a.png')))]).toEqual([0, 1, 2])
  })
})

describe('a prompt that does not fit', () => {
  test.each<[readonly string[], string, string]>([
    [[], 'usage', 'prompt: say which prompt; "omniport list <target> prompts" shows them'],
    [['trp'], 'not_found', 'The server has no prompt "trp"; did you mean "trip"? It has trip, talk'],
    [['talk', 'x=1'], 'usage', 'talk has no argument "x". It takes none (--no-validate-input sends it anyway)'],
    [['trip', 'to=b'], 'usage', 'trip: from is required (--no-validate-input sends it anyway)'],
    [['trip'], 'usage', 'trip: from, to are required (--no-validate-input sends it anyway)'],
    [['trip', 'from=a', 'from=b'], 'usage', 'from is given more than once'],
  ])('is not asked for: %j', async (words, code, message) => {
    expect(await get(words)).toEqual({ code: expect.objectContaining({ code, message }), printed: '' })
  })

  test('is judged by the server where that is wanted', async () => {
    const { code } = await get(['trp'], { validateInput: false })
    expect(code).toMatchObject({ code: -32602, message: expect.stringContaining('trp') })
  })
})
