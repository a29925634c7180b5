import type { Exchange } from '../protocol/exchange/exchange.js'
import type { Limits } from '../protocol/limits/limits.js'
import type { Validity } from '../sealing/is-valid-at.js'
import type { LazySealer } from '../sealing/lazy-sealer.js'
import { isLoopbackAuthority } from '../uri/loopback-hosts.js'

/** The sealed state by which a client comes back to a parked call: whose it is, where it is, and which round it answers. */
export interface ParkedHandle extends Validity {
  /** As `principalKey` gives it. */
  readonly principal: string
  /** Identifies the node that holds the call, and its run. */
  readonly instance: string
  /** The label of the middleware that parked the call. */
  readonly label: string
  readonly call: string
  /** 1, 2, … */
  readonly round: number
  readonly method: string
  /** The digest of the parameters, without those of one round. */
  readonly params: string
}

/** Tells a handle of a parked call from the state of another kind that a request carries. */
export function isParkedHandle(state: unknown): state is string {
  return typeof state === 'string' && state.startsWith(prefix)
}

/** Seals handles, so that a client can neither read nor make them. */
export class HandleSealer {
  readonly #sealer: LazySealer
  readonly #limits: Limits

  constructor(sealer: LazySealer, limits: Limits) {
    this.#sealer = sealer
    this.#limits = limits
  }

  /** Rejects with RpcError -32603 where the process cannot seal. */
  async seal(handle: ParkedHandle, { headers }: Exchange): Promise<string> {
    // A request without Host was never on a network.
    const isLocal = isLoopbackAuthority(headers?.get('host') ?? 'localhost')
    return prefix + (await this.#sealer.seal('parked', handle, { isLocal }))
  }

  /** Undefined: it was not sealed here, or was changed. */
  async open(text: string): Promise<ParkedHandle | undefined> {
    if (text.length > this.#limits.stateBytes) return undefined
    return (await this.#sealer.open('parked', text.slice(prefix.length))) as ParkedHandle | undefined // sealed by `seal`
  }

  /** Tells if a text looks sealed by another process, with a secret that this one does not have. */
  async isForeign(text: string): Promise<boolean> {
    return text.length <= this.#limits.stateBytes && this.#sealer.isForeign(text.slice(prefix.length))
  }
}

/** In front of the sealed text, since a handle that nobody can open any more must not start its call anew. */
const prefix = 'parked.'
