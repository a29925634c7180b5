const brand = Symbol.for('omniport.ToolError')

/**
 * A failure the model should read: thrown from a tool, it becomes a result with `isError` whose text is `message`. What
 * else a tool throws reaches the peer without its text. `ToolError.is(e)` also recognises the errors of another copy of
 * this library.
 *
 * spec: server/tools#error-handling
 */
export class ToolError extends Error {
  override readonly name: string = 'ToolError'

  /** `options.cause` stays on this side. */
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
