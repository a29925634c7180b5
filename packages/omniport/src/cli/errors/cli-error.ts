import type { FailureCode } from './exit-codes.js'

/** A failure with a message for the user of the command. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: FailureCode

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
