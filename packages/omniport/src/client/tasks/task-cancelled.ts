import { OmniportError } from '../../jsonrpc/omniport-error.js'
import type { TaskSnapshot } from './decode-task.js'

/** The error of a call whose task was cancelled, by whoever it was: it has no result. */
export function taskCancelled({ taskId, statusMessage }: TaskSnapshot): OmniportError {
  const why = statusMessage === undefined ? '' : `: ${statusMessage.slice(0, 256)}`
  return new OmniportError('closed', `The task "${taskId.slice(0, 64)}" was cancelled${why}`)
}
