import type { RpcErrorObject } from '../../jsonrpc/messages/messages.js'
import type { HttpSendResponse } from '../../transport/http-sender.js'
import { OmniportError, type OmniportErrorCode } from '../../values/errors/omniport-error.js'
import type { SentSecrets } from './sent-secrets.js'

/** What is known of a reply that is no answer. */
export interface RefusedReply {
  readonly address: string
  readonly reply: HttpSendResponse
  /** What its body says, where it is an error of JSON-RPC, without secrets. */
  readonly error: RpcErrorObject | undefined
  readonly secrets: SentSecrets
}

/**
 * A reply that is no answer, by its status: `unauthorized` for 401 and 403, `unreachable` for what says nothing about the server
 * itself, such as that it is busy; else `invalid_result`.
 */
export class HttpStatusError extends OmniportError {
  override readonly status: number
  /** What the body said, where it was an error of JSON-RPC. */
  readonly error: RpcErrorObject | undefined

  constructor(refused: RefusedReply) {
    const { status } = refused.reply
    super(codeOf(status), describe(refused), { status })
    this.status = status
    this.error = refused.error
  }

  /** Whether nothing follows from it about which revision the server speaks. */
  get isUndecided(): boolean {
    return isUndecided(this.status)
  }
}

function codeOf(status: number): OmniportErrorCode {
  if (status === 401 || status === 403) return 'unauthorized'
  return isUndecided(status) ? 'unreachable' : 'invalid_result'
}

/** 500 and 501 are what some servers answer to a method they do not know. */
function isUndecided(status: number): boolean {
  return status < 400 || undecided.has(status) || status > 501
}

const undecided: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429])

/** Headers that say what to do about a refusal. */
const hintHeaders = ['www-authenticate', 'retry-after', 'location'] as const

function describe({ address, reply, error, secrets }: RefusedReply): string {
  const hints = hintHeaders.flatMap((name) => {
    const value = reply.header(name)
    return value === undefined ? [] : [`; ${name}: ${secrets.clean(withoutDetails(value)).slice(0, 512)}`]
  })
  const detail = error === undefined ? '' : `: ${error.message.slice(0, 256)}`
  return `${address} answered HTTP ${reply.status}${detail}${hints.join('')}`
}

/** Of an address, what leads to a place: no query, no fragment, nobody's name and password. */
function withoutDetails(value: string): string {
  const [start = ''] = value.split(/[?#]/)
  return start.replaceAll(/\/\/[^/@\s]*@/g, '//')
}
