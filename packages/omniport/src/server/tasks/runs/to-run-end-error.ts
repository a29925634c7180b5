import { OmniportError } from '../../../values/errors/omniport-error.js'
import { Suspended } from '../../input/suspended.js'
import type { UpdateStatus } from '../records/task-records.js'

/** Why a run may not write any more: a later one does, or the task is final, or gone. */
export type RunEndReason = Exclude<UpdateStatus, 'written' | 'too-large'>

/** The end of a run as its handler sees it. */
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
