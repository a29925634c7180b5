const brand = Symbol.for('omniport.Suspended')

/**
 * Pending input requests reject with this error when the run has ended: its requests are on their way to the client and
 * the handler will run again with the answers, another node continues a task, or the handler has ended. `finally` and
 * `using` release the resources of the run.
 */
export class Suspended extends Error {
  override readonly name: string = 'Suspended'

  constructor(message = 'The questions of this call are on their way; it will run again with the answers') {
    super(message)
  }

  get [brand](): true {
    return true
  }
}

/**
 * Tells if a caught value only says that this run of a handler has ended. A `catch` that handles failures must let it
 * through: `if (isSuspended(error)) throw error`.
 */
export function isSuspended(reason: unknown): boolean {
  return typeof reason === 'object' && reason !== null && (reason as { [brand]?: unknown })[brand] === true
}

/** Creates the error for requests that are open, or made, after the handler has ended. */
export function callEnded(): Suspended {
  return new Suspended('The call is over: nothing more can be asked')
}
