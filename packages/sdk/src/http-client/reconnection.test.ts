import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Reconnection, type ReconnectionHost } from './reconnection.js'
import type { StartSSEOptions } from './streamable-http-options.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function create(more: Partial<ReconnectionHost<StartSSEOptions>> = {}) {
  const opened: StartSSEOptions[] = []
  const errors: string[] = []
  const reconnection = new Reconnection<StartSSEOptions>({
    maxRetries: () => 2,
    delayMs: (attempt) => (attempt + 1) * 100,
    open: async (stream) => void opened.push(stream),
    onError: (error) => void errors.push(error.message),
    ...more,
  })
  return { reconnection, opened, errors }
}

const stream = { resumptionToken: 'a' }
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a stream is opened after its delay, once', async () => {
  const { reconnection, opened, errors } = create()
  reconnection.schedule(stream, 0)
  await pass(99)
  expect(opened).toEqual([])
  await pass(1)
  await pass(100_000)
  expect([opened, errors]).toEqual([[stream], []])
})

test.each<[string, unknown, string]>([
  ['an error', new Error('gone'), 'gone'],
  ['text', 'gone', 'gone'],
])('a stream that fails with %s is tried again, with longer delays', async (_, thrown, text) => {
  const times: number[] = []
  let now = 0
  const open = async () => {
    times.push(now)
    throw thrown
  }
  const { reconnection, errors } = create({ open })
  reconnection.schedule(stream, 0)
  for (; now < 1_000; now += 100) await pass(now === 0 ? 0 : 100)
  expect(times).toEqual([100, 300])
  const failure = `Failed to reconnect SSE stream: ${text}`
  expect(errors).toEqual([failure, failure, 'Maximum reconnection attempts (2) exceeded.'])
})

test('nothing is tried where there may be no attempt', async () => {
  const { reconnection, opened, errors } = create({ maxRetries: () => 0 })
  reconnection.schedule(stream, 0)
  await pass(100_000)
  expect([opened, errors]).toEqual([[], ['Maximum reconnection attempts (0) exceeded.']])
})

test('a delay is no longer than a timer takes', async () => {
  const { reconnection, opened } = create({ delayMs: () => Number.POSITIVE_INFINITY })
  reconnection.schedule(stream, 0)
  await pass(2 ** 31 - 2)
  expect(opened).toEqual([])
  await pass(1)
  expect(opened).toEqual([stream])
})

test('after a stop nothing is opened', async () => {
  const { reconnection, opened } = create()
  reconnection.schedule(stream, 0)
  reconnection.schedule(stream, 1)
  reconnection.stop()
  expect(vi.getTimerCount()).toBe(0)
  await pass(100_000)
  expect(opened).toEqual([])
})
