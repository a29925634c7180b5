import { expect, test } from 'vitest'
import { relatedTaskId, renameTask } from './rename-task.js'

const related = 'io.modelcontextprotocol/related-task'

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['of its own', { taskId: '1', status: 'working' }, { taskId: 'a', status: 'working' }],
  ['of a new task', { task: { taskId: '1', ttl: 5 }, x: 1 }, { task: { taskId: 'a', ttl: 5 }, x: 1 }],
  ['in _meta', { _meta: { x: 1, [related]: { taskId: '1' } } }, { _meta: { x: 1, [related]: { taskId: 'a' } } }],
])('an id is renamed: %s', (_where, part, renamed) => {
  expect(renameTask(part, { from: '1', to: 'a' })).toEqual(renamed)
})

test.each<[Record<string, unknown>]>([
  [{}],
  [{ taskId: '2', task: { taskId: '2' }, _meta: { [related]: { taskId: '2' } } }],
  [{ taskId: 1, task: null, _meta: { [related]: '1' } }],
])('%j stays the same object', (part) => {
  expect(renameTask(part, { from: '1', to: 'a' })).toBe(part)
})

test.each([
  [undefined, undefined],
  [null, undefined],
  [{}, undefined],
  [{ _meta: null }, undefined],
  [{ _meta: {} }, undefined],
  [{ _meta: { [related]: 'a' } }, undefined],
  [{ _meta: { [related]: { taskId: 1 } } }, undefined],
  [{ _meta: { [related]: { taskId: 'a' } } }, 'a'],
])('the task that %j names: %s', (params, expected) => {
  expect(relatedTaskId(params)).toBe(expected)
})
