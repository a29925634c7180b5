import { isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import { waitAtMost } from '../../async/waiting/wait-at-most.js'
import type { RpcNotification, RpcParams, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import type { Parking } from '../../parking/create-parking.js'
import { codecOf } from '../../protocol/codec/codec-of.js'
import { encodeImplementation } from '../../protocol/content/encode-definition.js'
import { ResourceNotFound } from '../../protocol/errors/resource-not-found.js'
import type { DirectServe, Exchange } from '../../protocol/exchange/exchange.js'
import type { DecodedRequest } from '../../protocol/methods/method-params.js'
import { isReservedMethod } from '../../protocol/methods/reserved-methods.js'
import { EncodedResult } from '../../protocol/results/encoded-result.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import type { RateLimits } from '../../server/requests/rate-limits.js'
import { canListTasks } from '../../server/tasks/v2025/can-list-tasks.js'
import { type ListenContext, listen } from '../changes/listen.js'
import type { SessionRegistry } from '../changes/session-registry.js'
import type { GatewayServices } from '../gateway-services.js'
import type { GatewayLists, ListReader } from '../lists/gateway-lists.js'
import { forwardTask } from '../tasks/forward-task.js'
import type { GatewayTasks } from '../tasks/gateway-tasks.js'
import { closeSingles } from '../upstreams/close-singles.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import { gatewayCapabilities } from './gateway-capabilities.js'
import { RequestForwarder } from './request-forwarder.js'
import type { Routes } from './routes.js'

export interface GatewayRouterOptions {
  readonly services: GatewayServices
  readonly lists: GatewayLists
  readonly rates: RateLimits
  readonly parking: Parking
  readonly tasks: GatewayTasks
  readonly sessions: SessionRegistry
  readonly revisions: readonly Revision[]
  readonly instructions: string | undefined
  readonly subscriptions: ListenContext['subscriptions']
  /** The upstreams as they are now. */
  readonly upstreams: () => readonly Upstream[]
  readonly routes: () => Routes
}

/** Answers the messages of clients: what is about all upstreams by itself, the others through the upstream they are for. */
export class GatewayRouter {
  readonly #options: GatewayRouterOptions
  readonly #forwarder: RequestForwarder

  constructor(options: GatewayRouterOptions) {
    this.#options = options
    this.#forwarder = new RequestForwarder(options)
  }

  /** Throws RpcError, or rejects with it. */
  readonly serve: DirectServe = (message, exchange) => {
    if (!isRequestMessage(message)) return this.#onNotification(message, exchange)
    const { session } = exchange
    if (session !== undefined && message.method !== 'initialize') this.#options.sessions.of(session).onMessage()
    if (!isUnbound(exchange)) return this.#route(message, { exchange, singles: noSingles })
    const singles = new Map<Upstream, UpstreamConnection>()
    return closeAfter(this.#route(message, { exchange, singles }), singles)
  }

  #route(message: RpcRequest, reader: ListReader): MaybePromise<RpcResponse> {
    const { exchange } = reader
    const { revision } = exchange
    if (message.method.startsWith('tasks/')) return forwardTask(message, reader, this.#options)
    if (!isReservedMethod(message.method)) return this.#forwarder.forwardUnknown(message, reader)
    const request = codecOf(revision).decodeRequest(message, profileOf(revision))
    this.#options.rates.admit(request.method, exchange)
    const forwarded = this.#forwarder.forward(message, request, reader)
    if (forwarded !== undefined) return forwarded
    const result = this.#answer(message, request, reader)
    return isPromise(result)
      ? result.then((settled) => this.#toResponse(message, settled, revision))
      : this.#toResponse(message, result, revision)
  }

  #answer(message: RpcRequest, request: DecodedRequest, reader: ListReader): MaybePromise<object> {
    const { lists, routes, upstreams, subscriptions, services } = this.#options
    switch (request.method) {
      case 'initialize':
        return this.#initialize(reader)
      case 'server/discover':
        return this.#discover(reader)
      case 'tools/list':
        return lists.page('tools', request.params.cursor, reader)
      case 'prompts/list':
        return lists.page('prompts', request.params.cursor, reader)
      case 'resources/list':
        return lists.page('resources', request.params.cursor, reader)
      case 'resources/templates/list':
        return lists.page('resourceTemplates', request.params.cursor, reader)
      case 'logging/setLevel': {
        if (reader.exchange.session !== undefined) reader.exchange.session.logLevel = request.params.level
        return this.#updateLogLevels(reader)
      }
      case 'resources/subscribe':
        return this.#subscribe(request.params.uri, reader)
      case 'resources/unsubscribe':
        return this.#unsubscribe(request.params.uri, reader)
      case 'subscriptions/listen': {
        const { tasks } = this.#options
        const context: ListenContext = { services, routes: routes(), upstreams: upstreams(), subscriptions, tasks }
        return listen(message, request.params, { reader, context })
      }
      default:
        return {}
    }
  }

  #toResponse({ id, method }: RpcRequest, result: object, revision: Revision): RpcResponse {
    if (result instanceof EncodedResult) return { jsonrpc: '2.0', id, result }
    const context = { profile: profileOf(revision), serverInfo: this.#options.services.info }
    return { jsonrpc: '2.0', id, result: codecOf(revision).encodeResult(method, result, context) }
  }

  /** spec: basic/lifecycle#initialization */
  async #initialize(reader: ListReader): Promise<object> {
    const { revision } = reader.exchange
    const { services } = this.#options
    await this.#awaitHandshakes(reader)
    const instructions = this.#instructions()
    return {
      protocolVersion: revision,
      capabilities: this.#capabilities(reader.exchange, reader.exchange.session !== undefined),
      serverInfo: encodeImplementation(services.info, profileOf(revision)),
      ...(instructions !== undefined && { instructions }),
    }
  }

  /** spec: server/discover */
  async #discover(reader: ListReader): Promise<object> {
    await this.#awaitHandshakes(reader)
    const instructions = this.#instructions()
    return {
      supportedVersions: [...this.#options.revisions].reverse(),
      capabilities: this.#capabilities(reader.exchange, true),
      ...(instructions !== undefined && { instructions }),
    }
  }

  #capabilities(exchange: Exchange, publishesChanges: boolean): object {
    const handshakes = this.#options.upstreams().map(({ handshake }) => handshake)
    const { revision } = exchange
    return gatewayCapabilities({ revision, publishesChanges, listsTasks: canListTasks(exchange), handshakes })
  }

  #instructions(): string | undefined {
    const { instructions, upstreams } = this.#options
    if (instructions !== undefined) return instructions
    const given = upstreams().flatMap(({ name, handshake }) => {
      const text = handshake?.server.instructions
      return text === undefined || text === '' ? [] : [{ name, text }]
    })
    if (given.length === 0) return undefined
    if (upstreams().length === 1) return given[0]?.text
    return given.map(({ name, text }) => `# ${name}\n\n${text}`).join('\n\n')
  }

  /** Connects to the upstreams of which nothing is known, and waits for them for so long at most. */
  async #awaitHandshakes({ exchange, singles }: ListReader): Promise<void> {
    const { limits, runtime } = this.#options.services
    const unknown = this.#options.upstreams().filter(({ handshake, isSlow }) => handshake === undefined && !isSlow)
    if (unknown.length === 0) return
    const opening = unknown.map(async (upstream) => {
      let isSettled = false
      const opened = Promise.resolve(upstream.connectionFor(exchange, singles).ready(exchange)).catch(() => {})
      const settled = opened.then(() => {
        isSettled = true
        upstream.isSlow = false
      })
      await waitAtMost(settled, runtime, limits.upstreamWaitMs)
      if (!isSettled) upstream.isSlow = true
    })
    await Promise.allSettled(opening)
  }

  async #updateLogLevels({ exchange, singles }: ListReader): Promise<object> {
    const connections = this.#options.upstreams().map((upstream) => upstream.connectionFor(exchange, singles))
    await Promise.all(connections.map((connection) => connection.updateLogLevel()))
    return {}
  }

  /** spec: 2025-11-25 server/resources#subscriptions */
  async #subscribe(uri: string, reader: ListReader): Promise<object> {
    const { exchange, singles } = reader
    const { session } = exchange
    const { sessions, services, routes } = this.#options
    if (session === undefined) throw RpcError.methodNotFound('resources/subscribe')
    const { subscriptions } = session
    const isNew = !subscriptions.has(uri)
    if (isNew && subscriptions.size >= services.limits.subscriptions) {
      throw RpcError.invalidParams(`At most ${services.limits.subscriptions} subscriptions per session`)
    }
    subscriptions.add(uri)
    try {
      const upstream = await routes().ofUri(uri, reader)
      if (upstream === undefined) throw new ResourceNotFound(uri)
      const connection = upstream.connectionFor(exchange, singles)
      await connection.ready(exchange)
      if (!(await sessions.of(session).subscribe(uri, connection))) throw new ResourceNotFound(uri)
      subscriptions.add(uri) // again, if it was unsubscribed meanwhile
      return {}
    } catch (reason) {
      if (isNew) subscriptions.delete(uri)
      throw reason
    }
  }

  async #unsubscribe(uri: string, { exchange: { session } }: ListReader): Promise<object> {
    if (session === undefined) return {}
    session.subscriptions.delete(uri)
    await this.#options.sessions.of(session).unsubscribe(uri)
    return {}
  }

  #onNotification(message: RpcNotification, exchange: Exchange): undefined {
    const { session } = exchange
    if (session === undefined) return undefined
    this.#options.sessions.of(session).onMessage()
    if (message.method === 'notifications/roots/list_changed') this.#passNotification(message, exchange)
    return undefined
  }

  /** Only to connections that are open: others ask anew. */
  #passNotification({ method, params }: RpcNotification, exchange: Exchange): void {
    for (const upstream of this.#options.upstreams()) {
      const { open } = upstream.connectionFor(exchange, noSingles)
      const message: RpcNotification = {
        jsonrpc: '2.0',
        method,
        ...(params !== undefined && { params: params as RpcParams }),
      }
      if (open?.profile.era === 'legacy') open.transport.notify(message)
    }
  }
}

/** For clients that have connections of their own beyond the message. */
const noSingles: Map<Upstream, UpstreamConnection> = new Map()

/** True for a message whose sender cannot be told from others. */
function isUnbound({ principal, session, sender }: Exchange): boolean {
  return principal === undefined && session === undefined && typeof sender !== 'symbol'
}

/** Closes the connections of one message when it is answered. */
function closeAfter(
  answer: MaybePromise<RpcResponse>,
  singles: ReadonlyMap<Upstream, UpstreamConnection>,
): MaybePromise<RpcResponse> {
  const close = () => closeSingles(singles)
  if (isPromise(answer)) return answer.finally(close)
  close()
  return answer
}
