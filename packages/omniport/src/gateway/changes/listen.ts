import { waitAtMost } from '../../async/waiting/wait-at-most.js'
import type { Filter } from '../../client/subscriptions/listening.js'
import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import type { ListenParams, SubscriptionFilter } from '../../protocol/methods/method-params.js'
import type { SubscriptionStream } from '../../server/extensions/compiled-extension.js'
import { Subscription } from '../../server/notifications/subscription.js'
import { isObject } from '../../values/json/is-object.js'
import type { GatewayServices } from '../gateway-services.js'
import type { ListReader } from '../lists/gateway-lists.js'
import type { Routes } from '../routing/routes.js'
import type { GatewayTasks } from '../tasks/gateway-tasks.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import { ChangeBatch } from './change-batch.js'
import type { ChangeListener } from './connection-changes.js'

export interface ListenContext {
  readonly services: GatewayServices
  readonly routes: Routes
  readonly upstreams: readonly Upstream[]
  readonly tasks: GatewayTasks
  /** The subscriptions that are open, or about to be. */
  readonly subscriptions: Set<Subscription>
}

/**
 * Serves a subscription of a modern client until either side ends it. It begins when each upstream has answered, or
 * `limits.upstreamWaitMs` are over. spec: basic/patterns/subscriptions
 *
 * @throws RpcError -32602 for too many resources, -32603 when there are too many subscriptions.
 */
export async function listen(
  message: RpcRequest,
  params: ListenParams,
  { reader, context }: { readonly reader: ListReader; readonly context: ListenContext },
): Promise<object> {
  const { exchange } = reader
  const { limits } = context.services
  const { notifications: asked } = params
  const uris = asked.resourceSubscriptions ?? []
  if (uris.length > limits.subscriptions) {
    throw RpcError.invalidParams(`At most ${limits.subscriptions} resources per subscription`)
  }
  if (context.subscriptions.size >= limits.subscriptions) throw RpcError.internal('Too many subscriptions')
  const subscription = new Subscription({ id: message.id, notify: (notice) => exchange.notify(notice) })
  context.subscriptions.add(subscription)
  let listeners: readonly UpstreamListener[] = []
  try {
    const taskIds = await context.tasks.honour(asked['taskIds'], exchange)
    listeners = await listenTo(asked, reader, context)
    const filter = { ...honour(asked, context.upstreams, listeners), ...(taskIds !== undefined && { taskIds }) }
    const batch = new ChangeBatch((change) => subscription.deliver(change))
    for (const { connection, listener } of listeners) listener.deliver = (change) => batch.add(change, connection)
    subscription.acknowledge(filter)
    subscription.endWith(exchange)
    if (taskIds !== undefined) await deliverTasks(taskIds, subscription, { exchange, tasks: context.tasks })
    await subscription.ended
  } finally {
    context.subscriptions.delete(subscription)
    for (const { connection, listener } of listeners) connection.changes.delete(listener)
  }
  return { _meta: { [metaKeys.subscriptionId]: message.id } }
}

/** Sends the states of tasks until the subscription ends. */
async function deliverTasks(
  ids: readonly string[],
  subscription: Subscription,
  { exchange, tasks }: Pick<ListReader, 'exchange'> & Pick<ListenContext, 'tasks'>,
): Promise<void> {
  const over = new AbortController()
  void subscription.ended.then(() => over.abort())
  const notify: SubscriptionStream['notify'] = (method, params) => subscription.notify(method, params)
  await tasks.deliver(ids, exchange, { signal: over.signal, notify })
}

/** A listener of one subscription at one upstream. Changes that come before its acknowledgement are not its own. */
interface UpstreamListener {
  readonly upstream: Upstream
  readonly connection: UpstreamConnection
  readonly listener: ChangeListener & { deliver: ChangeListener['onChange'] }
}

async function listenTo(
  asked: SubscriptionFilter,
  reader: ListReader,
  { services, routes, upstreams }: ListenContext,
): Promise<readonly UpstreamListener[]> {
  const owners = await ownersOf(asked.resourceSubscriptions ?? [], reader, routes)
  const listeners = upstreams.map((upstream) => {
    const connection = upstream.connectionFor(reader.exchange, reader.singles)
    const listener = createListener(asked, owners.get(upstream) ?? [])
    return { upstream, connection, listener }
  })
  const ready = listeners.map(async ({ connection, listener }) => {
    const added = connection.changes.add(listener)
    await connection.ready(reader.exchange)
    await added
    await connection.changes.update()
  })
  const { runtime, limits } = services
  await waitAtMost(Promise.allSettled(ready), runtime, limits.upstreamWaitMs)
  return listeners
}

async function ownersOf(
  uris: readonly string[],
  reader: ListReader,
  routes: Routes,
): Promise<ReadonlyMap<Upstream, readonly string[]>> {
  const owners = new Map<Upstream, string[]>()
  for (const [uri, owner] of await routes.ofUris(uris, reader)) {
    if (owner !== undefined) owners.set(owner, [...(owners.get(owner) ?? []), uri])
  }
  return owners
}

function createListener(asked: SubscriptionFilter, uris: readonly string[]): UpstreamListener['listener'] {
  const filter: Filter = {
    ...(asked.toolsListChanged === true && { tools: true }),
    ...(asked.promptsListChanged === true && { prompts: true }),
    ...(asked.resourcesListChanged === true && { resources: true }),
    uris,
  }
  const listener: UpstreamListener['listener'] = {
    filter,
    deliver: () => {},
    onChange: (change) => listener.deliver(change),
  }
  return listener
}

/** What some upstream has; one that is not known yet may have anything. */
function honour(
  asked: SubscriptionFilter,
  upstreams: readonly Upstream[],
  listeners: readonly UpstreamListener[],
): SubscriptionFilter {
  const announced = (kind: string) =>
    upstreams.some(({ handshake }) => {
      const capability = handshake?.capabilities[kind]
      return handshake === undefined || (isObject(capability) && capability['listChanged'] === true)
    })
  const isHonoured = (uri: string) =>
    listeners.some(({ connection, listener }) => {
      const isOwn = listener.filter.uris?.includes(uri) === true
      return isOwn && (connection.open === undefined || connection.changes.honours(uri))
    })
  const uris = asked.resourceSubscriptions?.filter(isHonoured)
  return {
    ...(asked.toolsListChanged === true && announced('tools') && { toolsListChanged: true }),
    ...(asked.promptsListChanged === true && announced('prompts') && { promptsListChanged: true }),
    ...(asked.resourcesListChanged === true && announced('resources') && { resourcesListChanged: true }),
    ...(uris !== undefined && { resourceSubscriptions: uris }),
  }
}
