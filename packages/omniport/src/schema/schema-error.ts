import { cut } from '../values/text/truncate.js'

/**
 * A JSON Schema document that is refused before any value is checked against it: it is not valid in its dialect, needs
 * something from outside itself, or costs too much. `path` is the JSON pointer of the offending place, '' for the root;
 * `reason` says what was expected there.
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
