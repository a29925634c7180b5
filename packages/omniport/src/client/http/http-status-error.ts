import type { RpcErrorObject, RpcId, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { isHeaderMismatch } from '../../protocol/headers/header-mismatch.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { HttpSendResponse } from '../../transport/http-sender.js'
import { OmniportError, type OmniportErrorCode } from '../../values/errors/omniport-error.js'
import type { RefusalBody } from './refusal-body.js'
import type { SentSecrets } from './sent-secrets.js'

/** A reply that refuses a request, as far as it was read. */
export interface RefusedReply {
  readonly address: string
  readonly reply: HttpSendResponse
  readonly body: RefusalBody
  readonly secrets: SentSecrets
  readonly nowMs: number
}

/**
 * A reply that refuses a request, by its status: `unauthorized` for 401 and 403, `unreachable` for statuses that say
 * nothing about the server itself, such as 503; else `invalid_result`.
 */
export class HttpStatusError extends OmniportError {
  override readonly status: number
  /** The JSON-RPC error in the body. */
  readonly error: RpcErrorObject | undefined
  /** The time until the server wants to be asked again, five minutes at most; 0 if it does not say. */
  readonly retryAfterMs: number
  readonly #body: RefusalBody

  constructor(refused: RefusedReply) {
    const { reply, body, nowMs } = refused
    super(codeOf(reply.status), describe(refused))
    this.status = reply.status
    this.error = body.error
    this.retryAfterMs = retryAfterMs(reply.header('retry-after'), nowMs)
    this.#body = body
  }

  /**
   * True: so a server refuses a request of a session that it does not know. The specification wants 404; servers also answer
   * 400, with a JSON-RPC error that names the session, or with anything that is not JSON-RPC.
   */
  get refusesSession(): boolean {
    if (this.status !== 400 && this.status !== 404) return false
    if (this.error === undefined) return !this.#body.isMessage
    if (isHeaderMismatch(this.error)) return false // its text may quote a name that has the word
    return sessionCodes.has(this.error.code) && /session/i.test(this.error.message)
  }

  /** True: the server wants headers that repeat parts of the message, or refuses those that it got. */
  get refusesHeaders(): boolean {
    return this.status === 400 && this.error !== undefined && isHeaderMismatch(this.error)
  }

  /** True: the text of the refusal has the word "session". */
  get namesSession(): boolean {
    return this.#body.namesSession
  }

  /** True: the status says nothing about the revision that the server speaks. */
  get isUndecided(): boolean {
    return isUndecided(this.status)
  }

  /**
   * True: a server that refuses the first POST so may have HTTP+SSE of 2024-11-05 at this address instead. The newer texts name
   * 400, 404 and 405; the older ones say any 4xx. 401 and 429 only put the POST off, and the error codes of a modern server
   * rule it out.
   *
   * spec: 2025-06-18 basic/transports#backwards-compatibility
   */
  get allowsFallback(): boolean {
    if (this.status < 400 || this.status > 499 || this.status === 401 || this.status === 429) return false
    return this.error === undefined || !modernErrorCodes.has(this.error.code)
  }
}

/** The time until a server that refused with `reason` wants to be asked again, in milliseconds; see `HttpStatusError`. */
export function retryAfterOf(reason: unknown): number {
  return reason instanceof HttpStatusError ? reason.retryAfterMs : 0
}

/**
 * The response in the reply that refused the request `id`. Undefined: the reply has no JSON-RPC error, or its status counts
 * instead. 401 and 403 always do; an undecided status does while the revision of the server is not known.
 */
export function responseInRefusal(reason: unknown, id: RpcId, revision: Revision | undefined): RpcResponse | undefined {
  if (!(reason instanceof HttpStatusError) || reason.error === undefined || reason.code === 'unauthorized')
    return undefined
  return revision === undefined && reason.isUndecided ? undefined : { jsonrpc: '2.0', id, error: reason.error }
}

/**
 * The time in milliseconds that a header `Retry-After` asks to wait, five minutes at most. It is a number of seconds or a
 * date; of anything else, and without the header, the time is 0.
 */
function retryAfterMs(value: string | undefined, nowMs: number): number {
  if (value === undefined) return 0
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - nowMs
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}

const maxRetryAfterMs = 300_000

/** The error codes with which servers refuse sessions that they do not know. */
const sessionCodes: ReadonlySet<number> = new Set([-32000, -32001, -32600])

/** The error codes that only modern servers have. spec: basic/index#error-codes */
export const modernErrorCodes: ReadonlySet<number> = new Set([-32020, -32021, -32022])

function codeOf(status: number): OmniportErrorCode {
  if (status === 401 || status === 403) return 'unauthorized'
  return isUndecided(status) ? 'unreachable' : 'invalid_result'
}

/** Some servers answer an unknown method with 500 or 501. */
function isUndecided(status: number): boolean {
  return status < 400 || undecided.has(status) || status > 501
}

const undecided: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429])

/** These headers say what to do about a refusal. */
const hintHeaders = ['www-authenticate', 'retry-after', 'location'] as const

function describe({ address, reply, body: { error }, secrets }: RefusedReply): string {
  const hints = hintHeaders.flatMap((name) => {
    const value = reply.header(name)
    return value === undefined ? [] : [`; ${name}: ${secrets.clean(withoutDetails(value)).slice(0, 512)}`]
  })
  const detail = error === undefined ? '' : `: ${error.message.slice(0, 256)}`
  return `${address} answered HTTP ${reply.status}${detail}${hints.join('')}`
}

/** An address without its query, fragment, user name and password. */
function withoutDetails(value: string): string {
  const [start = ''] = value.split(/[?#]/)
  return start.replaceAll(/\/\/[^/@\s]*@/g, '//')
}
