import type { CoreMethods, Sender } from './core-methods.js'
import type { OfficialSchema } from './official-schema.js'
import type { Revision } from './revisions.js'

/** One check of one message: what is given, and what its revision says of its sender. */
export interface Check {
  readonly revision: Revision
  readonly from: Sender
  readonly context: CheckContext
  readonly schema: OfficialSchema
  readonly methods: CoreMethods
}

/** What surrounds a message, where its check depends on it. */
export interface CheckContext {
  /** The method of the request that a response answers. Without it a result is checked as any result. */
  readonly method?: string | undefined
  /** The same by the id of the response, which tells those of a batch apart. Goes before `method` where it gives one. */
  readonly methodOf?: ((id: unknown) => string | undefined) | undefined
  /** The message was an HTTP body: there an error without id is legal in every revision. Default: false. */
  readonly http?: boolean | undefined
}
