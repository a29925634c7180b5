import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { reservedNotifications } from '../../protocol/methods/reserved-methods.js'
import { isObject } from '../../values/json/is-object.js'
import { RequestScope } from '../requests/request-scope.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { ServerServices } from '../server-services.js'
import type { SubscriptionStream } from './compiled-extension.js'
import type { ExtensionContext } from './extension-context.js'

export interface ExtensionScopeOptions {
  readonly id: string
  readonly services: ServerServices
  readonly call: HandlerRequest
  readonly app: unknown
  /** Receives the notifications. Default: the request. */
  readonly stream?: SubscriptionStream | undefined
}

export class ExtensionScope extends RequestScope implements ExtensionContext {
  readonly settings: Readonly<Record<string, unknown>>
  readonly #stream: SubscriptionStream | undefined

  constructor({ id, services, call, app, stream }: ExtensionScopeOptions) {
    super({ name: id, services }, call, app)
    this.settings = settingsOf(call.exchange.client.capabilities, id)
    this.#stream = stream
  }

  override get signal(): AbortSignal {
    return this.#stream?.signal ?? super.signal
  }

  /** @throws TypeError for a notification of the protocol: those are sent where the protocol says. */
  notify(method: string, params?: RpcParams): void {
    if (reservedNotifications.has(method)) throw new TypeError(`ctx.notify: "${method}" belongs to the protocol`)
    if (this.#stream !== undefined) this.#stream.notify(method, params)
    else this.call.exchange.notify({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) })
  }

  /** Drops log messages on a subscription: it carries only what the client asked for. spec: basic/patterns/subscriptions */
  protected override get isSilent(): boolean {
    return this.#stream !== undefined
  }
}

function settingsOf({ extensions }: Readonly<Record<string, unknown>>, id: string): Readonly<Record<string, unknown>> {
  const settings = isObject(extensions) && Object.hasOwn(extensions, id) ? extensions[id] : undefined
  return isObject(settings) ? settings : {}
}
