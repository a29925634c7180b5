import type { Meta } from './meta.js'

/** A folder or file the client lets a server work in. spec: client/roots#root */
export interface Root {
  /** A `file:` URI. */
  readonly uri: string
  readonly name?: string | undefined
  readonly _meta?: Meta | undefined
}
