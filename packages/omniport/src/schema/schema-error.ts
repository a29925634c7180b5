import { cut } from '../values/text/truncate.js'

/**
 * Thrown for a JSON Schema document that is invalid in its dialect, refers outside itself, or costs too much. `path` is the
 * JSON pointer of the error, '' for the root; `reason` says what was expected there.
 */
export class SchemaError extends TypeError {
  override readonly name: string = 'SchemaError'
  readonly path: string
  readonly reason: string

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`JSON Schema refused at ${path === '' ? 'the root' : cut(path, 300)}: ${reason}`, options)
    this.path = path
    this.reason = reason
  }
}
