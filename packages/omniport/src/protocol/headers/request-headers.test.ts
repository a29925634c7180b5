import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { nameOf } from './request-headers.js'

const extra = new Map([
  ['tasks/get', 'taskId'],
  ['tools/call', 'other'],
])

test.each([
  ['tools/call', { name: 'n', other: 'o' }, 'n'],
  ['prompts/get', { name: 'n' }, 'n'],
  ['resources/read', { uri: 'u', name: 'n' }, 'u'],
  ['tasks/get', { taskId: 't', name: 'n' }, 't'],
  ['tasks/get', { taskId: 5 }, undefined],
  ['tasks/get', undefined, undefined],
  ['tasks/list', { taskId: 't' }, undefined],
  ['tools/list', { name: 'n' }, undefined],
  ['constructor', { name: 'n' }, undefined],
])('the name in %s with %j is %j', (method, params, name) => {
  verifies('HTTP-58')
  expect(nameOf(method, params, extra)).toBe(name)
})

test('methods of extensions have no name where nobody says so', () => {
  expect(nameOf('tasks/get', { taskId: 't' })).toBeUndefined()
})
