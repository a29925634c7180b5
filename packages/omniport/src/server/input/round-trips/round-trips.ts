import type { Logger } from '../../../async/runtime/logger.js'
import { randomId } from '../../../async/runtime/random-id.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import type { RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import { principalKey } from '../../../protocol/exchange/principal-key.js'
import { WrappedExchange } from '../../../protocol/exchange/wrapped-exchange.js'
import { encodeInputRequest } from '../../../protocol/input/encode-input-request.js'
import { digestOfParams, responsesOf } from '../../../protocol/input/retry-params.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import { InputRequired } from '../../../protocol/results/input-required.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import { isValidAt, maxSkewMs } from '../../../sealing/is-valid-at.js'
import type { LazySealer } from '../../../sealing/lazy-sealer.js'
import type { Blobs } from '../../../store/blobs.js'
import { isLoopbackAuthority } from '../../../uri/loopback-hosts.js'
import { digestOfJson } from '../../../values/json/digest-of-json.js'
import type { Entry } from '../../definitions/entry.js'
import { InputFailure } from '../input-failure.js'
import { isSpilled, type RequestState } from './request-state.js'
import { type RetryPayload, storeRetryPayload } from './retry-payload.js'
import type { RoundTrip } from './round-trip-input-requester.js'

export interface RoundTripsOptions {
  readonly sealer: LazySealer
  /** Absent: a state that is too large to travel is rejected. */
  readonly sharedBlobs: Blobs | undefined
  /** Marks states that may be used once. */
  readonly blobs: Blobs
  /** Other processes open the same states, and have other marks. */
  readonly marksAlone: boolean
  readonly limits: Limits
  readonly runtime: Runtime
  readonly logger: Logger
}

export interface RoundTripOrigin {
  readonly entry: Entry
  readonly message: RpcRequest
  readonly exchange: Exchange
  readonly retry: RetryPayload | undefined
  readonly correlationId: string
}

/**
 * Carries the state of a call through the client and back: sealed, for one service, one principal, one request and one
 * definition, for a limited time. The server stores only states that are too large to travel or may be used once.
 * spec: basic/patterns/mrtr#server-requirements
 */
export class RoundTrips {
  readonly #options: RoundTripsOptions
  readonly #definitions = new WeakMap<Entry, Promise<string>>()
  readonly #warned = new WeakSet<Entry>()
  #hasWarnedOfMarks = false

  constructor(options: RoundTripsOptions) {
    this.#options = options
  }

  /**
   * Creates the exchange of a retry, which has the number of its round. The retry payload is checked before middleware runs;
   * a bad one is rejected after it, so that middleware sees the attempt.
   */
  async openRetry(message: RpcRequest, exchange: Exchange): Promise<Exchange> {
    const retry = await this.open(message, exchange).catch(toRejectedRetry)
    storeRetryPayload(exchange, retry)
    return new WrappedExchange(exchange, retry.state?.round ?? 0)
  }

