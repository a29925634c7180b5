import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { createLimits } from '../../protocol/limits/limits.js'
import { createExchange } from '../fixtures/gateway-parts.js'
import { awaitTask } from './await-task.js'
import { stateWith } from './fixtures/followed.js'
import { form } from './fixtures/task-upstream.js'
import type { TaskSource, TaskState } from './task-source.js'

const outcome = { type: 'error', error: { code: -5, message: 'No' } } as const

function stateOf(status: string, more: Partial<TaskState> = {}, task: object = {}): TaskState {
  return { ...stateWith(status, task), ...more }
}

const asking = stateOf('input_required', { inputRequests: { a: form } as unknown as TaskState['inputRequests'] })

/** A task whose states come one after the other, the last one again and again. */
function create(states: readonly TaskState[], more: Partial<Exchange> = {}) {
  const runtime = new VirtualRuntime()
  const noticed: unknown[][] = []
  let reads = 0
  const source: TaskSource = {
    read: async () => {
      reads += 1
      return states[Math.min(reads, states.length) - 1] ?? stateOf('working')
    },
    answer: async (responses) => void noticed.push(['answer', ...responses]),
    refuse: async (key, { code, message }: RpcError) => void noticed.push(['refuse', key, code, message]),
    cancel: async () => void noticed.push(['cancel']),
  }
  const exchange = createExchange(more)
  const ended = awaitTask(source, exchange, { runtime, limits: createLimits({ questionMs: 7 }) })
  ended.catch(() => {})
  return { runtime, noticed, ended, source, reads: () => reads }
}

test('the outcome of a task is that of its call', async () => {
  const { ended, noticed, reads } = create([stateOf('failed', { outcome })])
  expect([await ended, noticed, reads()]).toEqual([outcome, [], 1])
})

test('a task that was cancelled has failed', async () => {
  const { ended } = create([stateOf('cancelled')])
  expect(await ended).toEqual({ type: 'error', error: { code: -32603, message: 'The task was cancelled' } })
})

test.each([
  [undefined, 1_000],
  [70, 70],
  [10, 50],
  [5_000, 1_000],
])('a task that wants a look each %s ms is looked at after %i', async (pollIntervalMs, ms) => {
  const working = stateOf('working', {}, pollIntervalMs === undefined ? {} : { pollIntervalMs })
  const { ended, runtime, reads } = create([working, stateOf('failed', { outcome })])
  await runtime.advance(ms - 1)
  expect(reads()).toBe(1)
  await runtime.advance(1)
  expect([await ended, reads()]).toEqual([outcome, 2])
})

describe('a question', () => {
  test('is asked once, and its answer goes to the task', async () => {
    const asked: unknown[] = []
    const ask: Exchange['ask'] = async (...given) => {
      asked.push(given)
      return { action: 'accept' }
    }
    const { signal } = new AbortController()
    const { ended, runtime, noticed } = create([asking, asking, stateOf('failed', { outcome })], { ask, signal })
    await runtime.advance(2_000)
    await ended
    expect(asked).toEqual([[form, { signal, timeoutMs: 7 }]])
    expect(noticed).toEqual([['answer', ['a', { action: 'accept' }]]])
  })

  test('without parameters has none', async () => {
    const asked: unknown[] = []
    const ask: Exchange['ask'] = async (request) => void asked.push(request)
    const inputRequests = { r: { method: 'roots/list' } } as TaskState['inputRequests']
    const { runtime } = create([stateOf('input_required', { inputRequests }), stateOf('failed', { outcome })], { ask })
    await runtime.advance(1_000)
    expect(asked).toStrictEqual([{ method: 'roots/list' }])
  })

  test('that fails is refused', async () => {
    const ask: Exchange['ask'] = () => Promise.reject(new Error('secret'))
    const { runtime, noticed } = create([asking, stateOf('failed', { outcome })], { ask })
    await runtime.advance(1_000)
    expect(noticed).toEqual([['refuse', 'a', -32603, expect.not.stringContaining('secret')]])
  })

  test('for a client that cannot be asked is refused', async () => {
    const { runtime, noticed } = create([asking, stateOf('failed', { outcome })])
    await runtime.advance(1_000)
    expect(noticed).toEqual([['refuse', 'a', -32603, 'Internal error']])
  })

  test('whose answer is not taken is left to the next look', async () => {
    const { runtime, ended, source } = create([asking, stateOf('failed', { outcome })], { ask: async () => ({}) })
    source.answer = () => Promise.reject(new Error('gone'))
    await runtime.advance(1_000)
    expect(await ended).toBe(outcome)
  })
})

describe('a task is cancelled', () => {
  test('when its client gives up', async () => {
    const client = new AbortController()
    const { ended, noticed } = create([stateOf('working')], { signal: client.signal })
    await settled()
    const reason = new Error('left')
    client.abort(reason)
    await expect(ended).rejects.toBe(reason)
    expect(noticed).toEqual([['cancel']])
  })

  test('when its state cannot be read', async () => {
    const { runtime, ended, source, noticed } = create([stateOf('working')])
    const reason = new Error('gone')
    source.read = () => Promise.reject(reason)
    source.cancel = async () => {
      noticed.push(['cancel'])
      throw new Error('gone too')
    }
    await runtime.advance(1_000)
    await expect(ended).rejects.toBe(reason)
    expect(noticed).toEqual([['cancel']])
  })
})
