import { afterEach, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Served } from '../../served.js'
import { answer, ask, cancel, greeting, hello, initialized, modern } from '../fixtures/messages.js'
import { type Handler, openServed } from '../fixtures/open-served.js'

const opened: Served[] = []

async function open(...args: Parameters<typeof openServed>) {
  const served = await openServed(...args)
  opened.push(served.closing)
  return served
}

afterEach(async () => {
  for (const served of opened.splice(0)) await served.close()
})

test('initialize is answered, then calls are', async () => {
  verifies('STDIO-02')
  const { send, answers, closing, input } = await open()
  await send(hello('2025-06-18'))
  await send(initialized)
  await send(ask(1))
  expect(answers()).toEqual([greeting('2025-06-18'), answer(1)])
  input.end()
  await closing.closed
})

test('initialize, initialized and a call in one chunk are served in order', async () => {
  const { send, answers, served } = await open({
    initialize: async (message) => {
      await settled()
      return { protocolVersion: message.params?.['protocolVersion'] }
    },
  })
  await send(hello('2025-11-25'), initialized, ask(1))
  await settled()
  expect(answers()).toEqual([greeting('2025-11-25'), answer(1)])
  expect(served).toEqual(['initialize', 'notifications/initialized', 'echo'])
})

test('a modern request needs no initialize', async () => {
  const { send, answers } = await open({ revision: (_, { revision }) => ({ revision }) })
  await send(ask(1, 'revision', { _meta: modern }))
  expect(answers()).toEqual([{ jsonrpc: '2.0', id: 1, result: { revision: '2026-07-28' } }])
})

test('a cancelled call gets no answer', async () => {
  verifies('CAN-05', 'STDIO-12')
  const hang: Handler = (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({})))
  const { send, answers } = await open({ hang })
  await send(ask(1, 'hang', { _meta: modern }), cancel(1), ask(2, 'echo', { _meta: modern }))
  expect(answers().map(({ id }) => id)).toEqual([2])
})

test('a cancellation that names nothing is ignored', async () => {
  verifies('CAN-06', 'CAN-09')
  const { send, answers } = await open()
  const malformed = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: {} } }
  await send(cancel('unknown'), malformed, ask(1, 'echo', { _meta: modern }))
  expect(answers().map(({ id }) => id)).toEqual([1])
})

test.each([
  ['2024-11-05', [{ jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'Batches are not allowed' } }]],
  ['2025-03-26', [[answer(1)]]],
  ['2025-06-18', [{ jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'Batches are not allowed' } }]],
  ['2025-11-25', [{ jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'Batches are not allowed' } }]],
])('a batch under %s', async (revision, expected) => {
  verifies('BASE-13', 'BASE-16', 'STDIO-07', 'STDIO-08')
  const { send, answers } = await open()
  await send(hello(revision), initialized)
  answers()
  await send([ask(1), { jsonrpc: '2.0', method: 'notifications/x' }])
  expect(answers()).toEqual(expected)
})