  /**
   * Opens the payload of a retry, without the checks that need its definition.
   *
   * Rejects with RpcError -32602, without detail, when its state was not made here, for this, or is too old or from the future.
   */
  async open({ method, params }: RpcRequest, exchange: Exchange): Promise<RetryPayload> {
    const responses = responsesOf(params)
    const text = params?.['requestState']
    if (text === undefined) return { state: undefined, responses }
    const state = typeof text === 'string' ? await this.#unseal(text) : undefined
    const isValidState =
      state !== undefined &&
      state.method === method &&
      state.principal === principalKey(exchange) &&
      isValidAt(state, this.#options.runtime.now()) &&
      state.params === (await digestOfParams(params))
    if (!isValidState) throw refused()
    return { state, responses }
  }

  /**
   * Checks the payload of a retry against this definition. Answers to a definition that accepts them once need a state.
   *
   * Rejects with RpcError -32602 when the state belongs to another definition.
   */
  async accept({ state, responses }: RetryPayload, entry: Entry): Promise<RetryPayload> {
    if (state === undefined) return { state, responses: isSingleUse(entry) ? new Map() : responses }
    if (state.name !== entry.name) throw refused()
    if (state.definition !== (await this.#definitionDigest(entry))) {
      throw RpcError.invalidParams(`${entry.name} changed, call it again without requestState`)
    }
    return { state, responses }
  }

  /** Tells if the answers to a state may be accepted now: for a definition that accepts them once, only the first time. */
  async consume(state: RequestState | undefined, entry: Entry): Promise<boolean> {
    if (state === undefined || !isSingleUse(entry)) return true
    const { blobs, runtime } = this.#options
    this.#warnOfMarks(entry)
    // A round that is repeated without an accepted answer keeps its number of answers.
    const blobKey = `spent ${state.correlationId} ${state.history.answers.length}`
    // On a node whose clock is behind, the state expires later than on this one.
    return blobs.create(blobKey, new Uint8Array(1), Math.max(1, state.expiresAt - runtime.now()) + maxSkewMs)
  }

  #warnOfMarks({ name }: Entry): void {
    if (!this.#options.marksAlone || this.#hasWarnedOfMarks) return
    this.#hasWarnedOfMarks = true
    this.#options.logger.warn(
      `${name} has singleUse, and this process alone knows which states were used: with the same secrets, another node, or this one after a restart, accepts them again. Give the nodes one blob store: stores: { blobs }`,
    )
  }

  /** Warns once per definition that a run went on after it had ended. */
  warnSwallowed(entry: Entry): void {
    if (this.#warned.has(entry)) return
    this.#warned.add(entry)
    this.#options.logger.warn(
      `${entry.name} caught what ends a call that waits for answers, and went on: if (isSuspended(error)) throw error`,
    )
  }

  /**
   * Creates the result with the input requests of a round.
   *
   * Rejects with `InputFailure` when the state is too large.
   */
  async seal({ questions, history }: RoundTrip, origin: RoundTripOrigin): Promise<InputRequired> {
    const { entry, message, exchange, retry, correlationId } = origin
    const { limits, runtime } = this.#options
    const now = runtime.now()
    const state: RequestState = {
      principal: principalKey(exchange),
      method: message.method,
      name: entry.name,
      params: await digestOfParams(message.params),
      definition: await this.#definitionDigest(entry),
      issuedAt: now,
      expiresAt: now + limits.stateMs,
      correlationId,
      round: (retry?.state?.round ?? 0) + 1,
      history,
    }
    const profile = profileOf(exchange.revision)
    const encoded = new Map([...questions].map(([key, question]) => [key, encodeInputRequest(question, profile)]))
    return new InputRequired(encoded, await this.#sealState(state, exchange))
  }

  async #unseal(text: string): Promise<RequestState | undefined> {
    const { sealer, limits, sharedBlobs } = this.#options
    if (text.length > limits.stateBytes) return undefined
    const sealed = await sealer.open('state', text)
    if (sealed === undefined && (await sealer.isForeign(text))) {
      throw RpcError.invalidParams('requestState was sealed by another server')
    }
    if (!isSpilled(sealed)) return sealed as RequestState | undefined // sealed by `#sealState`
    const bytes = await sharedBlobs?.get(sealed.blob)
    return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as RequestState) // put there by `#sealState`
  }

  async #sealState(state: RequestState, { headers }: Exchange): Promise<string> {
    const { sealer, limits, runtime, sharedBlobs } = this.#options
    // A request without Host was never on a network.
    const isLocal = isLoopbackAuthority(headers?.get('host') ?? 'localhost')
    const text = await sealer.seal('state', state, { isLocal })
    if (text.length <= limits.stateBytes) return text
    if (sharedBlobs === undefined) {
      throw new InputFailure(`The answers so far are more than ${limits.stateBytes} bytes (stateBytes)`, undefined)
    }
    const bytes = new TextEncoder().encode(JSON.stringify(state))
    if (bytes.length > limits.bodyBytes) {
      throw new InputFailure(`The answers so far are more than ${limits.bodyBytes} bytes (bodyBytes)`, undefined)
    }
    const blob = `round ${randomId(runtime, 16)}`
    await sharedBlobs.put(blob, bytes, limits.stateMs)
    return sealer.seal('state', { blob }, { isLocal })
  }

  #definitionDigest(entry: Entry): Promise<string> {
    let digest = this.#definitions.get(entry)
    if (digest === undefined) {
      digest = digestOfJson(entry.listed)
      this.#definitions.set(entry, digest)
    }
    return digest
  }
}

function toRejectedRetry(reason: unknown): RetryPayload {
  return { state: undefined, responses: new Map(), refusal: RpcError.from(reason) }
}

function refused(): RpcError {
  return RpcError.invalidParams('requestState is not valid for this request')
}

function isSingleUse({ definition }: Entry): boolean {
  return 'singleUse' in definition && definition.singleUse === true
}
