import { randomId } from '../../async/runtime/random-id.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import type { RpcParams, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { principalKey } from '../../protocol/exchange/principal-key.js'
import { digestOfParams } from '../../protocol/input/retry-params.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { isValidAt, type Validity } from '../../sealing/is-valid-at.js'
import type { LazySealer } from '../../sealing/lazy-sealer.js'
import { isLoopbackAuthority } from '../../uri/loopback-hosts.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'

/** The `requestState` of an upstream as a client holds it: sealed, for one caller and one call. */
interface UpstreamState extends Validity {
  readonly caller: string
  readonly upstream: string
  readonly method: string
  /** The digest of the parameters, the name or the URI among them, without those of one round. */
  readonly params: string
  /** The text of the upstream. */
  readonly state: string
}

/** The call that a state belongs to. */
export interface StateOwner {
  readonly upstream: string
  readonly method: string
  /** As the upstream knows them. */
  readonly params: RpcParams | undefined
  readonly exchange: Exchange
}

export interface UpstreamStatesOptions {
  readonly sealer: LazySealer
  readonly limits: Limits
  readonly runtime: Runtime
}

/**
 * Binds the `requestState` of modern upstreams to the caller and the call that it was given for: an upstream may know the gateway
 * alone, so it cannot tell who comes back with it. spec: basic/patterns/mrtr#server-requirements
 */
export class UpstreamStates {
  readonly #options: UpstreamStatesOptions
  /** The names of the pipes without a principal, of which each is a caller. */
  readonly #pipes = new WeakMap<symbol, string>()
  #lastPipe = 0
  readonly #instance: string

  constructor(options: UpstreamStatesOptions) {
    this.#options = options
    this.#instance = randomId(options.runtime, 16)
  }

  /**
   * Seals the state in a response that asks for input. Without one it is the same response.
   *
   * Rejects with OmniportError `invalid_result` for a state that is no text, `limit` for a long one.
   */
  async seal(response: RpcResponse, { upstream, method, params, exchange }: StateOwner): Promise<RpcResponse> {
    const { sealer, limits, runtime } = this.#options
    const result = response.result as Readonly<Record<string, unknown>> // it asks for input
    const { requestState: state } = result
    if (state === undefined) return response
    if (typeof state !== 'string') throw new OmniportError('invalid_result', `${method}: requestState must be a string`)
    const issuedAt = runtime.now()
    const value: UpstreamState = {
      caller: this.#callerOf(exchange),
      upstream,
      method,
      params: await digestOfParams(params),
      issuedAt,
      expiresAt: issuedAt + limits.stateMs,
      state,
    }
    // A request without Host was never on a network.
    const isLocal = isLoopbackAuthority(exchange.headers?.get('host') ?? 'localhost')
    const requestState = await sealer.seal('upstream', value, { isLocal })
    if (requestState.length > this.#maxLength) {
      const text = `${method}: its requestState is too long to be sealed; stateBytes is ${limits.stateBytes}`
      throw new OmniportError('limit', text)
    }
    return { ...response, result: { ...result, requestState } }
  }

  /**
   * Opens the state of a retry, for its upstream.
   *
   * Rejects with RpcError -32602 when it was not sealed here, was changed, is of another caller or call, or has expired.
   */
  async open(text: unknown, { upstream, method, params, exchange }: StateOwner): Promise<string> {
    const isReadable = typeof text === 'string' && text.length <= this.#maxLength
    const value = isReadable ? await this.#options.sealer.open('upstream', text) : undefined
    if (!isObject(value)) throw refused()
    const sealed = value as object as UpstreamState // sealed by `seal`
    const isOfCall =
      sealed.caller === this.#callerOf(exchange) &&
      sealed.upstream === upstream &&
      sealed.method === method &&
      sealed.params === (await digestOfParams(params))
    if (!isOfCall || !isValidAt(sealed, this.#options.runtime.now())) throw refused()
    return sealed.state
  }

  /** Sealing makes a text longer by a third, and upstreams may use all of `stateBytes`. */
  get #maxLength(): number {
    return 2 * this.#options.limits.stateBytes
  }

  /** As connections to upstreams are isolated: pipes are told apart, callers over HTTP without authentication are not. */
  #callerOf(exchange: Exchange): string {
    const { principal, sender } = exchange
    if (principal !== undefined || typeof sender !== 'symbol') return principalKey(exchange)
    let pipe = this.#pipes.get(sender)
    if (pipe === undefined) {
      this.#lastPipe += 1
      pipe = `pipe ${this.#instance} ${this.#lastPipe}`
      this.#pipes.set(sender, pipe)
    }
    return pipe
  }
}

function refused(): RpcError {
  return RpcError.invalidParams('requestState is not one of this caller for this call, or it has expired')
}
