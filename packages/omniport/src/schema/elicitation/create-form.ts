import type { ObjectSchema } from '../../protocol/model/object-schema.js'
import type { Checked } from '../engine.js'
import type { AnySchema } from '../schema.js'
import type { SchemaLimits } from '../schema-limits.js'

/** A schema made ready to be asked of a person: what the client sees, and the check of what it answers. */
export interface Form {
  /** The newest shape of the protocol, frozen. spec: client/elicitation#requested-schema */
  readonly requestedSchema: ObjectSchema
  /** Checks the content of an accepted answer. */
  check(content: unknown): Checked | Promise<Checked>
}

export function createForm(_schema: AnySchema, _limits?: Partial<SchemaLimits>): Form {
  throw new Error('not yet')
}
