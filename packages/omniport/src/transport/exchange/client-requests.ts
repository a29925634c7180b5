import { announceSent, isObserved } from '../../protocol/diagnostics/announce.js'
import type { Ask } from '../../protocol/exchange/exchange.js'
import type { MessageSink } from '../connection/message-sink.js'
import { SentRequests } from '../connection/sent-requests.js'
import { createOutgoingRequest, type OutgoingRequestSettings, resultOf } from './outgoing-request.js'

/** The requests of a server to its client. Most servers send none. */
export class ClientRequests extends SentRequests {
  readonly #settings: OutgoingRequestSettings

  constructor(sink: MessageSink, settings: OutgoingRequestSettings) {
    super(sink, settings.runtime)
    this.#settings = settings
  }

  /** spec: basic/index#requests */
  async ask(...[message, options = {}]: Parameters<Ask>): Promise<unknown> {
    const { request, waiting } = createOutgoingRequest(message, options, this.#settings)
    if (!isObserved()) return resultOf(await this.request(request, waiting))
    const operation = { message: request, revision: undefined, transport: 'stdio' as const }
    return resultOf(await announceSent(operation, (announced) => this.request(announced, waiting)))
  }
}
