const brand = Symbol.for('omniport.OmniportError')

/**
 * The kinds of local errors:
 * - `timeout`: no answer within the time given; a cancellation was sent.
 * - `closed`: the connection ended, or was ended, before the answer came.
 * - `unreachable`: no connection could be made.
 * - `unauthorized`: the peer asks for credentials that are missing or cannot be obtained, or refuses the given ones.
 * - `invalid_result`: the peer answered something that the protocol, or a schema, does not allow.
 * - `unsupported`: the peer, the revision or this side cannot do this.
 * - `limit`: a limit of this side was reached; the message names it.
 * - `denied`: a person, or a rule they set, refused.
 * - `not_found`: nothing on this side has that name.
 * - `invalid_config`: a file of settings cannot be used; the message says where and why.
 */
export type OmniportErrorCode =
  | 'timeout'
  | 'closed'
  | 'unreachable'
  | 'unauthorized'
  | 'invalid_result'
  | 'unsupported'
  | 'limit'
  | 'denied'
  | 'not_found'
  | 'invalid_config'

/** Options of an `OmniportError`. */
export interface OmniportErrorOptions extends ErrorOptions {
  readonly status?: number | undefined
}

/**
 * A local error, never sent to and never received from a peer; `code` tells them apart. `OmniportError.is(e)` also
 * recognises the errors of another copy of this library.
 */
export class OmniportError extends Error {
  override readonly name: string = 'OmniportError'
  readonly code: OmniportErrorCode
  /** The HTTP status of the reply that caused it, if one did: 401 and 403 ask for credentials. */
  readonly status: number | undefined

  constructor(code: OmniportErrorCode, message: string, options: OmniportErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.status = options.status
  }

  get [brand](): true {
    return true
  }

  static is(value: unknown): value is OmniportError {
    return typeof value === 'object' && value !== null && (value as { [brand]?: unknown })[brand] === true
  }
}
