import { expect, test } from 'vitest'
import { callClosed, callElsewhere, callEnded } from './call-ended.js'

test('each end of a call is said in words', () => {
  expect(callEnded().toObject()).toEqual({
    code: -32602,
    message: 'requestState: the call has ended; its effect may have happened',
  })
  expect(callElsewhere().toObject()).toEqual({
    code: -32602,
    message: 'requestState: the call has ended, or waits in another process; its effect may have happened',
  })
  expect(callClosed('tools/call')).toMatchObject({
    code: 'closed',
    message: 'tools/call is over: nothing more can be asked',
  })
})
