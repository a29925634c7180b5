import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { InFlightRequests } from '../../../jsonrpc/serving/in-flight-requests.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { Caller } from '../../exchange/message-exchange.js'
import { corsHeaders } from '../guards/check-host.js'
import type { ConcurrencyLimits } from '../guards/concurrency-limits.js'
import type { HttpSettings } from '../http-settings.js'
import { EventStream } from '../responses/event-stream.js'
import { formatSseEvent, type SseEvent, sseHeaders } from '../responses/sse-event.js'
import { HttpError } from './http-error.js'
import type { HttpHeaders, HttpReply, HttpRequest } from './http-request.js'

/** What is longer is watched while it is taken. */
const pieceLength = 64 * 1024

const noHeaders: HttpHeaders = Object.freeze({})

/** The members of a context that it is made from. */
type HttpContextOptions = Pick<
  HttpContext,
  'request' | 'reply' | 'settings' | 'principal' | 'inFlightRequests' | 'concurrency' | 'openSubscriptions'
>

/** One request and the way to answer it; to whoever serves it, its caller. */
export class HttpContext implements Caller {
  readonly request: HttpRequest
  readonly reply: HttpReply
  readonly settings: HttpSettings
  readonly principal: Principal | undefined
  readonly inFlightRequests: InFlightRequests
  readonly concurrency: ConcurrencyLimits
  /** What ends each open subscription with its result. */
  readonly openSubscriptions: Set<() => void>
  #extra: Record<string, string> | undefined
  #forms: AcceptedForms | undefined

  constructor(options: HttpContextOptions) {
    this.request = options.request
    this.reply = options.reply
    this.settings = options.settings
    this.principal = options.principal
    this.inFlightRequests = options.inFlightRequests
    this.concurrency = options.concurrency
    this.openSubscriptions = options.openSubscriptions
  }

  /** The forms of answer that the client takes. @throws HttpError 406 when that is none. */
  get forms(): AcceptedForms {
    this.#forms ??= acceptedForms(this.request)
    return this.#forms
  }

  /** @throws HttpError 406 when the client takes no form of answer. */
  assertAcceptsResponse(): void {
    this.#forms = acceptedForms(this.request)
  }

  /** @throws HttpError 406 when the client takes no stream. */
  assertAcceptsStream(): void {
    if (this.forms.sse) return
    throw new HttpError(406, RpcError.invalidRequest('Accept must list text/event-stream'))
  }

  /** @throws OmniportError `unsupported` when no question can reach the client: it takes no stream. */
  assertAcceptsRequests(): void {
    if (this.forms.sse) return
    const problem = 'The client cannot be asked anything here: a question needs a stream'
    throw new OmniportError('unsupported', `${problem}, and the Accept of its request does not list text/event-stream`)
  }

  /** Those of the request that handlers may see. */
  headers(): Headers {
    return this.request.headers
  }

  /** Headers of the reply: those of its form, and those that it has whatever its form. */
  replyHeaders(form: HttpHeaders = noHeaders): HttpHeaders {
    const { request } = this
    if (this.#extra === undefined && request.header('origin') === undefined) return form
    return { ...form, ...corsHeaders(request), ...this.#extra }
  }

  /** Sets a header of the reply, whatever its form. */
  setHeader(name: string, value: string): void {
    this.#extra = { ...this.#extra, [name]: value }
  }

  /** The form of the answer: what the server prefers, as far as the client takes it. */
  get form(): 'auto' | 'json' | 'sse' {
    if (!this.forms.sse) return 'json'
    return this.forms.json ? this.settings.answers : 'sse'
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

  /** Starts a stream as the reply. It is over when the connection is. */
  openEventStream(onCut?: () => void): EventStream {
    const { limits, runtime } = this.settings
    const sink = this.reply.open(200, this.replyHeaders(sseHeaders))
    const stream = new EventStream({ sink, limits, runtime, onCut, onOver: this.concurrency.startReply() })
    this.request.onClose(() => stream.abort())
    return stream
  }
}

/** The forms of an answer that a client takes. */
export interface AcceptedForms {
  readonly json: boolean
  readonly sse: boolean
}

/**
 * What `Accept` allows. Without the header, and for what it says with quality 0, as HTTP has it.
 *
 * spec: basic/transports/streamable-http#sending-messages
 *
 * @throws HttpError 406 when it allows neither form.
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
