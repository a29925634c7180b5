import { methodOf } from '../schemas/lazy-schema.js'
import { getMethodLiteral } from '../schemas/method-literal.js'
import type { AnyObjectSchema, SchemaOutput } from '../server/zod-compat.js'
import type { JSONRPCNotification, JSONRPCRequest, Notification, Request, Result } from '../types.js'
import type { StoredHandler } from './incoming-requests.js'
import { parseCall } from './parse-call.js'
import type { RequestHandlerExtra } from './request-handler-extra.js'

/** The handlers of a `Protocol`, by the methods that their schemas name. */
export abstract class HandlerRegistry<
  SendRequestT extends Request,
  SendNotificationT extends Notification,
  SendResultT extends Result,
> {
  protected _requestHandlers = new Map<string, StoredHandler>()
  protected _notificationHandlers = new Map<string, (notification: JSONRPCNotification) => Promise<void>>()

  /** Handles requests that have no handler of their own. */
  declare fallbackRequestHandler?: (
    request: JSONRPCRequest,
    extra: RequestHandlerExtra<SendRequestT, SendNotificationT>,
  ) => Promise<SendResultT>
  /** Handles notifications that have no handler of their own. */
  declare fallbackNotificationHandler?: (notification: Notification) => Promise<void>

  /** Throws unless this side has the capability for a method that it is to handle. */
  protected abstract assertRequestHandlerCapability(method: string): void

  /** Sets the handler of a request. `requestSchema` names the method, and checks and parses what the handler gets. */
  setRequestHandler<T extends AnyObjectSchema>(
    requestSchema: T,
    handler: (
      request: SchemaOutput<T>,
      extra: RequestHandlerExtra<SendRequestT, SendNotificationT>,
    ) => SendResultT | Promise<SendResultT>,
  ): void {
    const method = methodOf(requestSchema) ?? getMethodLiteral(requestSchema)
    this.assertRequestHandlerCapability(method)
    this._requestHandlers.set(method, (request, extra) =>
      Promise.resolve(handler(parseCall(requestSchema, request) as SchemaOutput<T>, extra)),
    )
  }

  /** Removes the handler of a request. */
  removeRequestHandler(method: string): void {
    this._requestHandlers.delete(method)
  }

  /** Throws if a request has a handler, which another would replace. */
  assertCanSetRequestHandler(method: string): void {
    if (!this._requestHandlers.has(method)) return
    throw new Error(`A request handler for ${method} already exists, which would be overridden`)
  }

  /** Sets the handler of a notification. */
  setNotificationHandler<T extends AnyObjectSchema>(
    notificationSchema: T,
    handler: (notification: SchemaOutput<T>) => void | Promise<void>,
  ): void {
    const method = methodOf(notificationSchema) ?? getMethodLiteral(notificationSchema)
    this._notificationHandlers.set(method, async (notification) =>
      handler(parseCall(notificationSchema, notification) as SchemaOutput<T>),
    )
  }

  /** Removes the handler of a notification. */
  removeNotificationHandler(method: string): void {
    this._notificationHandlers.delete(method)
  }
}
