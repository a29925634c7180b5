import { expect, test } from 'vitest'
import { TooManyTasks } from './too-many-tasks.js'

test.each([
  ['tasks', undefined],
  ['tasksPerPrincipal', undefined],
  ['anonymousBytes', { retryAfterSeconds: 1, limit: 'anonymousBytes' }],
] as const)('the refusal of the limit %s says when to come again, if that helps', (name, data) => {
  const error = new TooManyTasks(name, 5)
  expect([error.code, error.message, error.data]).toEqual([-32603, `Too many tasks: the limit ${name} is 5`, data])
})
