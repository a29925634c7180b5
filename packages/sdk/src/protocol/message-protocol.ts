import type { TaskStore } from '../experimental/tasks/interfaces.js'
import type { AnySchema, SchemaOutput } from '../server/zod-compat.js'
import type { Transport } from '../shared/transport.js'
import {
  CancelledNotificationSchema,
  ErrorCode,
  type JSONRPCErrorResponse,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  McpError,
  type MessageExtraInfo,
  type Notification,
  PingRequestSchema,
  ProgressNotificationSchema,
  type Request,
  type RequestId,
  type Result,
} from '../types.js'
import { HandlerRegistry } from './handler-registry.js'
import { IncomingRequest } from './incoming-request.js'
import { IncomingRequests } from './incoming-requests.js'
import { messageKindOf } from './message-kind.js'
import type { NotificationOptions, ProtocolOptions, RequestOptions } from './protocol-options.js'
import { onReopen, type ReopeningTransport } from './reopening.js'
import { OutgoingNotifications } from './sending/outgoing-notifications.js'
import { OutgoingRequests } from './sending/outgoing-requests.js'
import { installTaskHandlers } from './tasks/install-task-handlers.js'
import { TaskMessages } from './tasks/task-messages.js'
import { TaskRequests } from './tasks/task-requests.js'

/**
 * What a `Protocol` does with messages. Members that begin with `_` are reached by instrumentation, so their names and meanings
 * stay.
 */
export abstract class MessageProtocol<
  SendRequestT extends Request,
  SendNotificationT extends Notification,
  SendResultT extends Result,
