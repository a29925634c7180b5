const brand = Symbol.for('omniport.ToolError')

/**
 * A failure that the model should read: a tool that throws it has a result with `isError` and the text `message`, whole and
 * unlogged, whatever `errors` of `createServer` says. `ToolError.is(e)` also recognises the errors of another copy of this
 * library.
 *
 * spec: server/tools#error-handling
 */
export class ToolError extends Error {
  override readonly name: string = 'ToolError'

  /** `options.cause` is not sent. */
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
  }

  get [brand](): true {
    return true
  }

  static is(value: unknown): value is ToolError {
    return typeof value === 'object' && value !== null && (value as { [brand]?: unknown })[brand] === true
  }
}
