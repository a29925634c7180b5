import { describe, expect, test } from 'vitest'
import type { TaskSnapshot } from '../service/task-snapshot.js'
import { encodeDetailedTask, encodeExtensionTask } from './encode-extension-task.js'

const context = { revision: '2026-07-28', serverInfo: { name: 's', version: '1' } } as const
const task = {
  taskId: 't',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUpdatedAt: '2026-01-01T00:00:01.000Z',
  ttlMs: 60_000,
}
const inputRequests = { k: { method: 'roots/list' } } as const
const outcome = { type: 'result', result: { content: [{ type: 'text', text: 'done' }] } } as const
const failure = { type: 'error', error: { code: 7, message: 'no', data: { a: 1 } } } as const

describe('a task', () => {
  test('has its message and its interval only where it has them', () => {
    expect(encodeExtensionTask({ ...task, status: 'working' })).toEqual({ ...task, status: 'working' })
    const more = { statusMessage: 'half', pollIntervalMs: 100 }
    expect(encodeExtensionTask({ ...task, status: 'working', ...more })).toEqual({
      ...task,
      status: 'working',
      ...more,
    })
  })

  test.each([
    [
      'that waits for input',
      { status: 'input_required', outcome: undefined },
      { inputRequests: { k: { method: 'roots/list', params: {} } } },
    ],
    ['that goes on', { status: 'working', outcome }, {}],
    ['that was cancelled', { status: 'cancelled', outcome }, {}],
    ['that failed', { status: 'failed', outcome: failure }, { error: failure.error }],
    ['that failed without an error', { status: 'failed', outcome }, {}],
    ['that completed without a result', { status: 'completed', outcome: failure }, {}],
  ] as const)('%s has what belongs to that', (_name, { status, outcome: end }, expected) => {
    const snapshot: TaskSnapshot = { task: { ...task, status }, version: 1, inputRequests, outcome: end as never }
    expect(encodeDetailedTask(snapshot, context)).toEqual({ ...task, status, ...expected })
  })

  test('that completed has the result that the call would have had', () => {
    const snapshot: TaskSnapshot = {
      task: { ...task, status: 'completed' },
      version: 1,
      inputRequests,
      outcome: { type: 'result', result: { content: [{ type: 'text', text: 'done' }] } },
    }
    expect(encodeDetailedTask(snapshot, context)).toMatchObject({
      ...task,
      status: 'completed',
      result: { ...outcome.result, resultType: 'complete' },
    })
  })
})
