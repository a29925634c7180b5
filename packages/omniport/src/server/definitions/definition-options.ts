import type { Icon, Principal } from '../../protocol/exchange/peer.js'
import type { Meta } from '../../protocol/model/meta.js'

/** Options that tools, resources and prompts share. The key in `createServer` is the name. */
export interface DefinitionOptions {
  /** The name that people read. Default: the name. */
  readonly title?: string | undefined
  /** The description that models read. */
  readonly description?: string | undefined
  /** `https:` and `data:` addresses only. spec: basic/index#icons */
  readonly icons?: readonly Icon[] | undefined
  /** Added to the entry in lists. */
  readonly _meta?: Meta | undefined
  /**
   * Scopes that a principal must have. The definition is listed without them, but a request for it is rejected before
   * anything runs: with a 403 that names all of them, so that a client can get them. Checked over HTTP with `auth`, and
   * nowhere else. Default: none. spec: basic/authorization#runtime-insufficient-scope-errors
   */
  readonly scopes?: readonly string[] | undefined
  /**
   * Gives false for a principal that must not see the definition: it is not listed, and unknown when used. Synchronous
   * and pure; may run more than once for one request. Default: visible to everybody.
   */
  readonly visible?: ((principal: Principal | undefined) => boolean) | undefined
}
