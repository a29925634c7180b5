import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer, tool } from '../../../entries/index.js'
import { serveHttp } from '../../../entries/node.js'
import { createRecorder } from '../../../entries/protocol.js'
import { openModule } from './program-connection.js'
import { replayCommand } from './replay-command.js'

const define = () => {
  const add = tool({ run: () => 'three' })
  return createServer({ name: 's', version: '1', logger: createRecordingLogger(), tools: { add } })
}

let served: Awaited<ReturnType<typeof serveHttp>>
let cwd: string

beforeAll(async () => {
  served = await serveHttp(define(), { port: 0 })
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'replay-'))
})

afterEach(() => rm(cwd, { recursive: true }))

const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
}
const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'add', arguments: {} } }
const line = (from: string, message: unknown, more: object = {}) => ({
  ...{ ms: 0, transport: 'stdio', connection: 1, from, message },
  ...more,
})

async function record(lines: readonly object[], name = 'a.jsonl') {
  const header = {
    format: 'omniport-recording',
    version: 1,
    started: '2026-01-02T03:04:05.000Z',
    target: { command: 'x', args: [] },
  }
  await writeFile(join(cwd, name), [header, ...lines].map((each) => `${JSON.stringify(each)}\n`).join(''))
}

async function replay(
  flags: { output?: string; ignore?: readonly string[] } = {},
  word = served.url,
  file = 'a.jsonl',
) {
  const { io, stdout, stderr } = createMemoryIo({ cwd })
  const target = { type: 'word', word } as const
  const options = { env: [], header: [], timeout: 5_000 }
  const code = await replayCommand({ file, flags: { ignore: [], ...flags }, target, words: [], options }, io).catch(
    (reason) => reason,
  )
  return { code, printed: stdout(), stderr: stderr() }
}

const whole = (text: string) => [
  line('client', initialize),
  line('server', {
    jsonrpc: '2.0',
    id: 1,
    result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} },
  }),
  line('client', { jsonrpc: '2.0', method: 'notifications/initialized' }),
  line('client', call),
  line('server', { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text }] } }),
]

test('what a server says now is compared with what it said then', async () => {
  await record(whole('three'))
  expect((await replay({ ignore: ['/result/capabilities', '/result/serverInfo'] })).code).toBe(0)
  await record(whole('four'))
  const { code, printed } = await replay({ ignore: ['/result/capabilities', '/result/serverInfo'] })
  expect(code.code).toBe('invalid_result')
  expect(printed).toContain('/result/content/0/text')
})

test('the answers are kept where that is wanted', async () => {
  await record(whole('three'))
  await replay({ output: 'now.jsonl' })
  const [header = '', ...lines] = (await readFile(join(cwd, 'now.jsonl'), 'utf8')).trim().split('\n')
  expect(JSON.parse(header).target).toEqual({ url: served.url })
  const answers = lines
    .map((each) => JSON.parse(each))
    .filter(({ from, message }) => from === 'server' && message?.id === 2)
  expect(answers.map(({ message }) => message.result.content)).toEqual([[{ type: 'text', text: 'three' }]])
})

describe('a recording that cannot be sent', () => {
  test.each([
    [
      [line('client', undefined, { hidden: true })],
      'replay: a.jsonl was recorded with --redact: it has no values to send',
    ],
    [[line('server', { id: 1, result: {} })], 'replay: a.jsonl has no message of a client'],
    [[line('client', undefined, { text: 'x' })], 'replay: a.jsonl has no message of a client'],
    [[], 'replay: a.jsonl has no message of a client'],
  ])('%j', async (lines, message) => {
    await record(lines)
    const { code } = await replay()
    expect([code.code, code.message]).toEqual(['usage', message])
  })

  test('is not there', async () => {
    const { code } = await replay({}, served.url, 'b.jsonl')
    expect([code.code, code.message]).toEqual([
      'usage',
      'replay: cannot read b.jsonl: there is no such file; omniport record makes one',
    ])
  })
})

test('a server in this process is spoken to over pipes, all of it recorded', async () => {
  const messages: unknown[] = []
  const lines: unknown[] = []
  const recorder = createRecorder({
    target: { command: 'module', args: [] },
    write: () => {},
    onLine: ({ from, message }) => lines.push([from, (message as { id?: unknown } | undefined)?.id]),
  })
  let onMessage = () => {}
  const answered = new Promise<void>((resolve) => (onMessage = resolve))
  const connection = await openModule(define(), {
    recorder: recorder.pipe(),
    onMessage: (message) => {
      messages.push(message)
      onMessage()
    },
    onEnd: () => {},
  })
  const of = { ms: 0, transport: 'stdio', connection: 1, from: 'client' } as const
  await connection.send(JSON.stringify(initialize), of)
  await answered
  await connection.close()
  expect(messages).toMatchObject([{ id: 1, result: { serverInfo: { name: 's' } } }])
  expect(lines).toEqual([
    ['client', 1],
    ['server', 1],
  ])
})
