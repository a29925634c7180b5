import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import { backoffMs } from '../../async/waiting/backoff.js'
import { pause } from '../../async/waiting/pause.js'
import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ClientServices } from '../client-services.js'
import type { ConnectionRequestOptions } from '../connect/revision-connection.js'
import type { ExtensionResult } from '../extensions/extension-result.js'
import { completeUrlElicitations } from './legacy/complete-url-elicitations.js'
import type { RequiredUrlElicitation } from './legacy/required-url-elicitations.js'
import { decodeInputRequired, retryParams } from './modern/retry-params.js'
import { RoundTripTimeouts } from './modern/round-trip-timeouts.js'

/** A request that the server did not answer at once. */
export interface RoundTripRequest {
  readonly method: string
  readonly params: RpcParams | undefined
  readonly options: ConnectionRequestOptions
  readonly maxTimeoutMs: number
  /** The time that its first round trip took. */
  readonly elapsedMs: number
  /** Sends it once, with a new id. Rejects when the connection has another revision than `profile`. */
  readonly send: (retry: Retry) => Promise<ResultKind>
  /** Called at each round trip. */
  readonly onRoundTrip?: (() => void) | undefined
}

/** One more round trip of a request. */
export interface Retry {
  readonly params: RpcParams | undefined
  readonly options: ConnectionRequestOptions
  readonly profile: RevisionProfile | undefined
}

/** The last result, and the parameters of the request that it answers. */
export interface RoundTripsEnd {
  readonly outcome: FinalResultKind
  readonly params: RpcParams | undefined
}

/**
 * Answers the input requests of the server, and sends the request again, until it is answered. All round trips of a modern
 * request together have its time limits, which pause while the user is asked; a legacy request has new ones after its pages.
 *
 * spec: basic/patterns/mrtr, 2025-11-25 client/elicitation#url-elicitation-required-error
 *
 * Rejects with OmniportError `limit` naming `limits.rounds`, or `timeout`, or as `send`, `retryParams` and
 * `completeUrlElicitations` do.
 */
export async function runRoundTrips(
  first: ResultKind,
  request: RoundTripRequest,
  services: ClientServices,
): Promise<RoundTripsEnd> {
  if (first.type !== 'input_required') return repeat(first, request, { services })
  const timeouts = new RoundTripTimeouts(request.options, request.elapsedMs, services.runtime)
  try {
    return await repeat(first, request, { services, timeouts })
  } finally {
    timeouts.end()
  }
}

interface RoundTripContext {
  readonly services: ClientServices
  /** Undefined: each round trip has the limits of the request. */
  readonly timeouts?: RoundTripTimeouts | undefined
}

async function repeat(
  first: ResultKind,
  request: RoundTripRequest,
  { services, timeouts }: RoundTripContext,
): Promise<RoundTripsEnd> {
  const { method, maxTimeoutMs, send } = request
  const options = timeouts?.options ?? request.options
  const { signal } = options
  const { rounds } = services.limits
  let { params } = request
  let profile: RevisionProfile | undefined
  let hasElicitedUrls = false
  let empty = 0
  let outcome = first
  for (let roundTrip = 0; ; roundTrip += 1) {
    if (outcome.type === 'complete' || outcome.type === 'extension') return { outcome, params }
    request.onRoundTrip?.()
    if (roundTrip >= rounds) {
      throw new OmniportError('limit', `${method}: the server asks again and again; limits.rounds is ${rounds}`)
    }
    if (outcome.type === 'url_elicitation_required') {
      if (hasElicitedUrls) throw outcome.error
      hasElicitedUrls = true
      await completeUrlElicitations({ ...outcome, signal, maxTimeoutMs }, services)
    } else {
      profile = outcome.profile
      const required = decodeInputRequired(method, outcome.result)
      empty = Object.keys(required.inputRequests).length > 0 ? 0 : empty + 1
      if (empty > 1) await waitBetweenRoundTrips(empty - 2, signal, services)
      params = await retryParams(params, required, { method, profile, signal, timeouts, services })
    }
    outcome = await send({ params, options, profile })
  }
}

/** Slows down a server that only asks to send the request again, without an input request. */
async function waitBetweenRoundTrips(
  attempt: number,
  signal: AbortSignal | undefined,
  services: ClientServices,
): Promise<void> {
  const { runtime, ended } = services
  const linked = new LinkedAbortController(signal, ended.signal)
  try {
    await pause(runtime, backoffMs(attempt, runtime), linked.signal)
    linked.signal.throwIfAborted()
  } finally {
    linked.unlink()
  }
}

/** The outcome of sending a request once. */
export type ResultKind =
  | FinalResultKind
  /** The request is to be sent again with the responses to input requests. */
  | {
      readonly type: 'input_required'
      readonly result: Readonly<Record<string, unknown>>
      readonly profile: RevisionProfile
    }
  /** The request is to be sent again after the user has completed some pages. */
  | {
      readonly type: 'url_elicitation_required'
      readonly elicitations: readonly RequiredUrlElicitation[]
      readonly error: RpcError
    }

/** The outcomes after which the request is not sent again. */
export type FinalResultKind =
  | { readonly type: 'complete'; readonly result: Readonly<Record<string, unknown>> }
  | ExtensionResult
