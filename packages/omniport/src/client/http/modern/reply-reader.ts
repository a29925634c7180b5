import type { RpcId, RpcNotification, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { InvalidMessage, parseMessage } from '../../../jsonrpc/messages/parse-message.js'
import type { PendingRequest } from '../../../jsonrpc/pending.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import { controlOf } from '../../../protocol/exchange/control.js'
import type { Serve } from '../../../protocol/exchange/exchange.js'
import { newestRevision } from '../../../protocol/revisions/revision.js'
import { MessageExchange } from '../../../transport/exchange/message-exchange.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { RequestLost } from '../../requests/request-lost.js'
import { formatAddress, type HttpEndpoint } from '../http-endpoint.js'
import type { HttpReply, ReadRaw } from '../outbound-http-request.js'
import { noResponseError, parseEvent, toOwnMessage } from '../received-messages.js'
import { toSendError } from '../to-send-error.js'

/** Reads the replies to modern requests: the response settles its request, and notifications are passed on as they come. */
export class ReplyReader {
  readonly #endpoint: HttpEndpoint
  readonly #serve: Serve

  /** `serve` gets the notifications of the server. */
  constructor(endpoint: HttpEndpoint, serve: Serve) {
    this.#endpoint = endpoint
    this.#serve = serve
  }

  /** Settles `pending` with the response in a reply that is not a stream, or with OmniportError `invalid_result`. */
  readValue(reply: Exclude<HttpReply, { readonly type: 'events' }>, id: RpcId, pending: PendingRequest): void {
    if (reply.type === 'value') this.#receive(reply.value, id, pending)
    const what = reply.type === 'value' ? 'the answer to something else' : reply.what
    if (!pending.isSettled) pending.reject(noResponseError(this.#endpoint, what))
  }

  /**
   * Settles `pending` with the response in a stream, or with RequestLost, or with OmniportError `invalid_result` where an event
   * could not be read, and reads the stream to its end.
   *
   * Rejects when the stream breaks.
   */
  async readStream(
    { events }: Extract<HttpReply, { readonly type: 'events' }>,
    { message: { id, method }, readRaw }: { readonly message: RpcRequest; readonly readRaw: ReadRaw | undefined },
    pending: PendingRequest,
  ): Promise<void> {
    let unreadable: unknown
    for await (const event of events) {
      try {
        const value = parseEvent(event, this.#endpoint, readRaw)
        if (value !== undefined) this.#receive(value, id, pending)
      } catch (reason) {
        this.#endpoint.report(reason)
        unreadable ??= reason
      }
    }
    if (pending.isSettled) return
    const address = formatAddress(this.#endpoint.url)
    if (unreadable !== undefined) pending.reject(toSendError(unreadable, { address, secrets: this.#endpoint.secrets }))
    else pending.reject(new RequestLost(`${address} ended the reply to ${method} without an answer`))
  }

  #receive(received: unknown, id: RpcId, pending: PendingRequest): void {
    try {
      const message = parseMessage(toOwnMessage(received, this.#endpoint, id))
      if (!('method' in message)) {
        if (message.id === id) pending.resolve(message)
      } else if (isRequestMessage(message)) this.#refuse(message)
      else this.#notify(message, id, pending)
    } catch (reason) {
      const isResponse = reason instanceof InvalidMessage && reason.shape !== 'request' && reason.id === id
      if (isResponse && !pending.isSettled) pending.reject(reason)
      else this.#endpoint.report(reason)
    }
  }

  /** spec: basic/patterns/index */
  #refuse({ method }: RpcRequest): void {
    const text = `The server asked ${method}, which ${newestRevision} forbids`
    this.#endpoint.report(new OmniportError('invalid_result', text))
  }

  /** A cancellation from the server ends a subscription, so the request of that subscription gets it. */
  #notify(notification: RpcNotification, id: RpcId, pending: PendingRequest): void {
    const control = controlOf(notification)
    if (control?.id === id) pending.notify(notification, control.type === 'related' && control.extend)
    const exchange = new MessageExchange({ revision: newestRevision, client: { capabilities: {} }, send: () => {} })
    this.#endpoint.onDelivery(id)
    this.#serve(notification, exchange).catch(this.#endpoint.report)
    this.#endpoint.onDelivery(undefined)
  }
}
