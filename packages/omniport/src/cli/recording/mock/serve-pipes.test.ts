import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type LineOf, piped, recordingOf, replied } from '../fixtures/memory-recording.js'
import { indexTurns } from '../turns/index-turns.js'
import { servePipes } from './serve-pipes.js'
import { TurnPool } from './turn-pool.js'

async function serve(lines: readonly LineOf[], write?: (bytes: Uint8Array) => Promise<void>) {
  const file = recordingOf(lines)
  const pool = new TurnPool([{ file, index: await indexTurns(file) }])
  const input = new PassThrough()
  const controller = new AbortController()
  let text = ''
  let onWrite = () => {}
  const serving = servePipes({
    ...{ pool, speed: undefined, input, signal: controller.signal },
    write:
      write ??
      (async (bytes) => {
        text += Buffer.from(bytes).toString()
        onWrite()
      }),
  })
  return {
    input,
    serving,
    abort: () => controller.abort(),
    text: () => text,
    write: (...messages: readonly unknown[]) =>
      input.write(messages.map((each) => `${JSON.stringify(each)}\n`).join('')),
    /** Resolves when so many messages have come, with all of them. */
    async messages(count: number): Promise<readonly unknown[]> {
      while (text.split('\n').length <= count) await new Promise<void>((resolve) => (onWrite = resolve))
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    },
    /** What was written when all is over. */
    async end(rest = '') {
      input.end(rest)
      await serving
      return text === ''
        ? []
        : text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
    },
  }
}

const request = (id: unknown, method: string, params: object = {}) => ({ id, method, params })
const initialize = request(1, 'initialize', { protocolVersion: '2025-11-25' })
const agreed = (id: unknown) => ({ id, result: { protocolVersion: '2025-11-25' } })
const opening = [piped('client', initialize), piped('server', agreed(1))]

test('each request is answered as it was recorded, also the last one, which has no line feed', async () => {
  const served = await serve([
    ...opening,
    piped('client', request(2, 'a')),
    piped('server', { id: 2, result: { é: 1 } }),
  ])
  served.write({ ...initialize, id: 'x' })
  expect(await served.end('{"id":"y","method":"a"}')).toEqual([agreed('x'), { id: 'y', result: { é: 1 } }])
})

test('lines come in pieces of any size', async () => {
  const served = await serve([piped('client', request(1, 'a', { é: 1 })), piped('server', { id: 1, result: {} })])
  const bytes = Buffer.from('\n  \n{"id":9,"method":"a","params":{"é":1}}\n')
  for (const byte of bytes) served.input.write(Uint8Array.of(byte))
  expect(await served.end()).toEqual([{ id: 9, result: {} }])
})

test('at the end of the input what is being answered is awaited, and no more', async () => {
  const served = await serve([
    piped('client', request(1, 'a')),
    piped('server', { id: 1, result: {} }, { ms: 60_000 }),
    piped('client', { method: 'notifications/x' }),
    piped('server', request('q', 'roots/list')),
    piped('client', { id: 'q', result: {} }),
  ])
  served.write({ method: 'notifications/x' }, request(7, 'a'))
  expect(await served.end()).toEqual([request('q', 'roots/list'), { id: 7, result: {} }])
}, 4_000)

test('what is not JSON is answered with an error, and the next line is read', async () => {
  const served = await serve(opening)
  served.input.write('{"id":\n')
  served.write(initialize)
  expect(await served.end()).toEqual([
    { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } },
    agreed(1),
  ])
})

test('requests that were not recorded get an error, notifications nothing', async () => {
  const served = await serve(opening)
  served.write([request(5, 'a'), { method: 'notifications/x' }, request(6, 'ping')])
  expect(await served.end()).toEqual([
    { jsonrpc: '2.0', id: 5, error: { code: -32_601, message: 'The recording has no a' } },
    { jsonrpc: '2.0', id: 6, result: {} },
  ])
})

test('a request that was recorded without an answer gets an error', async () => {
  const served = await serve([piped('client', request(1, 'a'))])
  served.write(request(7, 'a'))
  expect(await served.end()).toEqual([
    {
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32_603, message: 'The recording has no answer to this a: line 2 of a.jsonl' },
    },
  ])
})

test('a request that was cancelled, and a subscription, have no answer', async () => {
  const cancel = (requestId: unknown) => ({ method: 'notifications/cancelled', params: { requestId } })
  const served = await serve([
    piped('client', request(1, 'a')),
    piped('client', cancel(1)),
    piped('client', request(2, 'subscriptions/listen')),
  ])
  served.write(request(7, 'a'), cancel(7), request(8, 'subscriptions/listen'))
  expect(await served.end()).toEqual([])
})

const asking = [
  piped('client', request(1, 'a')),
  piped('server', request('q', 'roots/list')),
  piped('client', { id: 'q', result: {} }),
  piped('server', { id: 1, result: {} }),
]

test('a question of the server waits for the client', async () => {
  const served = await serve(asking)
  served.write(request(7, 'a'))
  expect(await served.messages(1)).toEqual([request('q', 'roots/list')])
  served.write({ id: 'q', result: {} })
  expect(await served.end()).toEqual([request('q', 'roots/list'), { id: 7, result: {} }])
})

test('what was recorded in a stream over HTTP comes when the client is initialized', async () => {
  const headers = { 'mcp-session-id': 's' }
  const http = { transport: 'http', headers } as const
  const changed = { method: 'notifications/tools/list_changed' }
  const served = await serve([
    piped('client', initialize, { ...http, exchange: 1, request: { method: 'POST', path: '/' } }),
    replied(1, agreed(1)),
    piped(
      'client',
      { method: 'notifications/initialized' },
      { ...http, exchange: 2, request: { method: 'POST', path: '/' } },
    ),
    { from: 'client', ...http, exchange: 3, request: { method: 'GET', path: '/' } },
    { from: 'server', transport: 'http', exchange: 3, status: 200 },
    replied(3, changed, { frame: ['data: ', '\n\n'] }),
  ])
  served.write(initialize)
  await served.messages(1)
  served.write({ method: 'notifications/initialized' })
  expect(await served.messages(2)).toEqual([agreed(1), changed])
  await served.end()
})

describe('the frame of a message', () => {
  test.each([
    ['is that of the recording', ['', '\r\n'], '{"id":1,"result":{}}\r\n'],
    ['ends with a line feed where the recording ended', [' ', ''], ' {"id":1,"result":{}}\n'],
  ] as const)('%s', async (_name, frame, text) => {
    const served = await serve([piped('client', request(1, 'a')), piped('server', { id: 1, result: {} }, { frame })])
    served.write(request(1, 'a'))
    await served.end()
    expect(served.text()).toBe(text)
  })
})

test('nobody who reads any more is no failure', async () => {
  const served = await serve(opening, async () => {
    throw new Error('EPIPE')
  })
  served.write(initialize, request(2, 'unknown'))
  served.input.write('{\n')
  expect(await served.end()).toEqual([])
})

test('what waits for the client ends when it is interrupted', async () => {
  const served = await serve(asking)
  served.write(request(7, 'a'))
  await served.messages(1)
  served.abort()
  expect(await served.end()).toEqual([request('q', 'roots/list')])
})
