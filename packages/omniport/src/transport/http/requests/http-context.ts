import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { InFlightRequests } from '../../../jsonrpc/serving/in-flight-requests.js'
import { isPriorityMethod } from '../../../protocol/exchange/has-priority.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import { requestHeaders } from '../../../protocol/headers/request-headers.js'
import { inFlightShare } from '../../../protocol/limits/memory-budgets.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { characterBytes } from '../../../values/memory/json-bytes.js'
import type { Caller } from '../../exchange/message-exchange.js'
import { corsHeaders } from '../guards/check-host.js'
import { type ConcurrencyLimits, serverFull } from '../guards/concurrency-limits.js'
import type { HttpSettings } from '../http-settings.js'
import { EventStream } from '../responses/event-stream.js'
import { formatSseEvent, type SseEvent, sseHeaders } from '../responses/sse-event.js'
import { HttpError } from './http-error.js'
import type { BodyCounter, HttpHeaders, HttpReply, HttpRequest } from './http-request.js'

/** A longer reply is sent event by event, and its reader is watched. */
const pieceLength = 64 * 1024

/** A body up to this size is counted when it was read. So slow senders of short bodies do not keep others out. */
const uncountedBytes = 64 * 1024

const noHeaders: HttpHeaders = Object.freeze({})

export interface HttpServices {
  readonly settings: HttpSettings
  /** The requests that belong to no stored session. */
  readonly inFlightRequests: InFlightRequests
  readonly concurrency: ConcurrencyLimits
  /** One function per open subscription, which ends it with its result. */
  readonly openSubscriptions: Set<() => void>
}

/** One HTTP request, its reply, and what is known of it so far. A handler sees it as the caller. */
export class HttpContext implements Caller, BodyCounter {
  readonly request: HttpRequest
  readonly reply: HttpReply
  readonly settings: HttpSettings
  readonly inFlightRequests: InFlightRequests
  readonly concurrency: ConcurrencyLimits
  readonly openSubscriptions: Set<() => void>
  /** Set when the request was authenticated. */
  principal: Principal | undefined
  /** Set when the body was parsed and is a single message. */
  message: RpcMessage | undefined
  /** The bytes of its message that are counted in flight. */
  #messageBytes = 0
  #extra: Record<string, string> | undefined
  #forms: AcceptedForms | undefined

  constructor(services: HttpServices, request: HttpRequest, reply: HttpReply) {
    this.request = request
    this.reply = reply
    this.settings = services.settings
    this.inFlightRequests = services.inFlightRequests
    this.concurrency = services.concurrency
    this.openSubscriptions = services.openSubscriptions
  }

  /** The owner of what this request opens: its principal, or the network of an anonymous client. */
  get owner(): string {
    return this.principal === undefined ? `network ${this.request.network}` : `principal ${this.principal.id}`
  }

  get sender(): string {
    return this.request.network
  }

  /** The forms of a response that the client accepts. @throws HttpError 406 if it accepts none. */
  get forms(): AcceptedForms {
    this.#forms ??= acceptedForms(this.request)
    return this.#forms
  }

  /** @throws HttpError 406 if the client accepts no form of a response. */
  assertAcceptsResponse(): void {
    this.#forms = acceptedForms(this.request)
  }

  /** @throws HttpError 406 if the client accepts no stream. */
  assertAcceptsStream(): void {
    if (this.forms.sse) return
    throw new HttpError(406, RpcError.invalidRequest('Accept must list text/event-stream'))
  }

  /** @throws OmniportError `unsupported` if the client accepts no stream, so that no request of the server can reach it. */
  assertAcceptsRequests(): void {
    if (this.forms.sse) return
    const problem = 'The client cannot be asked anything here: a question needs a stream'
    throw new OmniportError('unsupported', `${problem}, and the Accept of its request does not list text/event-stream`)
  }

  headers(): Headers {
    return this.request.headers
  }

