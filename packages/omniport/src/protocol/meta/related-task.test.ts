import { expect, test } from 'vitest'
import { relatedTaskMeta } from './related-task.js'

test('a message names its task in its metadata, over what is there', () => {
  const named = { 'io.modelcontextprotocol/related-task': { taskId: 't' } }
  expect(relatedTaskMeta('t')).toEqual(named)
  expect(relatedTaskMeta('t', { a: 1, 'io.modelcontextprotocol/related-task': 'old' })).toEqual({ a: 1, ...named })
})
