import type { RpcErrorObject } from '../../jsonrpc/messages.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import type { HttpReceived } from '../../transport/http-sender.js'

/**
 * A reply that is no answer, by its status: `unreachable` where that says nothing about the server itself, such as that
 * credentials are missing or that it is busy; else `invalid_result`.
 */
export class HttpStatusError extends OmniportError {
  override readonly status: number
  /** What the body said, where it was an error of JSON-RPC. */
  readonly error: RpcErrorObject | undefined

  constructor(place: string, reply: HttpReceived, error: RpcErrorObject | undefined) {
    const { status } = reply
    super(isUndecided(status) ? 'unreachable' : 'invalid_result', describe(place, reply, error), { status })
    this.status = status
    this.error = error
  }

  /** Whether nothing follows from it about which revision the server speaks. */
  get isUndecided(): boolean {
    return isUndecided(this.status)
  }
}

/** 500 and 501 are what some servers answer to a method they do not know. */
function isUndecided(status: number): boolean {
  return status < 400 || undecided.has(status) || status > 501
}

const undecided: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429])

/** Headers that say what to do about a refusal. */
const telling = ['www-authenticate', 'retry-after', 'location'] as const

function describe(place: string, reply: HttpReceived, error: RpcErrorObject | undefined): string {
  const hints = telling.flatMap((name) => {
    const value = reply.header(name)
    return value === undefined ? [] : [`; ${name}: ${value.split('?')[0]?.slice(0, 512)}`]
  })
  const said = error === undefined ? '' : `: ${error.message.slice(0, 256)}`
  return `${place} answered HTTP ${reply.status}${said}${hints.join('')}`
}
