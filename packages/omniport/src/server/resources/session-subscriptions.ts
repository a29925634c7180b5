import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { ServerFull } from '../../protocol/errors/server-full.js'
import { isAnonymous } from '../../protocol/exchange/principal-key.js'
import type { Session } from '../../protocol/exchange/session.js'
import type { UriParams } from '../../protocol/methods/method-params.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { ServerServices } from '../server-services.js'
import { findResource } from './find-resource.js'
import type { ResourceIndex } from './resource-index.js'

/** The subscriptions of legacy sessions to resources. Those of anonymous callers count as what these leave behind. */
export class SessionSubscriptions {
  readonly #index: ResourceIndex
  readonly #services: ServerServices
  /** The bytes that are counted for each session. */
  readonly #bytes = new WeakMap<Session, number>()

  constructor(index: ResourceIndex, services: ServerServices) {
    this.#index = index
    this.#services = services
  }

  /**
   * Subscribes a session to a resource. spec: 2025-11-25 server/resources#subscriptions
   * @throws RpcError -32602 for too many, or a resource that does not exist; ServerFull
   */
  subscribe(call: HandlerRequest<UriParams>): object {
    const { limits } = this.#services
    const { session } = call.exchange
    if (session === undefined) throw RpcError.methodNotFound(call.message.method)
    const { uri } = call.params
    findResource(this.#index, call)
    const { subscriptions } = session
    if (subscriptions.has(uri)) return {}
    if (subscriptions.size >= limits.subscriptions) {
      throw RpcError.invalidParams(`At most ${limits.subscriptions} subscriptions per session`)
    }
    if (isAnonymous(call.exchange)) this.#count(session, jsonBytes(uri))
    subscriptions.add(uri)
    return {}
  }

  /** Ends the subscription of a session to a resource, if it has one. */
  unsubscribe({ params, exchange }: HandlerRequest<UriParams>): object {
    const { session } = exchange
    if (session?.subscriptions.delete(params.uri) === true) this.#remove(session, jsonBytes(params.uri))
    return {}
  }

  /** @throws ServerFull */
  #count(session: Session, bytes: number): void {
    const { budgets, limits } = this.#services
    if (!budgets.anonymous.tryChange(0, bytes, limits.anonymousBytes)) {
      throw new ServerFull('anonymousBytes', limits.anonymousBytes)
    }
    const counted = this.#bytes.get(session)
    this.#bytes.set(session, (counted ?? 0) + bytes)
    // Last, since a session that has ended calls back at once.
    if (counted === undefined) session.onEnd(() => this.#forget(session))
  }

  #forget(session: Session): void {
    this.#remove(session, this.#bytes.get(session) ?? 0)
    this.#bytes.delete(session)
  }

  #remove(session: Session, bytes: number): void {
    const counted = this.#bytes.get(session)
    if (counted === undefined) return
    const removed = Math.min(bytes, counted) // a session that another node began has subscriptions that are not counted here
    this.#bytes.set(session, counted - removed)
    this.#services.budgets.anonymous.remove(removed)
  }
}
