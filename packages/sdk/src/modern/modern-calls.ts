import {
  type Exchange,
  isAtLeast,
  isLogLevel,
  metaKeys,
  RpcError,
  type RpcNotification,
  type RpcRequest,
} from '#core/modern'
import { isRecord } from '../protocol/message-kind.js'
import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResultResponse,
  MessageExtraInfo,
} from '../types.js'
import { currentCall, knowsCurrentCall, runInCall } from './current-call.js'

type Response = JSONRPCResultResponse | JSONRPCErrorResponse

/** A request of a modern client that a handler serves under an id of its own. */
interface ModernCall {
  readonly id: string
  readonly exchange: Exchange | undefined
  readonly logLevel: unknown
  readonly resolve: (response: Response) => void
}

/** Passes messages between the handlers of a server and its modern clients. Each call has an id that no legacy request has. */
export class ModernCalls {
  readonly #deliver: (message: JSONRPCMessage, extra: MessageExtraInfo | undefined) => void
  readonly #calls = new Map<string, ModernCall>()
  /** Requests of handlers to their clients, by the id that the handlers' side gave them. */
  readonly #asked = new Map<string | number, AbortController>()
  #count = 0

  constructor(deliver: (message: JSONRPCMessage, extra: MessageExtraInfo | undefined) => void) {
    this.#deliver = deliver
  }

  /** The calls that run. */
  get size(): number {
    return this.#calls.size
  }

  /** True if a message names one of these calls. */
  has(relatedRequestId: string | number | undefined): boolean {
    return relatedRequestId !== undefined && this.#calls.has(String(relatedRequestId))
  }

  /** Gives a request to the handlers, and their response. */
  call(
    request: { readonly method: string; readonly params?: Readonly<Record<string, unknown>> | undefined },
    exchange?: Exchange,
    extra?: MessageExtraInfo,
  ): Promise<Response> {
    return new Promise((resolve) => {
      this.#count += 1
      const id = `modern-${this.#count}`
      const logLevel = metaOf(request.params)[metaKeys.logLevel]
      const call: ModernCall = { id, exchange, logLevel, resolve }
      this.#calls.set(id, call)
      if (exchange !== undefined) this.#cancelWith(call, exchange)
      const params = withoutProtocolMeta(request.params)
      const message = { jsonrpc: '2.0', id, method: request.method, ...(params !== undefined && { params }) }
      runInCall(call, () => this.#deliver(message as JSONRPCRequest, extra))
    })
  }

  /** Takes a message of the handlers. Returns false if it belongs to no modern call. */
  take(message: JSONRPCMessage, relatedRequestId: string | number | undefined): boolean {
    if (!('method' in message)) return this.#respond(message)
    const call = this.#callOf(relatedRequestId)
    if (call === undefined) return this.#takeCancellation(message)
    if ('id' in message && message.id !== undefined) void this.#ask(message as JSONRPCRequest, call)
    else if (!this.#takeCancellation(message)) this.#notify(message as JSONRPCNotification, call)
    return true
  }

  /** Refuses a request of the handlers that belongs to no call. */
  refuse({ id, method }: JSONRPCRequest): void {
    const isAmbiguous = !knowsCurrentCall && this.#calls.size > 1
    const { code, message } = isAmbiguous ? unknownCall(method) : notAskable(method)
    queueMicrotask(() => this.#deliver({ jsonrpc: '2.0', id, error: { code, message } }, undefined))
  }

  /** Ends all calls. */
  close(): void {
    for (const call of [...this.#calls.values()]) this.#end(call, closing(call.id))
    for (const asking of this.#asked.values()) asking.abort(RpcError.internal('The server is closing'))
  }

  #respond(message: Response): boolean {
    const call = this.#calls.get(String(message.id))
    if (call === undefined) return false
    this.#end(call, message)
    return true
  }

  #end(call: ModernCall, response: Response): void {
    this.#calls.delete(call.id)
    call.resolve(response)
  }

  /** The call that a message names, or that the code which sent it belongs to. */
  #callOf(relatedRequestId: string | number | undefined): ModernCall | undefined {
    if (relatedRequestId !== undefined) return this.#calls.get(String(relatedRequestId))
    if (!knowsCurrentCall && this.#calls.size === 1) return [...this.#calls.values()][0]
    const current = currentCall() as ModernCall | undefined
    return current !== undefined && this.#calls.get(current.id) === current ? current : undefined
  }

  #notify(message: JSONRPCNotification, { exchange, logLevel }: ModernCall): void {
    if (message.method === 'notifications/message') {
      const level = message.params?.['level']
      if (!isLogLevel(level) || !isLogLevel(logLevel) || !isAtLeast(level, logLevel)) return
    }
    exchange?.notify(message as RpcNotification)
  }

  async #ask({ id, method, params }: JSONRPCRequest, { exchange }: ModernCall): Promise<void> {
    const asking = new AbortController()
    this.#asked.set(id, asking)
    try {
      if (exchange?.ask === undefined) throw notAskable(method)
      const result = await exchange.ask({ method, params } as Omit<RpcRequest, 'id' | 'jsonrpc'>, {
        signal: asking.signal,
      })
      this.#deliver({ jsonrpc: '2.0', id, result: result as JSONRPCResultResponse['result'] }, undefined)
    } catch (reason) {
      const { code, message, data } = RpcError.from(reason).toObject()
      if (!asking.signal.aborted) this.#deliver({ jsonrpc: '2.0', id, error: { code, message, data } }, undefined)
    } finally {
      this.#asked.delete(id)
    }
  }

  /** Takes the cancellation of a request to a client. */
  #takeCancellation(message: JSONRPCMessage): boolean {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return false
    const asking = this.#asked.get(message.params?.['requestId'] as string | number)
    asking?.abort(message.params?.['reason'])
    return asking !== undefined
  }

  #cancelWith(call: ModernCall, exchange: Exchange): void {
    const cancel = (reason: unknown): void => {
      if (!this.#calls.has(call.id)) return
      this.#end(call, closing(call.id))
      const params = { requestId: call.id, reason: String(reason) }
      this.#deliver({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, undefined)
    }
    if (exchange.onAbort !== undefined) exchange.onAbort(cancel)
    else exchange.signal.addEventListener('abort', () => cancel(exchange.signal.reason), { once: true })
  }
}

function notAskable(method: string): RpcError {
  return RpcError.invalidRequest(
    `${method}: this client can be asked only by tools, prompts and resources while they are called`,
  )
}

function unknownCall(method: string): RpcError {
  return RpcError.invalidRequest(
    `${method}: several calls run, and this platform has no AsyncLocalStorage to tell which of them asks; ask with extra.sendRequest, which names its call`,
  )
}

function closing(id: string): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: -32603, message: 'The server is closing' } }
}

function metaOf(params: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, unknown>> {
  return isRecord(params?.['_meta']) ? params['_meta'] : {}
}

/** Handlers know nothing of what names the revision and the client. */
function withoutProtocolMeta(
  params: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (params === undefined || params['_meta'] === undefined) return params
  const reserved: ReadonlySet<string> = new Set(Object.values(metaKeys))
  const entries = Object.entries(metaOf(params)).filter(([name]) => !reserved.has(name))
  const { _meta, inputResponses, requestState, ...rest } = params
  return entries.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(entries) }
}
