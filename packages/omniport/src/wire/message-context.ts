import type { Revision } from '../protocol/revisions/revision.js'
import { type CoreMethods, coreMethods, type Sender } from './core-methods.js'
import { type OfficialSchema, officialSchema } from './official-schema.js'

/** The circumstances of a message, as far as its check depends on them. */
export interface MessageContext {
  readonly revision: Revision
  readonly from: Sender
  /** The method of the request that a response answers. Without it a result is checked as any result. */
  readonly method?: string | undefined
  /** The same by the id of the response, which tells those of a batch apart. It takes precedence over `method`. */
  readonly methodOf?: ((id: unknown) => string | undefined) | undefined
  /** The message was an HTTP body: there an error without id is legal in every revision. Default: false. */
  readonly http?: boolean | undefined
}

/** One check of one message: its context, and the schema of its revision. */
export interface MessageCheck extends MessageContext {
  readonly schema: OfficialSchema
  readonly methods: CoreMethods
}

export function createMessageCheck(context: MessageContext): MessageCheck {
  const { revision, from } = context
  return { ...context, schema: officialSchema(revision), methods: coreMethods(revision, from) }
}
