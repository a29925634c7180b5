import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { HostedTask } from './hosted-task.js'

/** A task that lives for a minute, and how often its time was over. */
function start() {
  const runtime = new VirtualRuntime()
  let expired = 0
  const onExpire = () => {
    expired += 1
  }
  const task = new HostedTask({ id: 't1', ttlMs: 60_000, runtime, onExpire })
  let isEnded = false
  void task.ended.then(() => {
    isEnded = true
  })
  return { runtime, task, expired: () => expired, isEnded: () => isEnded }
}

const result = { type: 'result', result: { action: 'accept' } } as const
const failure = { type: 'error', error: new RpcError(-1, 'No') } as const
const created = new Date(1_000_000).toISOString()
const later = new Date(1_000_500).toISOString()
const times = { taskId: 't1', createdAt: created, ttl: 60_000, pollInterval: 1_000 }

describe('a task of a client', () => {
  test('works at first', async () => {
    const { task, runtime, isEnded } = start()
    await runtime.advance(500)
    expect(task.encode()).toEqual({ ...times, status: 'working', lastUpdatedAt: created })
    expect([task.status, task.outcome, task.signal.aborted, task.isDelivered, isEnded()]).toEqual([
      'working',
      undefined,
      false,
      false,
      false,
    ])
  })

  test.each([
    ['completed', result, {}],
    ['failed', failure, { statusMessage: 'No' }],
  ] as const)('is %s with its outcome, for good', async (status, outcome, more) => {
    const { task, runtime, isEnded } = start()
    await runtime.advance(500)
    task.settle(outcome)
    await runtime.advance(500)
    task.settle(status === 'failed' ? result : failure)
    expect([task.cancel(), task.outcome, task.signal.aborted, isEnded()]).toEqual([false, outcome, false, true])
    expect(task.encode()).toEqual({ ...times, ...more, status, lastUpdatedAt: later })
    expect(Object.hasOwn(task.encode(), 'statusMessage')).toBe(status === 'failed')
  })

  test('may be cancelled, for good, and its handler is told', async () => {
    const { task, runtime, isEnded } = start()
    await runtime.advance(500)
    expect([task.cancel(), task.cancel()]).toEqual([true, false])
    task.settle(result)
    await runtime.advance(500)
    expect([task.outcome, isEnded()]).toEqual([undefined, true])
    expect(task.encode()).toEqual({ ...times, status: 'cancelled', lastUpdatedAt: later })
    expect(task.signal.reason).toMatchObject({ name: 'AbortError', message: 'The server cancelled the task' })
  })

  test('has a time', async () => {
    const { runtime, expired } = start()
    await runtime.advance(59_999)
    expect(expired()).toBe(0)
    await runtime.advance(1)
    expect(expired()).toBe(1)
  })

  test('that is forgotten has none, and its handler is told', async () => {
    const { task, runtime, expired, isEnded } = start()
    task.forget()
    await runtime.advance(60_000)
    expect([expired(), runtime.timers, isEnded(), task.status]).toEqual([0, 0, true, 'working'])
    expect(task.signal.reason).toMatchObject({ name: 'AbortError', message: 'The task is forgotten' })
  })
})
