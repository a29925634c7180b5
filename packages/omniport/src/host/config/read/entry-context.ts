import type { VariableScope } from '../expand/expand-variables.js'
import type { FieldPath } from '../field-fault.js'

export interface EntryContext extends VariableScope {
  /** Makes a path of the file absolute. */
  resolve(path: string): string
  /** Reads a `.env` file. Rejects with FieldFault for the field that names it. */
  readEnvFile(path: string, field: FieldPath): Promise<ReadonlyMap<string, string>>
}
