import { type Exchange, metaKeys, type RpcRequest, type ServerChange, Subscription } from '#core/modern'
import { isRecord } from '../protocol/message-kind.js'
import type { JSONRPCNotification, ServerCapabilities } from '../types.js'

export interface SubscriptionHost {
  readonly capabilities: ServerCapabilities
  /** Asks the handlers of the server. Gives true if they answered with a result. */
  request(method: string, params: Record<string, unknown>): Promise<boolean>
}

/** The subscriptions of modern clients to the changes of a server. */
export class Subscriptions {
  readonly #open = new Set<Subscription>()

  get size(): number {
    return this.#open.size
  }

  /** Serves `subscriptions/listen` until its client ends it. */
  async listen(message: RpcRequest, exchange: Exchange, host: SubscriptionHost): Promise<object> {
    const asked = isRecord(message.params?.['notifications']) ? message.params['notifications'] : {}
    const { tools, prompts, resources } = host.capabilities
    const uris = resources?.subscribe ? await subscribe(asked['resourceSubscriptions'], host) : undefined
    const filter = {
      ...(asked['toolsListChanged'] === true && tools?.listChanged && { toolsListChanged: true }),
      ...(asked['promptsListChanged'] === true && prompts?.listChanged && { promptsListChanged: true }),
      ...(asked['resourcesListChanged'] === true && resources?.listChanged && { resourcesListChanged: true }),
      ...(uris !== undefined && { resourceSubscriptions: uris }),
    }
    const notify = (notification: Parameters<Exchange['notify']>[0]): void => exchange.notify(notification)
    const subscription = new Subscription({ id: message.id, notify })
    subscription.acknowledge(filter)
    this.#open.add(subscription)
    if (exchange.signal.aborted) subscription.end()
    exchange.signal.addEventListener('abort', () => subscription.end(), { once: true })
    await subscription.ended
    this.#open.delete(subscription)
    await Promise.all((uris ?? []).map((uri) => this.#release(uri, host)))
    return { _meta: { [metaKeys.subscriptionId]: message.id } }
  }

  /** Passes on a notification of a change. Returns false if it is another one. */
  publish({ method, params }: JSONRPCNotification): boolean {
    const change = changeOf(method, params)
    if (change === undefined) return false
    for (const subscription of this.#open) subscription.deliver(change)
    return true
  }

  /** Ends all subscriptions. */
  close(): void {
    for (const subscription of this.#open) subscription.end()
  }

  async #release(uri: string, host: SubscriptionHost): Promise<void> {
    const isShared = [...this.#open].some(({ uris }) => uris.has(uri))
    if (!isShared) await host.request('resources/unsubscribe', { uri })
  }
}

/** Subscribes to those resources that the server knows. */
async function subscribe(asked: unknown, host: SubscriptionHost): Promise<readonly string[] | undefined> {
  if (!Array.isArray(asked)) return undefined
  const uris = asked.filter((uri): uri is string => typeof uri === 'string').slice(0, maxUris)
  const granted = await Promise.all(uris.map((uri) => host.request('resources/subscribe', { uri })))
  return uris.filter((_, at) => granted[at])
}

/** Resources of one subscription. */
const maxUris = 100

function changeOf(method: string, params: JSONRPCNotification['params']): ServerChange | undefined {
  switch (method) {
    case 'notifications/tools/list_changed':
      return { type: 'tools' }
    case 'notifications/prompts/list_changed':
      return { type: 'prompts' }
    case 'notifications/resources/list_changed':
      return { type: 'resources' }
    case 'notifications/resources/updated':
      return { type: 'resource', uri: String(params?.['uri']) }
    default:
      return undefined
  }
}