  /** The headers of the reply: those of its form, those for web pages, and those set with `setHeader`. */
  replyHeaders(form: HttpHeaders = noHeaders): HttpHeaders {
    const { request } = this
    if (this.#extra === undefined && request.header('origin') === undefined) return form
    return { ...form, ...corsHeaders(request), ...this.#extra }
  }

  setHeader(name: string, value: string): void {
    this.#extra = { ...this.#extra, [name]: value }
  }

  /** The form of the response: the one that the server prefers, if the client accepts it. */
  get form(): 'auto' | 'json' | 'sse' {
    if (!this.forms.sse) return 'json'
    return this.forms.json ? this.settings.answers : 'sse'
  }

  countBody(length: number): void {
    const bytes = length * characterBytes
    if (length <= uncountedBytes || bytes <= this.#messageBytes) return
    if (!this.tryCount(bytes, this.#mayHavePriority)) throw serverFull('inFlightBytes', this.settings.limits)
  }

  /** False for most requests that have no priority, which need not be read to see that. */
  get #mayHavePriority(): boolean {
    const method = this.request.header(requestHeaders.method)
    if (method !== undefined) return isPriorityMethod(method)
    return this.request.header('mcp-session-id') !== undefined || this.request.path !== this.settings.path
  }

  /** Counts the bytes of its message in flight, instead of what was counted of it before. Returns false if there is no room. */
  tryCount(bytes: number, hasPriority: boolean): boolean {
    const { budgets, limits } = this.settings
    const most = inFlightShare(limits, bytes, hasPriority)
    if (!budgets.inFlight.tryChange(this.#messageBytes, bytes, most)) return false
    this.#messageBytes = bytes
    return true
  }

  /** Stops counting its message, whose requests have ended. Returns what was counted. */
  release(): number {
    const bytes = this.#messageBytes
    this.settings.budgets.inFlight.remove(bytes)
    this.#messageBytes = 0
    return bytes
  }

  /** Replies 202: the message was taken and has no response. */
  sendAccepted(): void {
    this.release()
    this.reply.send(202, this.replyHeaders())
  }

  /** Sends a whole stream as the reply: in one piece, unless it is long. */
  sendEvents(events: readonly SseEvent[]): void {
    let text = ''
    for (const event of events) text += formatSseEvent(event)
    if (text.length <= pieceLength) {
      this.reply.send(200, this.replyHeaders(sseHeaders), text)
      return
    }
    const stream = this.openEventStream()
    for (const event of events) stream.write(event)
    stream.end()
  }

  /** Starts a stream as the reply. It ends with the connection. `onCut` is called if its reader stalls. */
  openEventStream(onCut?: () => void): EventStream {
    const { limits, runtime } = this.settings
    const sink = this.reply.open(200, this.replyHeaders(sseHeaders))
    const stream = new EventStream({ sink, limits, runtime, onCut, onOver: this.concurrency.startReply() })
    this.request.onClose(() => stream.abort())
    return stream
  }
}

export interface AcceptedForms {
  readonly json: boolean
  readonly sse: boolean
}

/**
 * Reads `Accept`. As in HTTP, a missing header accepts everything, and quality 0 accepts nothing.
 * spec: basic/transports/streamable-http#sending-messages
 * @throws HttpError 406 if it allows neither form.
 */
function acceptedForms(request: HttpRequest): AcceptedForms {
  const accept = request.header('accept')
  return accept === usualAccept ? bothForms : readForms(accept ?? '*/*')
}

const usualAccept = 'application/json, text/event-stream'
const bothForms: AcceptedForms = Object.freeze({ json: true, sse: true })

function readForms(accept: string): AcceptedForms {
  const types = accept.toLowerCase().split(',').map(readRange)
  const takes = (...ranges: readonly string[]) => types.some((type) => type.takes && ranges.includes(type.range))
  const forms = {
    json: takes('application/json', 'application/*', '*/*'),
    sse: takes('text/event-stream', 'text/*', '*/*'),
  }
  if (forms.json || forms.sse) return forms
  throw new HttpError(406, RpcError.invalidRequest('Accept must list application/json and text/event-stream'))
}

function readRange(text: string): { readonly range: string; readonly takes: boolean } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
  return { range, takes: !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) }
}
