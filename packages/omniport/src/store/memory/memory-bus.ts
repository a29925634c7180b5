import { consoleLogger, type Logger } from '../../async/runtime/logger.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { toJsonText } from '../../values/json/to-json-text.js'
import type { Bus, Unsubscribe } from '../bus.js'

interface Subscription {
  readonly listener: (message: JsonValue) => void
  active: boolean
}

/**
 * Creates a `Bus` in memory. It loses nothing, and delivers in a separate microtask. Errors of listeners are logged to
 * `logger`, by default stderr. There is nothing to close.
 */
export function createMemoryBus(options: { readonly logger?: Logger | undefined } = {}): Bus {
  const { logger = consoleLogger } = options
  const topics = new Map<string, Set<Subscription>>()
  return {
    publish(topic, message) {
      const text = toJsonText('bus: a message', message)
      const subscriptions = topics.get(topic)
      if (subscriptions === undefined) return
      const receivers = [...subscriptions]
      queueMicrotask(() => deliver(receivers, JSON.parse(text), logger))
    },
    subscribe(topic, listener) {
      const subscription = { listener, active: true }
      const subscriptions = topics.get(topic) ?? new Set()
      topics.set(topic, subscriptions.add(subscription))
      return unsubscribe(topics, topic, subscription)
    },
  }
}

function deliver(receivers: readonly Subscription[], message: JsonValue, logger: Logger): void {
  for (const { listener, active } of receivers) {
    if (!active) continue
    try {
      listener(message)
    } catch (error) {
      logger.error('A listener of the bus failed', { error })
    }
  }
}

function unsubscribe(topics: Map<string, Set<Subscription>>, topic: string, subscription: Subscription): Unsubscribe {
  return () => {
    subscription.active = false
    const subscriptions = topics.get(topic)
    if (subscriptions?.delete(subscription) && subscriptions.size === 0) topics.delete(topic)
  }
}
