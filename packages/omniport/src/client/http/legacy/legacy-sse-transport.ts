import type { RpcId, RpcMessage } from '../../../jsonrpc/messages/messages.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import type { DuplexConnection } from '../../../transport/connection/duplex-connection.js'
import type { ConnectionUse } from '../../../transport/http-sender.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { parseUrl } from '../../../values/text/parse-url.js'
import { RequestLost } from '../../requests/request-lost.js'
import { formatAddress, type HttpEndpoint } from '../http-endpoint.js'
import { type OutboundHttpRequest, postHeaders } from '../outbound-http-request.js'
import { OutboundHttpRequests } from '../outbound-http-requests.js'
import type { ReceivedEvent } from '../read-events.js'
import { AnswersUnderWay } from './answers-under-way.js'
import { deliverMessage, deliverWithRetry, isResponse } from './deliver-message.js'
import type { LegacyChannel } from './legacy-channel.js'
import { receiveEvents, rejectRequest } from './receive-reply.js'

/**
 * HTTP+SSE: one stream, whose first event names the address to post to. When it ends, so does the connection.
 *
 * spec: 2024-11-05 basic/transports#http-with-sse
 */
export class LegacySseTransport implements LegacyChannel {
  readonly #endpoint: HttpEndpoint
  readonly #connection: DuplexConnection
  readonly #httpRequests: OutboundHttpRequests
  readonly #answers: AnswersUnderWay
  readonly #closed = new AbortController()
  #messageUrl: URL | undefined

  constructor(endpoint: HttpEndpoint, connection: DuplexConnection) {
    this.#endpoint = endpoint
    this.#connection = connection
    this.#httpRequests = new OutboundHttpRequests(endpoint)
    this.#answers = new AnswersUnderWay(endpoint.limits.answersPerServer)
  }

  /** Rejects, with nothing left open, with OmniportError `unreachable`, or `invalid_result` for another origin. */
  async open(): Promise<void> {
    const { limits, runtime } = this.#endpoint
    const headers = { accept: 'text/event-stream' }
    const httpRequest = this.#httpRequests.create({ method: 'GET', headers, use: 'stream' })
    const expire = () => httpRequest.abort(this.#noStream(`no endpoint event within ${limits.probeMs} ms`))
    const stop = runtime.after(limits.probeMs, expire)
    try {
      const reply = await httpRequest.send()
      if (reply.type !== 'events') throw this.#noStream('no stream')
      const events = reply.events[Symbol.asyncIterator]()
      this.#messageUrl = await this.#firstEvent(events, httpRequest.url)
      void this.#read(events)
    } catch (reason) {
      httpRequest.abort()
      throw reason
    } finally {
      stop()
    }
  }

  send(message: RpcMessage | readonly RpcMessage[], body: string): void {
    const id = 'method' in message && isRequestMessage(message) ? message.id : undefined
    if (isResponse(message)) void this.#answers.track(this.#sendWithRetry(body))
    else if ('method' in message && message.method === 'notifications/initialized') void this.#sendWithRetry(body)
    else void this.#post(body, id)
  }

  release(): void {}

  async close(): Promise<void> {
    this.#closed.abort()
    this.#httpRequests.close()
  }

  async #firstEvent(events: AsyncIterator<ReceivedEvent>, url: URL): Promise<URL> {
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      const { type, data } = next.value
      if (type === 'endpoint') return this.#toMessageUrl(new TextDecoder().decode(data).trim(), url)
    }
    throw this.#noStream('a stream without an endpoint event')
  }

  /** Only addresses of the same origin are taken, since every POST carries the headers of the user. */
  #toMessageUrl(address: string, url: URL): URL {
    const messageUrl = parseUrl(address, url)
    if (messageUrl?.origin === url.origin) {
      this.#endpoint.secrets.addAddress(messageUrl)
      return messageUrl
    }
    const where = messageUrl === undefined ? 'is no address' : `is of another origin, ${messageUrl.origin}`
    throw new OmniportError('invalid_result', `${formatAddress(url)} names an endpoint that ${where}`)
  }

  async #read(events: AsyncIterator<ReceivedEvent>): Promise<void> {
    let cause: unknown
    try {
      const destination = { endpoint: this.#endpoint, connection: this.#connection, answers: this.#answers }
      await receiveEvents({ [Symbol.asyncIterator]: () => events }, destination)
    } catch (reason) {
      cause = reason
    }
    this.#connection.end(new RequestLost(`${formatAddress(this.#endpoint.url)} ended the stream`, { cause }))
  }

  async #sendWithRetry(body: string): Promise<void> {
    const options = { endpoint: this.#endpoint, signal: this.#closed.signal }
    await deliverWithRetry(() => this.#createPost(body, 'answer'), options).catch(this.#endpoint.report)
  }

  #createPost(body: string, use: ConnectionUse): OutboundHttpRequest {
    return this.#httpRequests.create({ method: 'POST', url: this.#messageUrl, headers: postHeaders, body, use })
  }

  async #post(body: string, id: RpcId | undefined): Promise<void> {
    try {
      const use = id === undefined ? 'answer' : 'request'
      await deliverMessage(this.#createPost(body, use), this.#endpoint)
    } catch (reason) {
      if (id !== undefined) rejectRequest(reason, id, this.#connection)
      else this.#endpoint.report(reason)
    }
  }

  #noStream(what: string): OmniportError {
    return new OmniportError('unreachable', `${formatAddress(this.#endpoint.url)} answered GET with ${what}`)
  }
}
