import { describe, expect, test } from 'vitest'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { decodeTask, taskCancelled } from './decode-task.js'

const [core, extension] = [profileOf('2025-11-25'), profileOf('2026-07-28')]
const task = { taskId: 't', status: 'working' }

describe('a task', () => {
  test.each([
    ['of 2025-11-25', core, { ttl: 5, pollInterval: 7, ttlMs: 1, pollIntervalMs: 1 }, { ttlMs: 5, pollIntervalMs: 7 }],
    [
      'of the extension',
      extension,
      { ttlMs: 5, pollIntervalMs: 0, ttl: 1, pollInterval: 1 },
      { ttlMs: 5, pollIntervalMs: 0 },
    ],
    ['that never ends', core, { ttl: null }, { ttlMs: null }],
    ['with times that are none', core, { ttl: -1, pollInterval: '7' }, { ttlMs: null }],
    ['that says something', core, { statusMessage: 'half' }, { ttlMs: null, statusMessage: 'half' }],
    ['that says what is no text', core, { statusMessage: 5 }, { ttlMs: null }],
  ])('%s', (_name, profile, more, expected) => {
    const raw = { ...task, ...more }
    expect(decodeTask('tasks/get', raw, profile)).toEqual({ ...task, ...expected, raw })
  })

  test.each(['working', 'input_required', 'completed', 'failed', 'cancelled'])('may be %s', (status) => {
    expect(decodeTask('tasks/get', { taskId: 't', status }, core).status).toBe(status)
  })

  test.each([
    ['no object', 'text', 'the task must be an object'],
    ['without an id', { status: 'working' }, 'taskId must be a string that is not empty'],
    ['with an empty id', { taskId: '', status: 'working' }, 'taskId must be a string that is not empty'],
    [
      'with another status',
      { taskId: 't', status: 'done' },
      'status must be one of working, input_required, completed, failed, cancelled',
    ],
  ])('is not what is %s', (_name, raw, problem) => {
    expect(() => decodeTask('tasks/get', raw, core)).toThrow(
      expect.objectContaining({ code: 'invalid_result', message: `tasks/get: ${problem}` }),
    )
  })
})

test.each([
  ['with a reason', { statusMessage: 'enough' }, 'The task "t" was cancelled: enough'],
  ['without one', {}, 'The task "t" was cancelled'],
  [
    'with a long id and reason',
    { taskId: 'x'.repeat(65), statusMessage: 'y'.repeat(257) },
    `The task "${'x'.repeat(64)}" was cancelled: ${'y'.repeat(256)}`,
  ],
])('a task that was cancelled %s is an error', (_name, more, message) => {
  const snapshot = { taskId: 't', status: 'cancelled', ttlMs: null, raw: {}, ...more } as const
  expect(taskCancelled(snapshot)).toMatchObject({ code: 'closed', message })
})
