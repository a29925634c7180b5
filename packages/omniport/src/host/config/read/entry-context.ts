import type { VariableScope } from '../expand/expand-variables.js'
import type { FieldPath } from '../field-fault.js'

/** What the fields of an entry are read with. */
export interface EntryContext extends VariableScope {
  /** A path of the file as an absolute one. */
  resolve(path: string): string
  /** The variables of a `.env` file. Rejects with FieldFault for the field that names it. */
  readEnvFile(path: string, field: FieldPath): Promise<ReadonlyMap<string, string>>
}
