import { OmniportError } from '../../../values/errors/omniport-error.js'
import { Suspended } from '../../input/suspended.js'
import type { UpdateStatus } from '../records/task-records.js'

/** The reason that a run must not write any more: a later run does, or the task is final or gone. */
export type RunEndReason = Exclude<UpdateStatus, 'written' | 'too-large' | 'full'>

/** Creates the error that a handler gets at the end of its run. */
export function toRunEndError(why: RunEndReason): Error {
  switch (why) {
    case 'declined':
      return new Suspended('Another node goes on with the task')
    case 'final':
      return new OmniportError('closed', 'The task was cancelled')
    case 'gone':
      return new OmniportError('closed', 'The task expired')
  }
}
