import { expect, test } from 'vitest'
import { createLiveRecord } from './fixtures/live-record.js'
import type { TaskQuestion } from './task-record.js'
import { withQuestions } from './with-questions.js'

const request = { method: 'roots/list' } as const
const question = (key: string, state: TaskQuestion['state']): TaskQuestion => ({ key, request, state })

test.each([
  ['nothing was asked', [], 'working'],
  ['one of several requests is open', [question('a', 'answered'), question('b', 'open')], 'input_required'],
  [
    'all requests are settled',
    [question('a', 'answered'), question('b', 'refused'), question('c', 'dropped')],
    'working',
  ],
])('where %s the status says so', (_name, questions, status) => {
  const record = createLiveRecord({ status: 'input_required', statusMessage: 'half' }, { fence: 3 })
  expect(withQuestions(record, questions)).toEqual({ ...record, status, job: { ...record.job, questions } })
})
