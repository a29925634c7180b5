import { type Clock, OmniportError } from 'omniport/jsonrpc'
import type { JsonObject } from '../messages/methods.js'
import { browserClock } from './browser-clock.js'
import type { MessageReceiver, MessageTarget, ReceivedMessage } from './message-windows.js'
import { type Message, readMessage } from './read-message.js'
import { type RequestOptions, SentRequests } from './sent-requests.js'
import { ServedRequests, type ServeRequest } from './served-requests.js'

/** The ends of a channel, and what this end does with messages. */
export interface ChannelOptions {
  /** The window of this script. */
  readonly receiver: MessageReceiver
  /** The window at the other end: messages of others are ignored. */
  readonly peer: MessageTarget
  /**
   * The origin of the other end: messages of its other documents are ignored, and nothing is sent to them. `'null'` is that of
   * a frame without `allow-same-origin`; the browser can hold nothing back from other documents there. `'*'`: any.
   */
  readonly peerOrigin: string
  readonly serve: ServeRequest
  /** Called in the order of the messages. It must not throw. */
  onNotification(method: string, params: JsonObject): void
  /** Gets what went wrong without anybody waiting for it, such as the reason of an "Internal error". Default: ignored. */
  onError?(reason: unknown): void
  /** Milliseconds to wait for an answer. Default: no end. */
  readonly timeoutMs?: number | undefined
  /** Default: that of the browser. */
  readonly clock?: Clock | undefined
}

/**
 * JSON-RPC between two windows by `postMessage`. It listens from the start. Both ends are the same: each sends requests and
 * notifications, and serves those of the other. Whatever else arrives is ignored.
 *
 * spec: apps#transport-layer
 */
export class Channel {
  readonly #options: ChannelOptions
  readonly #sent: SentRequests
  readonly #served: ServedRequests
  readonly #onMessage = (event: ReceivedMessage) => this.#receive(event)
  #isClosed = false

  constructor(options: ChannelOptions) {
    this.#options = options
    this.#sent = new SentRequests(options.clock ?? browserClock)
    this.#served = new ServedRequests(options.serve, (reason) => options.onError?.(reason))
    options.receiver.addEventListener('message', this.#onMessage)
  }

  /**
   * Sends a request. Resolves with its result, an object.
   *
   * Rejects with `RpcError` as the other end answered it, with the reason of `signal`, with OmniportError `timeout`, `closed` or
   * `invalid_result`, and with the browser's DataCloneError for parameters that cannot be sent. The other end is told of a
   * request that is given up.
   */
  async request(method: string, params: object = {}, options: RequestOptions = {}): Promise<JsonObject> {
    if (this.#isClosed) throw closed(method)
    options.signal?.throwIfAborted()
    const id = nextId(this.#options.receiver)
    const { timeoutMs = this.#options.timeoutMs, signal } = options
    const onGiveUp = (reason: string) => this.notify('notifications/cancelled', { requestId: id, reason })
    const response = this.#sent.add(id, { method, timeoutMs, signal, onGiveUp })
    try {
      this.#post({ id, method, params })
    } catch (reason) {
      this.#sent.fail(id, reason)
    }
    return response
  }

  /** Sends a notification; after `close`, nothing. @throws DataCloneError for parameters that cannot be sent. */
  notify(method: string, params: object = {}): void {
    if (!this.#isClosed) this.#post({ method, params })
  }

  /** Ends the channel: requests of this end reject with OmniportError `closed`, those of the other end are cancelled. */
  close(): void {
    this.#isClosed = true
    this.#options.receiver.removeEventListener('message', this.#onMessage)
    this.#sent.closeAll(closed)
    this.#served.cancelAll()
  }

  #receive({ source, origin, data }: ReceivedMessage): void {
    const { peer, peerOrigin } = this.#options
    if (source !== peer || (peerOrigin !== '*' && origin !== peerOrigin)) return
    const message = readMessage(data)
    if (message?.kind === 'request') void this.#answer(message)
    else if (message?.kind === 'notification') this.#notice(message)
    else if (message !== undefined) this.#sent.settle(message)
  }

  async #answer({ id, method, params }: Message & { readonly kind: 'request' }): Promise<void> {
    const answer = await this.#served.run(id, method, params)
    if (answer === undefined || this.#isClosed) return
    try {
      this.#post({ id, ...answer })
    } catch (reason) {
      this.#options.onError?.(reason)
      this.#post({ id, error: { code: -32603, message: 'Internal error' } })
    }
  }

  #notice({ method, params }: Message & { readonly kind: 'notification' }): void {
    if (method === 'notifications/cancelled') this.#served.cancel(params['requestId'])
    else this.#options.onNotification(method, params)
  }

  #post(message: JsonObject): void {
    const { peer, peerOrigin } = this.#options
    peer.postMessage({ jsonrpc: '2.0', ...message }, peerOrigin === 'null' ? '*' : peerOrigin)
  }
}

function closed(method: string): OmniportError {
  return new OmniportError('closed', `${method}: the connection between the view and its host is closed`)
}

const lastIds = new WeakMap<MessageReceiver, number>()

/** An id that no other channel of this window uses: all of them see every answer, and one may be open to the same window. */
function nextId(receiver: MessageReceiver): number {
  const id = (lastIds.get(receiver) ?? 0) + 1
  lastIds.set(receiver, id)
  return id
}