> extends HandlerRegistry<SendRequestT, SendNotificationT, SendResultT> {
  private _transport?: Transport | undefined
  private _requestHandlerAbortControllers = new Map<RequestId, IncomingRequest>()
  private _options?: ProtocolOptions | undefined
  readonly #incoming: IncomingRequests
  readonly #outgoing: OutgoingRequests
  readonly #notifications: OutgoingNotifications
  readonly #messages: TaskMessages

  /** Called when the connection has closed, by either side. */
  declare onclose?: () => void
  /** Called for what goes wrong outside a request. The connection may go on. */
  declare onerror?: (error: Error) => void
  constructor(_options?: ProtocolOptions) {
    super()
    this._options = _options
    const onError = (error: Error) => this._onerror(error)
    const transport = () => this._transport
    this.#messages = new TaskMessages({ options: _options, sessionId: () => this._transport?.sessionId, onError })
    const taskMessages = () => this.#messages
    const debounced = _options?.debouncedNotificationMethods ?? []
    this.#outgoing = new OutgoingRequests({ transport, taskMessages, onError })
    this.#notifications = new OutgoingNotifications({ debounced, transport, taskMessages, onError })
    this.#incoming = new IncomingRequests(
      {
        options: _options,
        taskMessages,
        onError,
        assertCanBeTask: (method) => this.assertTaskHandlerCapability(method),
        endTaskProgress: (taskId) => this.#outgoing.endTaskProgress(taskId),
        notify: (notification, options) => this.notification(notification as SendNotificationT, options),
        request: (request, schema, options) => this.request(request as SendRequestT, schema, options),
      },
      this._requestHandlerAbortControllers,
    )
    this.setNotificationHandler(CancelledNotificationSchema, (notification) => this._oncancel(notification))
    this.setNotificationHandler(ProgressNotificationSchema, (notification) => this._onprogress(notification))
    this.setRequestHandler(PingRequestSchema, () => ({}) as SendResultT)
    if (_options?.taskStore !== undefined) this.#serveTasks(_options.taskStore)
  }

  /** Takes over a transport, its callbacks included, and starts it. */
  async connect(transport: Transport): Promise<void> {
    if (this._transport !== undefined) {
      throw new Error(
        'Already connected to a transport. Call close() before connecting to a new transport, or use a separate Protocol instance per connection.',
      )
    }
    this._transport = transport
    const { onclose, onerror, onmessage } = transport
    transport.onclose = () => {
      onclose?.()
      this._onclose()
    }
    transport.onerror = (error) => {
      onerror?.(error)
      this._onerror(error)
    }
    transport.onmessage = (message, extra) => {
      onmessage?.(message, extra)
      this.#receive(message, extra)
    }
    const { [onReopen]: reopening } = transport as ReopeningTransport
    reopening?.call(transport, () => {
      this._transport ??= transport
      return this._transport === transport
    })
    await transport.start()
  }

  get transport(): Transport | undefined {
    return this._transport
  }

  /** Closes the connection. */
  async close(): Promise<void> {
    await this._transport?.close()
  }

  /** Throws unless the other side has the capability for a method that this side wants to call. */
  protected abstract assertCapabilityForMethod(method: SendRequestT['method']): void
  /** Throws unless this side has the capability for a notification that it wants to send. */
  protected abstract assertNotificationCapability(method: SendNotificationT['method']): void
  /** Throws unless the other side can make a call of `method` a task. */
  protected abstract assertTaskCapability(method: string): void
  /** Throws unless this side can make a call of `method` a task. */
  protected abstract assertTaskHandlerCapability(method: string): void

  /** Sends a request and gives its result. @throws McpError of the other side, or for time and cancellation. */
  request<T extends AnySchema>(
    request: SendRequestT,
    resultSchema: T,
    options?: RequestOptions,
  ): Promise<SchemaOutput<T>> {
    if (this._transport === undefined) return Promise.reject(new Error('Not connected'))
    if (this._options?.enforceStrictCapabilities === true) {
      try {
        this.assertCapabilityForMethod(request.method)
        if (options?.task) this.assertTaskCapability(request.method)
      } catch (error) {
        return Promise.reject(error)
      }
    }
    return this.#outgoing.send(this._transport, { request, resultSchema, options })
  }

  /** Sends a notification. */
  async notification(notification: SendNotificationT, options?: NotificationOptions): Promise<void> {
    if (this._transport === undefined) throw new Error('Not connected')
    this.assertNotificationCapability(notification.method)
    await this.#notifications.send(this._transport, notification, options)
  }

  private _oncancel({ params }: { params: { requestId?: RequestId | undefined; reason?: string | undefined } }): void {
    if (!params.requestId) return
    this._requestHandlerAbortControllers.get(params.requestId)?.abort(params.reason)
  }

  private _onclose(): void {
    const waiting = this.#outgoing.takeAll()
    this.#notifications.clear()
    for (const running of this._requestHandlerAbortControllers.values()) running.abort()
    this._requestHandlerAbortControllers.clear()
    const error = McpError.fromError(ErrorCode.ConnectionClosed, 'Connection closed')
    this._transport = undefined
    this.onclose?.()
    for (const handler of waiting) handler(error)
  }

  private _onerror(error: Error): void {
    this.onerror?.(error)
  }

  #receive(message: unknown, extra: MessageExtraInfo | undefined): void {
    const kind = messageKindOf(message)
    if (kind === 'request') this._onrequest(message as JSONRPCRequest, extra)
    else if (kind === 'notification') this._onnotification(message as JSONRPCNotification)
    else if (kind !== undefined) this._onresponse(message as JSONRPCResultResponse | JSONRPCErrorResponse)
    else this._onerror(new Error(`Unknown message type: ${JSON.stringify(message)}`))
  }

  private _onnotification(notification: JSONRPCNotification): void {
    const handler = this._notificationHandlers.get(notification.method) ?? this.fallbackNotificationHandler
    if (handler === undefined) return
    Promise.resolve()
      .then(() => handler(notification))
      .catch((error) => this._onerror(new Error(`Uncaught error in notification handler: ${error}`)))
  }

  private _onrequest(request: JSONRPCRequest, info?: MessageExtraInfo): void {
    const handler = this._requestHandlers.get(request.method) ?? this.fallbackRequestHandler
    this.#incoming.serve(new IncomingRequest(request, this._transport, info), handler)
  }

  private _onprogress(notification: SchemaOutput<typeof ProgressNotificationSchema>): void {
    this.#outgoing.receiveProgress(notification)
  }

  private _onresponse(response: JSONRPCResultResponse | JSONRPCErrorResponse): void {
    if (!this.#messages.receive(response)) this.#outgoing.receive(response)
  }

  #serveTasks(store: TaskStore): void {
    const requests = new TaskRequests({
      store,
      messages: this.#messages,
      defaultPollMs: this._options?.defaultTaskPollInterval,
      send: async (message, options) => this._transport?.send(message, options),
    })
    installTaskHandlers(requests, (schema, handler) =>
      this.setRequestHandler(schema, (request, extra) => handler(request, extra) as Promise<SendResultT>),
    )
  }
}
