import { tmpdir } from 'node:os'
import { PassThrough, Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer, tool } from '../../entries/index.js'
import { type ServedHttp, serveHttp } from '../../entries/node.js'
import '../host/input/user-options.js' // what a question is shown by is loaded before, since that takes longer than the test
import '../host/screen/clack-terminal.js'
import { withClient } from './with-client.js'

let served: ServedHttp | undefined

afterEach(() => served?.close())

const form = { type: 'object', properties: { city: { type: 'string' } } } as const

const server = createServer({
  ...{ name: 's', version: '1', logger: createRecordingLogger() },
  tools: {
    form: tool({ run: async (_args, ctx) => (await ctx.elicit('Which city?', form, { key: 'city' })).action }),
    page: tool({
      run: async (_args, ctx) => (await ctx.elicitUrl('Pay', 'https://pay.example/', { key: 'pay' })).action,
    }),
  },
})

/** Calls a tool at a terminal whose person leaves each question that is shown, and gives what was on it. */
async function callAtTerminal(name: string) {
  served = await serveHttp(server, { port: 0 })
  const input = new PassThrough()
  const statuses: string[] = []
  let written = ''
  const write = (bytes: unknown, _encoding: unknown, done: () => void) => {
    written += stripVTControlCharacters(String(bytes))
    setImmediate(() => input.write('\u0003'))
    done()
  }
  const output = Object.assign(new Writable({ write }), { columns: 80, rows: 24, isTTY: true })
  const { io } = createMemoryIo({ cwd: tmpdir(), terminal: { input, output }, status: (line) => statuses.push(line) })
  const invocation = {
    target: { type: 'word', word: served.url },
    words: [],
    options: { env: [], header: [] },
  } as const
  let result: unknown
  await withClient(invocation, io, async (client, limits) => {
    result = await client.callTool(name, {}, limits)
  })
  input.destroy()
  return { result, written, statuses, origin: served.url }
}

test.each([
  ['form', 'Which city?'],
  ['page', 'https://pay.example/'],
])('a %s that a server asks for is shown at the terminal, with who asks', async (name, message) => {
  const { result, written, statuses, origin } = await callAtTerminal(name)
  expect(result).toMatchObject({ content: [{ type: 'text', text: 'cancel' }] })
  expect(written).toContain(message)
  expect(written.replace(/\s+[│|]\s*/g, '')).toContain(origin)
  expect(statuses).toContain('')
})

test.each([
  ['form', 'form'],
  ['page', 'url'],
])('a %s cannot be asked for where there is no terminal, and how it can is said', async (name, mode) => {
  served = await serveHttp(server, { port: 0 })
  const { io } = createMemoryIo({ cwd: tmpdir() })
  const invocation = {
    target: { type: 'word', word: served.url },
    words: [],
    options: { env: [], header: [] },
  } as const
  const calling = withClient(invocation, io, async (client, limits) => void (await client.callTool(name, {}, limits)))
  await expect(calling).rejects.toMatchObject({
    code: -32021,
    message: expect.stringMatching(/elicitation.*; the server asks a person: call it at a terminal$/s),
    data: { requiredCapabilities: { elicitation: { [mode]: {} } } },
  })
})
