import { waitFor } from '../../../async/waiting/wait-for.js'
import type { RpcNotification, RpcParams } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { hasCode } from '../../../values/errors/has-code.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import type { ActiveSubscription, SubscribeOptions, SubscriptionEvents } from '../../connect/revision-client.js'
import type { RevisionConnection } from '../../connect/revision-connection.js'
import { RequestLost } from '../../requests/request-lost.js'
import { type AnnouncedChanges, isAnnounced } from '../announced-changes.js'
import { decodeChange } from '../decode-change.js'
import type { Filter } from '../listening.js'
import { matchesFilter } from '../matches-filter.js'

/** A connection, and what its server declares. */
export interface SubscriptionContext {
  readonly connection: RevisionConnection
  readonly announced: AnnouncedChanges
}

/**
 * Settles when the server acknowledges. The request stays open until one side ends it. A server without the method announces no
 * changes, so that its subscription is empty, as that of a legacy server which declares none; so it is where a server refuses what it
 * does not declare.
 *
 * spec: basic/patterns/subscriptions#acknowledgment
 */
export async function subscribe(
  { connection, announced }: SubscriptionContext,
  options: SubscribeOptions,
): Promise<ActiveSubscription> {
  const subscription = new Subscription(connection, options)
  const { signal, timeoutMs } = options.options
  try {
    const filter = await waitFor(subscription.acknowledged, { clock: connection.services.runtime, signal, timeoutMs })
    return { filter, cancel: async () => subscription.cancel() }
  } catch (reason) {
    subscription.cancel()
    if (!RpcError.is(reason) || (reason.code !== -32601 && isAnnounced(options.filter, announced))) throw reason
    return { filter: decodeFilter(undefined, options.filter), cancel: async () => {} }
  }
}

class Subscription {
  readonly acknowledged: Promise<Filter>
  readonly #connection: RevisionConnection
  readonly #requestedFilter: Filter
  readonly #events: SubscriptionEvents
  readonly #isQuiet: boolean | undefined
  readonly #ending = new AbortController()
  #resolve: (filter: Filter) => void = () => {}
  #reject: (reason: unknown) => void = () => {}
  #open = false

  constructor(connection: RevisionConnection, { filter, events, options }: SubscribeOptions) {
    this.#connection = connection
    this.#requestedFilter = filter
    this.#events = events
    this.#isQuiet = options.isQuiet
    this.acknowledged = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    void this.#run()
  }

  /** The transport cancels the request. */
  cancel(): void {
    this.#ending.abort()
  }

  async #run(): Promise<void> {
    const params = { notifications: encodeFilter(this.#requestedFilter) }
    const { signal } = this.#ending
    try {
      const options = { signal, isQuiet: this.#isQuiet, onNotification: this.#onNotification }
      await this.#connection.request('subscriptions/listen', params, options)
      this.#end(undefined)
    } catch (reason) {
      if (!signal.aborted) this.#end(reason)
    }
  }

  #end(reason: unknown): void {
    const unacknowledged = 'The server ended the subscription before it acknowledged it'
    if (!this.#open) this.#reject(reason ?? new OmniportError('invalid_result', unacknowledged))
    else if (reason instanceof RequestLost) this.#events.onLost(reason)
    else if (!hasCode(reason, 'closed')) this.#events.onEnd(reason)
  }

  readonly #onNotification = (notification: RpcNotification): void => {
    const { method, params = {} } = notification
    if (method === 'notifications/subscriptions/acknowledged') {
      this.#open = true
      this.#resolve(decodeFilter(params['notifications'], this.#requestedFilter))
    } else if (method === 'notifications/cancelled') {
      this.#end(undefined)
      this.#ending.abort()
    } else {
      const change = decodeChange(notification)
      if (change !== undefined && matchesFilter(this.#requestedFilter, change)) this.#emit(change)
    }
  }

  #emit(change: Parameters<SubscriptionEvents['onChange']>[0]): void {
    this.#connection.services.changes.publish(change)
    this.#events.onChange(change)
  }
}

/** spec: basic/patterns/subscriptions#notification-filter */
function encodeFilter({ tools, prompts, resources, uris }: Filter): RpcParams {
  return {
    ...(tools === true && { toolsListChanged: true }),
    ...(prompts === true && { promptsListChanged: true }),
    ...(resources === true && { resourcesListChanged: true }),
    ...(uris !== undefined && uris.length > 0 && { resourceSubscriptions: uris }),
  }
}

/** The acknowledged part of the requested filter. spec: basic/patterns/subscriptions#acknowledgment */
function decodeFilter(acknowledged: unknown, requested: Filter): Filter {
  const honoured = isObject(acknowledged) ? acknowledged : {}
  const uris = honoured['resourceSubscriptions']
  return {
    ...(requested.tools === true && honoured['toolsListChanged'] === true && { tools: true }),
    ...(requested.prompts === true && honoured['promptsListChanged'] === true && { prompts: true }),
    ...(requested.resources === true && honoured['resourcesListChanged'] === true && { resources: true }),
    ...(requested.uris !== undefined && {
      uris: requested.uris.filter((uri) => Array.isArray(uris) && uris.includes(uri)),
    }),
  }
}
