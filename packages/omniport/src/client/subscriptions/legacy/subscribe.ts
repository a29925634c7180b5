import type { ActiveSubscription, SubscribeOptions } from '../../connect/revision-client.js'
import type { ChangeStream } from '../change-stream.js'
import type { Change } from '../listening.js'
import { matchesFilter } from '../matches-filter.js'
import type { UriSubscriptions } from './uri-subscriptions.js'

/** The changes that a server declared to announce. */
export interface Offer {
  readonly tools: boolean
  readonly prompts: boolean
  readonly resources: boolean
  readonly uris: boolean
}

export interface SubscriptionContext {
  readonly offer: Offer
  readonly uris: UriSubscriptions
  readonly changes: ChangeStream
}

/**
 * A legacy server announces changes of lists unasked, so they are filtered here; only resources are subscribed to.
 *
 * spec: server/resources#subscriptions
 */
export async function subscribe(context: SubscriptionContext, request: SubscribeOptions): Promise<ActiveSubscription> {
  const { offer, uris, changes } = context
  const { filter, events, options } = request
  const stop = changes.listen((change: Change) => {
    if (matchesFilter(filter, change)) events.onChange(change)
  })
  try {
    const honoured = filter.uris === undefined || !offer.uris ? [] : await uris.add(filter.uris, options)
    return {
      filter: {
        ...(filter.tools === true && offer.tools && { tools: true }),
        ...(filter.prompts === true && offer.prompts && { prompts: true }),
        ...(filter.resources === true && offer.resources && { resources: true }),
        ...(filter.uris !== undefined && { uris: honoured }),
      },
      cancel: async () => {
        stop()
        await uris.delete(honoured)
      },
    }
  } catch (reason) {
    stop()
    throw reason
  }
}
