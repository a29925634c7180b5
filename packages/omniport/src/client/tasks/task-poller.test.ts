import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { RequestLost } from '../requests/request-lost.js'
import type { TaskSnapshot } from './decode-task.js'
import { isRetryable, TaskPoller } from './task-poller.js'

function task(more: Partial<TaskSnapshot> = {}): TaskSnapshot {
  return { taskId: 't', status: 'working', ttlMs: null, ...more } as TaskSnapshot
}

test.each<[boolean, string, unknown]>([
  [true, 'a response that is lost', new RequestLost('x')],
  [true, 'a server that was not reached', new OmniportError('unreachable', 'x')],
  [true, 'a request that took too long', new OmniportError('unreachable', 'x', { status: 408 })],
  [true, 'one that came too early', new OmniportError('unreachable', 'x', { status: 425 })],
  [true, 'too many requests', new OmniportError('unreachable', 'x', { status: 429 })],
  [true, 'a gateway that fails', new OmniportError('unreachable', 'x', { status: 502 })],
  [false, 'a method that the gateway has not', new OmniportError('unreachable', 'x', { status: 501 })],
  [false, 'a server that fails', new OmniportError('unreachable', 'x', { status: 500 })],
  [false, 'a page that is not there', new OmniportError('unreachable', 'x', { status: 404 })],
  [false, 'a connection that is closed', new OmniportError('closed', 'x')],
  [false, 'another error, whatever its status', new OmniportError('timeout', 'x', { status: 503 })],
  [false, 'an error of the program', new Error('x')],
  [false, 'no error', undefined],
])('asked again: %s, after %s', (expected, _what, reason) => {
  expect(isRetryable(reason)).toBe(expected)
})

describe('a state', () => {
  const poller = (first: TaskSnapshot) =>
    new TaskPoller(first, { runtime: new VirtualRuntime(), timeoutMs: 1_000, get: async () => first })

  test('takes the place of the last one', () => {
    const polled = poller(task())
    const next = task({ status: 'completed' })
    expect(polled.update(next)).toBe(next)
    expect(polled.last).toBe(next)
  })

  test('that is final stays, and may only get more', () => {
    const first = task({ status: 'completed' })
    const polled = poller(first)
    expect(polled.update(task({ status: 'working' }))).toBe(first)
    const more = task({ status: 'completed' })
    expect(polled.update(more)).toBe(more)
  })
})

test.each([
  [1_000, undefined],
  [50, 1],
  [50, 50],
  [51, 51],
  [60_000, 60_000],
  [60_000, 60_001],
])('it is asked for after %i ms where the server wishes %s', async (ms, pollIntervalMs) => {
  const runtime = new VirtualRuntime()
  let asked = 0
  const get = async () => {
    asked += 1
    return task({ status: 'completed' })
  }
  const first = pollIntervalMs === undefined ? task() : task({ pollIntervalMs })
  const next = new TaskPoller(first, { runtime, timeoutMs: 1_000, get }).next(new AbortController().signal)
  await runtime.advance(ms - 1)
  expect(asked).toBe(0)
  await runtime.advance(1)
  expect(await next).toMatchObject({ status: 'completed' })
})

describe('a task that outlives its time', () => {
  async function readAfter(ms: number, more: Partial<TaskSnapshot>): Promise<TaskSnapshot> {
    const runtime = new VirtualRuntime()
    const poller = new TaskPoller(task(), { runtime, timeoutMs: 1_000, get: async () => task(more) })
    await runtime.advance(ms)
    return poller.now(new AbortController().signal)
  }

  test('is given up ten seconds later', async () => {
    expect(await readAfter(10_005, { ttlMs: 5 })).toMatchObject({ status: 'working' })
    const taskId = 'i'.repeat(65)
    const message = `The task "${'i'.repeat(64)}" is working longer than the 5 ms it may live`
    await expect(readAfter(10_006, { ttlMs: 5, taskId })).rejects.toMatchObject({ code: 'timeout', message })
  })

  test('but not one that has ended, or may live for ever', async () => {
    expect(await readAfter(20_000, { ttlMs: 5, status: 'failed' })).toMatchObject({ status: 'failed' })
    expect(await readAfter(20_000, { ttlMs: null })).toMatchObject({ status: 'working' })
  })
})