const notJson = { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error: the line is not JSON' } }

test.each([
  ['before any revision is known', [], [notJson]],
  ['under 2024-11-05', [hello('2024-11-05'), initialized], []],
  ['under 2025-03-26', [hello('2025-03-26'), initialized], []],
  ['under 2025-06-18', [hello('2025-06-18'), initialized], []],
  ['under 2025-11-25', [hello('2025-11-25'), initialized], [notJson]],
  ['under 2026-07-28', [ask(0, 'echo', { _meta: modern })], [notJson]],
])('a line that is not JSON, %s', async (_, before, expected) => {
  const { send, answers, log } = await open()
  await send(...before)
  answers()
  await send('hello?')
  expect(answers()).toEqual(expected)
  expect(log).toEqual(['A broken message arrived'])
})

const longLine = (message: object) => JSON.stringify({ ...message, padding: 'x'.repeat(1_000) })

test.each([
  ['a line that is too long', longLine(ask(7)), 'Invalid message: it is longer than 500 bytes (limits.lineBytes)'],
  [
    'a message that nests too deep',
    JSON.stringify(ask(7, 'echo', { a: [[[[]]]] })),
    'Invalid message: it nests deeper than 4 levels (limits.jsonDepth)',
  ],
  ['a message that is none', '{"jsonrpc":"1.0","id":7,"method":"m"}', 'Invalid message: jsonrpc must be "2.0"'],
])('%s is answered with the id that it carries, in every revision', async (_, line, message) => {
  const { send, answers } = await open({}, { lineBytes: 500, jsonDepth: 4 })
  await send(hello('2025-06-18'), initialized)
  answers()
  await send(line, ask(8))
  expect(answers()).toEqual([{ jsonrpc: '2.0', id: 7, error: { code: -32600, message } }, answer(8)])
})

test('an answer that is too long rejects the question it answers, and is not answered', async () => {
  const asks: Handler = async (_, { ask: question }) =>
    question?.({ method: 'roots/list' }).catch((reason: Error) => ({ failed: reason.message }))
  const { send, answers } = await open({ asks }, { lineBytes: 500 })
  await send(hello('2025-11-25'), initialized, ask(1, 'asks'))
  const { id } = answers()[1]
  await send(longLine({ jsonrpc: '2.0', result: {}, id }))
  const failed = 'Invalid message: it is longer than 500 bytes (limits.lineBytes)'
  expect(answers()).toEqual([{ jsonrpc: '2.0', id: 1, result: { failed } }])
})

test('no more requests are served at once than pipeInFlight, and none is lost', async () => {
  const waiting: (() => void)[] = []
  const slow = () => new Promise<void>((resolve) => waiting.push(resolve))
  const { send, answers, served } = await open({ slow }, { pipeInFlight: 2 })
  await send(...[1, 2, 3, 4, 5].map((id) => ask(id, 'slow', { _meta: modern })))
  expect(served.length).toBe(2)
  await send(cancel(4), cancel(1))
  expect(served.filter((method) => method === 'slow').length).toBe(3)
  while (waiting.length > 0) {
    waiting.shift()?.()
    await settled()
  }
  expect(answers().map(({ id }) => id)).toEqual([2, 3, 5])
})

test('nothing is started while the client does not read, and reading stops when too much waits', async () => {
  const big = () => ({ text: 'x'.repeat(600_000) })
  const { send, served, input, answers } = await open({ big }, { outboxBytes: 1_000_000 })
  for (let id = 1; id <= 8; id += 1) await send(ask(id, 'big', { _meta: modern, padding: 'x'.repeat(300_000) }))
  const whileFull = { served: served.length, paused: input.isPaused() }
  const ids: number[] = []
  while (ids.length < 8) {
    ids.push(...answers().map(({ id }) => id))
    await settled()
  }
  expect(whileFull).toEqual({ served: 3, paused: true })
  expect({ ids, paused: input.isPaused() }).toEqual({ ids: [1, 2, 3, 4, 5, 6, 7, 8], paused: false })
})

test('what there is no room for among the messages in flight is refused, but for what empties a full server', async () => {
  const inFlightBytes = 100_000
  const hang: Handler = (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({})))
  const { send, answers } = await open({ hang }, { inFlightBytes })
  const long = (id: number, method: string) => ask(id, method, { _meta: modern, text: 'x'.repeat(30_000) })
  await send(long(1, 'hang'), long(2, 'hang'), ask(3, 'ping', { _meta: modern }), cancel(1), long(4, 'echo'))
  const message = 'Too much at once: the limit inFlightBytes is 100000 bytes'
  const error = { code: -32603, message, data: { retryAfterSeconds: 1, limit: 'inFlightBytes' } }
  expect(answers()).toMatchObject([
    { id: 2, error },
    { id: 3, result: {} },
    { id: 4, result: {} },
  ])
})

test('a message that is larger than all may be is served alone', async () => {
  const { send, answers } = await open({}, { inFlightBytes: 10_000 })
  await send(ask(1, 'echo', { _meta: modern, text: 'x'.repeat(30_000) }))
  expect(answers()).toMatchObject([{ id: 1, result: { echo: {} } }])
})
