import { expect, test } from 'vitest'
import type { TaskOutcome, TaskSnapshot } from '../service/task-snapshot.js'
import { encodeV2025Task } from './encode-v2025-task.js'

const times = { createdAt: '2026-01-01T00:00:00.000Z', lastUpdatedAt: '2026-01-01T00:00:01.000Z' }
const task = { taskId: 't', status: 'completed', ...times, ttlMs: 60_000 } as const

function snapshotOf(outcome?: TaskOutcome, changes: Partial<TaskSnapshot['task']> = {}): TaskSnapshot {
  return { task: { ...task, ...changes }, version: 1, inputRequests: {}, outcome }
}

const failed = (...texts: string[]): TaskOutcome => ({
  type: 'result',
  result: { content: texts.map((text) => ({ type: 'text', text })), isError: true },
})
const image = { type: 'image', data: '', mimeType: 'image/png' } as const

test.each([
  [
    'goes on',
    snapshotOf(undefined, { status: 'working', pollIntervalMs: 100 }),
    { status: 'working', pollInterval: 100 },
  ],
  [
    'says what it does',
    snapshotOf(undefined, { status: 'working', statusMessage: 'half' }),
    { status: 'working', statusMessage: 'half' },
  ],
  ['has completed', snapshotOf({ type: 'result', result: { content: [] } }), { status: 'completed' }],
  ['reports an error', snapshotOf(failed('no', 'more')), { status: 'failed', statusMessage: 'no' }],
  [
    'reports a long error',
    snapshotOf(failed('x'.repeat(1_001))),
    { status: 'failed', statusMessage: `${'x'.repeat(1_000)}…` },
  ],
  [
    'reports an error and said something',
    snapshotOf(failed('no'), { statusMessage: 'half' }),
    { status: 'failed', statusMessage: 'half' },
  ],
  ['reports an error without a word', snapshotOf(failed()), { status: 'failed' }],
  [
    'reports an error by an image',
    snapshotOf({ type: 'result', result: { content: [image], isError: true } }),
    { status: 'failed' },
  ],
  [
    'reports that there is no error',
    snapshotOf({ type: 'result', result: { content: [{ type: 'text', text: 'yes' }], isError: false } }),
    { status: 'completed' },
  ],
  [
    'failed',
    snapshotOf({ type: 'error', error: { code: 7, message: 'no' } }, { status: 'failed', statusMessage: 'no' }),
    { status: 'failed', statusMessage: 'no' },
  ],
])('a task that %s', (_name, snapshot, expected) => {
  expect(encodeV2025Task(snapshot)).toEqual({ taskId: 't', ...times, ttl: 60_000, ...expected })
})

test('a task that never ends has the time null', () => {
  expect(encodeV2025Task(snapshotOf(undefined, { ttlMs: null }))).toMatchObject({ ttl: null })
})
