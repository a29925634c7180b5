import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import type { Tasks } from '../../../store/tasks.js'
import { TaskRecords, type TaskRecordsOptions } from './task-records.js'

test('a task whose time is over is gone, even if the store still has it', async () => {
  const runtime = createManualRuntime()
  const value = { owner: 'a', createdAt: 0, updatedAt: 0, ttlMs: 1_000, status: 'completed' }
  const store: Pick<Tasks, 'get'> = { get: async () => ({ value, version: 1 }) }
  const options = { store, changes: {}, limits: defaultLimits, runtime }
  const records = new TaskRecords(options as unknown as TaskRecordsOptions) // all that reading needs
  runtime.advance(999)
  expect(await records.get('t')).toMatchObject({ id: 't', version: 1 })
  runtime.advance(1)
  expect(await records.get('t')).toBeUndefined()
})
