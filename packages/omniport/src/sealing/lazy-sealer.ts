import type { Logger } from '../async/runtime/logger.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { checkSecrets } from './check-secrets.js'
import { createSecret, Sealer, type SealPurpose } from './sealer.js'

export interface LazySealerOptions {
  /** The first seals, all open. Default: a secret of this process, made at the first seal. */
  readonly secrets?: readonly string[] | undefined
  /** The name of the service. Another one with the same secrets cannot open what is sealed. */
  readonly service: string
  readonly logger: Logger
  /** The name of the sealed texts, as a plural that begins a sentence of the warning, such as `Session ids`. */
  readonly what: string
}

export interface SealOptions {
  /** Only programs on this machine call, so no other node has to open it, and there is no warning. */
  readonly isLocal: boolean
}

/**
 * Seals with the given secrets, or with one of this process. A text sealed by the latter opens neither on other nodes nor
 * after a restart: the first seal that is not local logs a warning. A worker of `node:cluster` refuses to seal, since its
 * siblings could not open the text.
 */
export class LazySealer {
  readonly #options: LazySealerOptions
  #sealer: Sealer | undefined
  #isWarned = false

  /** @throws TypeError when there are no secrets in a list that is given, or one is shorter than 32 bytes. */
  constructor(options: LazySealerOptions) {
    this.#options = options
    if (options.secrets !== undefined) this.#sealer = new Sealer(checkSecrets(options.secrets), options.service)
  }

  /**
   * Seals a JSON value for `purpose`; only `open` with the same purpose gives it back.
   *
   * Rejects with `RpcError` -32603 in a cluster worker without secrets; the reason is logged.
   */
  async seal(purpose: SealPurpose, value: unknown, { isLocal }: SealOptions): Promise<string> {
    const { secrets, logger, what } = this.#options
    if (secrets === undefined && !isLocal && !this.#isWarned) {
      this.#isWarned = true
      logger.warn(
        `${what} are sealed with a secret of this process: other nodes, and this one after a restart, refuse them. ` +
          'Set the option secrets: ["…"], at least 32 bytes each',
      )
    }
    this.#sealer ??= this.#createProcessSealer()
    return this.#sealer.seal(purpose, value)
  }

  /**
   * The value of a sealed text. Undefined: it was not sealed with these secrets, by another service, not for this purpose, or
   * was changed.
   */
  async open(purpose: SealPurpose, text: string): Promise<unknown> {
    return this.#sealer?.open(purpose, text)
  }

  /** Tells if a text looks sealed by a secret that is not one of these. */
  async isForeign(text: string): Promise<boolean> {
    return this.#sealer?.isForeign(text) ?? /^v1\.[^.]+\.[^.]+\.[^.]+$/.test(text)
  }

  #createProcessSealer(): Sealer {
    if (!isClusterWorker()) return new Sealer([createSecret()], this.#options.service)
    const problem = `${this.#options.what} cannot be sealed in a worker of node:cluster without the option secrets`
    this.#options.logger.error(problem, {})
    throw RpcError.internal('The server is not set up to do this')
  }
}

/** The global `process` of Node and of runtimes like it. */
interface NodeProcess {
  getBuiltinModule?(name: string): { readonly isWorker?: boolean } | undefined
}

/** False on other runtimes and on Node before 20.16, which do not tell. */
function isClusterWorker(): boolean {
  const host: NodeProcess | undefined = Reflect.get(globalThis, 'process')
  return host?.getBuiltinModule?.('node:cluster')?.isWorker === true
}
