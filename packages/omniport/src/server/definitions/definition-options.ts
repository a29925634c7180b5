import type { Meta } from '../../protocol/model/meta.js'
import type { Icon, Principal } from '../../protocol/peer.js'

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
   * What a principal must have been granted. It is listed without them and refused when used, over HTTP with a 403 that
   * names them. Not checked where no `auth` is set up. Default: none.
   */
  readonly scopes?: readonly string[] | undefined
  /**
   * False: not listed, and unknown when used. Synchronous and pure; runs once per round. Default: visible to everybody.
   */
  readonly visible?: ((principal: Principal | undefined) => boolean) | undefined
}
