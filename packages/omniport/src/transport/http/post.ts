import type { Calls } from '../../jsonrpc/calls.js'
import type { Principal } from '../../protocol/peer.js'
import { type AcceptedForms, acceptedForms } from './accepted-forms.js'
import { corsHeaders } from './check-host.js'
import { EventStream } from './event-stream.js'
import type { HttpHeaders, HttpReply, HttpRequest } from './http-request.js'
import type { HttpSettings } from './http-settings.js'
import { sseHeaders } from './sse-event.js'
import type { Traffic } from './traffic.js'

/** What a POST is made from. */
export interface PostOptions {
  readonly request: HttpRequest
  readonly reply: HttpReply
  readonly settings: HttpSettings
  readonly principal: Principal | undefined
  readonly calls: Calls
  readonly traffic: Traffic
}

/** One POST to the endpoint and the way to answer it. */
export class Post {
  readonly request: HttpRequest
  readonly reply: HttpReply
  readonly settings: HttpSettings
  readonly principal: Principal | undefined
  readonly calls: Calls
  readonly traffic: Traffic
  readonly forms: AcceptedForms
  readonly #extra: Record<string, string> = {}

  /** @throws HttpError 406 when the client takes no form of answer. */
  constructor({ request, reply, settings, principal, calls, traffic }: PostOptions) {
    this.request = request
    this.reply = reply
    this.settings = settings
    this.principal = principal
    this.calls = calls
    this.traffic = traffic
    this.forms = acceptedForms(request)
  }

  /** Headers of the reply, whatever its form. */
  readonly headers = (): HttpHeaders => ({ ...corsHeaders(this.request), ...this.#extra })

  setHeader(name: string, value: string): void {
    this.#extra[name] = value
  }

  /** The form of the answer: what the server prefers, as far as the client takes it. */
  get form(): 'auto' | 'json' | 'sse' {
    if (!this.forms.sse) return 'json'
    return this.forms.json ? this.settings.answers : 'sse'
  }

  /** Starts a stream as the reply. */
  openEventStream(onCut?: () => void): EventStream {
    const { limits, runtime } = this.settings
    const sink = this.reply.open(200, { ...this.headers(), ...sseHeaders })
    return new EventStream({ sink, limits, runtime, onCut })
  }
}
