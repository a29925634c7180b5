import type { RpcId, RpcNotification, RpcParams } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import type { SubscriptionFilter } from '../../protocol/methods/method-params.js'
import { isObject } from '../../values/json/is-object.js'
import { type ServerChange, toNotification } from './change-publisher.js'

export interface SubscriptionOptions {
  /** The id of the listen request. It marks every message. */
  readonly id: RpcId
  readonly notify: (message: RpcNotification) => void
}

const noUris: ReadonlySet<string> = new Set()

/** One `subscriptions/listen` of a client: sends what its filter names, each message marked with the id of the request. */
export class Subscription {
  /** Settles when either side ends the subscription. */
  readonly ended: Promise<void>
  readonly #options: SubscriptionOptions
  #filter: SubscriptionFilter = {}
  #uris = noUris
  #resolve: () => void = () => {}

  constructor(options: SubscriptionOptions) {
    this.#options = options
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  get uris(): ReadonlySet<string> {
    return this.#uris
  }

  /**
   * Sends the first message, which has the part of the requested filter that is honoured; no change is sent before it.
   * spec: basic/patterns/subscriptions#acknowledgment
   */
  acknowledge(filter: SubscriptionFilter): void {
    const { resourceSubscriptions: uris } = filter
    this.#filter = filter
    this.#uris = uris === undefined ? noUris : new Set(uris)
    this.notify('notifications/subscriptions/acknowledged', { notifications: filter })
  }

  deliver(change: ServerChange): void {
    if (this.#wants(change)) this.#options.notify(toNotification(change, this.#mark()))
  }

  notify(method: string, params: RpcParams | undefined): void {
    const given = params?.['_meta']
    const _meta = isObject(given) ? { ...given, ...this.#mark() } : this.#mark()
    this.#options.notify({ jsonrpc: '2.0', method, params: params === undefined ? { _meta } : { ...params, _meta } })
  }

  end(): void {
    this.#resolve()
  }

  /** Ends it when the client cancels the request; then its result is not sent. */
  endWith(exchange: Pick<Exchange, 'signal' | 'onAbort'>): void {
    const end = () => this.end()
    // A signal is made on first use, and would hold a KB for as long as the stream lasts.
    if (exchange.onAbort !== undefined) exchange.onAbort(end)
    else if (exchange.signal.aborted) end()
    else exchange.signal.addEventListener('abort', end, { once: true })
  }

  #mark(): RpcParams {
    return { [metaKeys.subscriptionId]: this.#options.id }
  }

  #wants(change: ServerChange): boolean {
    const { toolsListChanged, promptsListChanged, resourcesListChanged } = this.#filter
    switch (change.type) {
      case 'tools':
        return toolsListChanged === true
      case 'prompts':
        return promptsListChanged === true
      case 'resources':
        return resourcesListChanged === true
      default:
        return this.#uris.has(change.uri)
    }
  }
}
