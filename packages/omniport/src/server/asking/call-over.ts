import { Suspended } from '../definitions/suspended.js'

/** What is still open, or asked for, when a handler has ended rejects with this: nobody is left to answer to. */
export function callEnded(): Suspended {
  return new Suspended('The call is over: nothing more can be asked')
}
