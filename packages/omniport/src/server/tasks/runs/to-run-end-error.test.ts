import { expect, test } from 'vitest'
import { Suspended } from '../../input/suspended.js'
import { toRunEndError } from './to-run-end-error.js'

test('the handler of a task that goes on elsewhere is suspended', () => {
  expect(toRunEndError('declined')).toEqual(new Suspended('Another node goes on with the task'))
})

test.each([
  ['final', 'The task was cancelled'],
  ['gone', 'The task expired'],
] as const)('the handler of a task that is %s gets an error that says so', (why, message) => {
  expect(toRunEndError(why)).toMatchObject({ code: 'closed', message })
})
