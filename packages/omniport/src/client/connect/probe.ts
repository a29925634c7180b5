import { waitFor } from '../../async/waiting/wait-for.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { newestRevision } from '../../protocol/revisions/revision.js'
import type { ClientTransport } from '../../transport/client-transport.js'
import { hasCode } from '../../values/errors/has-code.js'
import { OmniportError, type OmniportErrorCode } from '../../values/errors/omniport-error.js'
import type { ClientServices } from '../client-services.js'
import { HttpStatusError } from '../http/http-status-error.js'
import { supportedIn } from './choose-revision.js'
import { type Discovery, decodeDiscovered } from './modern-revision-client.js'
import { RevisionConnection } from './revision-connection.js'

export type ProbeResult =
  | { readonly type: 'modern'; readonly discovered: Discovery }
  /** A modern server that refuses the requested version. */
  | { readonly type: 'refused'; readonly supported: readonly string[]; readonly reason: unknown }
  /** `isProven`: the server answered. False: it stayed silent. */
  | { readonly type: 'legacy'; readonly isProven: boolean }

export interface ProbeOptions {
  /** Aborting it gives up. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Called when the server has answered, with a result or an error. */
  readonly onAnswer: () => void
}

/**
 * Finds out the era of a server. Any outcome but the answer of a modern server means a legacy one, including silence. A late
 * answer is ignored.
 *
 * spec: basic/transports/stdio#backward-compatibility
 *
 * Rejects with OmniportError `closed` when the connection ends, `unreachable` or `unauthorized` when the server cannot be
 * asked, with the reason of the signal, or with an RpcError that only modern servers answer.
 */
export async function probe(
  transport: ClientTransport,
  services: ClientServices,
  { signal, timeoutMs, onAnswer }: ProbeOptions,
): Promise<ProbeResult> {
  const connection = new RevisionConnection(transport, newestRevision, services)
  const answer = connection.request('server/discover', undefined, { signal })
  try {
    const result = await waitFor(answer, { clock: services.runtime, timeoutMs })
    onAnswer()
    return { type: 'modern', discovered: decodeDiscovered(result) }
  } catch (reason) {
    signal.throwIfAborted()
    if (isAnswer(reason)) onAnswer()
    return classifyFailure(reason)
  }
}

/** True for the errors of requests that the server has answered. */
export function isAnswer(reason: unknown): boolean {
  return RpcError.is(reason) || hasCode(reason, 'invalid_result') || hasCode(reason, 'unsupported')
}

function classifyFailure(reason: unknown): ProbeResult {
  if (reason instanceof HttpStatusError && reason.isUndecided && reason.allowsFallback) {
    return { type: 'legacy', isProven: false }
  }
  if (OmniportError.is(reason) && !undecided.has(reason.code)) {
    return { type: 'legacy', isProven: reason instanceof HttpStatusError && reason.status < 500 }
  }
  if (!RpcError.is(reason)) throw reason
  const supported = supportedIn(reason)
  if (reason.code === -32022 && supported !== undefined) return { type: 'refused', supported, reason }
  if (modernCodes.has(reason.code)) throw reason
  return { type: 'legacy', isProven: true }
}

/** Errors that say nothing about the era of the server. */
const undecided: ReadonlySet<OmniportErrorCode> = new Set(['closed', 'unreachable', 'unauthorized'])

/** HeaderMismatch and MissingRequiredClientCapability: no legacy revision has them. spec: basic/index#error-codes */
const modernCodes: ReadonlySet<number> = new Set([-32020, -32021])
