import type { ActiveSubscription, SubscribeOptions } from '../../connect/revision-client.js'
import type { AnnouncedChanges } from '../announced-changes.js'
import type { ChangeStream } from '../change-stream.js'
import type { Change } from '../listening.js'
import { matchesFilter } from '../matches-filter.js'
import type { UriSubscriptions } from './uri-subscriptions.js'

export interface SubscriptionContext {
  readonly announced: AnnouncedChanges
  readonly uris: UriSubscriptions
  readonly changes: ChangeStream
}

/**
 * A legacy server announces changes of lists unasked, so they are filtered here; only resources are subscribed to.
 *
 * spec: server/resources#subscriptions
 */
export async function subscribe(context: SubscriptionContext, request: SubscribeOptions): Promise<ActiveSubscription> {
  const { announced, uris, changes } = context
  const { filter, events, options } = request
  const stop = changes.listen((change: Change) => {
    if (matchesFilter(filter, change)) events.onChange(change)
  })
  try {
    const honoured = filter.uris === undefined || !announced.uris ? [] : await uris.add(filter.uris, options)
    return {
      filter: {
        ...(filter.tools === true && announced.tools && { tools: true }),
        ...(filter.prompts === true && announced.prompts && { prompts: true }),
        ...(filter.resources === true && announced.resources && { resources: true }),
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
