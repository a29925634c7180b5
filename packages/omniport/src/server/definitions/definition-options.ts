import type { Icon, Principal } from '../../protocol/exchange/peer.js'
import type { Meta } from '../../protocol/model/meta.js'

/** What every tool, resource and prompt may say about itself. Its name is its key in `createServer`. */
export interface DefinitionOptions {
  /** What people read. Default: the name. */
  readonly title?: string | undefined
  /** What models read. */
  readonly description?: string | undefined
  /** `https:` and `data:` addresses only. spec: basic/index#icons */
  readonly icons?: readonly Icon[] | undefined
  /** Added to the entry in lists. */
  readonly _meta?: Meta | undefined
  /**
   * What a principal must have been granted. It is listed without them, and its use is refused before anything runs: with a
   * 403 that names them all, so that a client can get them. Checked over HTTP with `auth`, and nowhere else. Default: none.
   *
   * spec: basic/authorization#runtime-insufficient-scope-errors
   */
  readonly scopes?: readonly string[] | undefined
  /**
   * False: not listed, and unknown when used. Synchronous and pure; may run more than once
   * for one request. Default: visible to everybody.
   */
  readonly visible?: ((principal: Principal | undefined) => boolean) | undefined
}
