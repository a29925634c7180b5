import type { SaveFlags } from '../render/save-flags.js'

/** The options of `call` alone. */
export interface CallFlags extends SaveFlags {
  /** The file of calls to add this one to. */
  readonly save?: string | undefined
}
