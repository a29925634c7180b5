const brand = Symbol.for('omniport.Suspended')

/**
 * What every pending question of a run rejects with when the run is over: its questions are on their way to the client and
 * the handler will run again with the answers, another node goes on with a task, or the handler has ended. `finally` and
 * `using` release what the run held.
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
 * Whether a caught value only says that this run of a handler is over. A `catch` that compensates for failures lets it through:
 * `if (isSuspended(error)) throw error`.
 */
export function isSuspended(reason: unknown): boolean {
  return typeof reason === 'object' && reason !== null && (reason as { [brand]?: unknown })[brand] === true
}

/** What is still open, or asked for, when a handler has ended rejects with this: nobody is left to answer to. */
export function callEnded(): Suspended {
  return new Suspended('The call is over: nothing more can be asked')
}
