import { truncate } from '../../values/text/truncate.js'

/** The names and indexes that lead to a value of a file. */
export type FieldPath = readonly (string | number)[]

/**
 * An error in one field of an entry. The message continues after the path: ` must be a string, got a number`, or `: the
 * variable KEY is not set`. It quotes no value, which may be a secret.
 */
export class FieldFault extends Error {
  override readonly name = 'FieldFault'
  readonly path: FieldPath

  constructor(path: FieldPath, message: string) {
    super(message)
    this.path = path
  }

  /** Creates the fault for a value of the wrong type. */
  static of(path: FieldPath, expected: string, value: unknown): FieldFault {
    return new FieldFault(path, ` must be ${expected}, got ${kindOf(value)}`)
  }
}

/** Formats a path: `mcpServers.notes.args[1]`. Names are on one line and truncated. */
export function formatPath(path: FieldPath): string {
  return path
    .map((part, at) =>
      typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${truncate(part, maxNameLength)}`,
    )
    .join('')
}

const maxNameLength = 64

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
