import type { RpcErrorObject, RpcId, RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { HttpSendResponse } from '../../transport/http-sender.js'
import { OmniportError, type OmniportErrorCode } from '../../values/errors/omniport-error.js'
import type { SentSecrets } from './sent-secrets.js'

/** A reply that refuses a request, as far as it was read. */
export interface RefusedReply {
  readonly address: string
  readonly reply: HttpSendResponse
  /** The JSON-RPC error in its body, without secrets. */
  readonly error: RpcErrorObject | undefined
  readonly secrets: SentSecrets
}

/**
 * A reply that refuses a request, by its status: `unauthorized` for 401 and 403, `unreachable` for statuses that say
 * nothing about the server itself, such as 503; else `invalid_result`.
 */
export class HttpStatusError extends OmniportError {
  override readonly status: number
  /** The JSON-RPC error in the body. */
  readonly error: RpcErrorObject | undefined

  constructor(refused: RefusedReply) {
    const { status } = refused.reply
    super(codeOf(status), describe(refused), { status })
    this.status = status
    this.error = refused.error
  }

  /** True: the status says nothing about the revision that the server speaks. */
  get isUndecided(): boolean {
    return isUndecided(this.status)
  }
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

function describe({ address, reply, error, secrets }: RefusedReply): string {
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
