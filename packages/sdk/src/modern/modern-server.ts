import {
  codecOf,
  type Exchange,
  type Implementation,
  isRequestMessage,
  modernMethods,
  newestRevision,
  profileOf,
  RpcError,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
  revisions,
} from '#core/modern'
import { isRecord } from '../protocol/message-kind.js'
import {
  type InitializeResult,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  LATEST_PROTOCOL_VERSION,
  type MessageExtraInfo,
  type RequestId,
} from '../types.js'
import { encodeResponse } from './encode-response.js'
import { ModernCalls } from './modern-calls.js'
import { parkingOf } from './server-parking.js'
import { Subscriptions } from './subscriptions.js'

/** Methods of earlier revisions that handlers may have, and modern clients do not. */
const legacyMethods: ReadonlySet<string> = new Set([
  ...['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'],
  ...['tasks/get', 'tasks/result', 'tasks/list', 'tasks/cancel'],
])

type EncodeContext = Pick<Parameters<typeof encodeResponse>[1], 'revision' | 'serverInfo'>

export interface ModernServerOptions {
  /** Gives a message to the handlers of the server, as its transport does. */
  readonly deliver: (message: JSONRPCMessage, extra: MessageExtraInfo | undefined) => void
  /** True if there is a client of an earlier revision too, which gets what belongs to no modern call. */
  readonly servesLegacy: () => boolean
  /** Called when the last call has ended. */
  readonly onIdle: () => void
}

/** Serves modern clients with the handlers of a server, which see an initialized client of an earlier revision. */
export class ModernServer {
  readonly #options: ModernServerOptions
  readonly #calls: ModernCalls
  readonly #subscriptions = new Subscriptions()
  #initialized: { readonly client: string; readonly result: Promise<InitializeResult> } | undefined
  #isClosed = false

  constructor(options: ModernServerOptions) {
    this.#options = options
    this.#calls = new ModernCalls(options.deliver)
  }

  /** True while calls run, of which some may wait for their clients, or clients listen. */
  get isBusy(): boolean {
    return this.#calls.size > 0 || this.#subscriptions.size > 0
  }

  /** Serves one message. `extra` is what the transport knows of it. */
  async serve(
    message: RpcRequest | RpcNotification,
    exchange: Exchange,
    extra?: MessageExtraInfo,
  ): Promise<RpcResponse | undefined> {
    if (!isRequestMessage(message)) return undefined
    if (this.#isClosed) throw RpcError.internal('The server is closing')
    try {
      return await this.#serve(message, exchange, extra)
    } finally {
      this.#endCall()
    }
  }

  async #serve(
    message: RpcRequest,
    exchange: Exchange,
    extra: MessageExtraInfo | undefined,
  ): Promise<RpcResponse | undefined> {
    const hello = await this.#initialize(exchange.client)
    const { name, version } = hello.serverInfo
    const serverInfo: Implementation = { ...hello.serverInfo, name, version }
    const about = { revision: exchange.revision, serverInfo }
    if (message.method === 'server/discover') return this.#encode(message, discoverResult(hello), about)
    if (message.method === 'subscriptions/listen') {
      const host = {
        capabilities: hello.capabilities,
        request: (method: string, params: Record<string, unknown>) => this.#succeeds(method, params),
      }
      return this.#encode(message, await this.#subscriptions.listen(message, exchange, host), about)
    }
    const park = parkingOf(serverInfo).parkCalls({ label: labelOf(extra) })
    return park((request, calling) => this.#call(request as RpcRequest, calling, { serverInfo, extra }))(
      message,
      exchange,
    )
  }

  /** Takes a message of the handlers. Returns false if it is for clients of earlier revisions. */
  take(message: JSONRPCMessage, relatedRequestId: RequestId | undefined): boolean {
    const isRequest = 'method' in message && 'id' in message
    // A change is for all who listen, also where a call made it: the response of the call has no place for it.
    const isChange = 'method' in message && !isRequest && this.#subscriptions.publish(message as JSONRPCNotification)
    if (isChange) return !this.#options.servesLegacy() || this.#calls.has(relatedRequestId)
    if (this.#calls.take(message, relatedRequestId)) return true
    if (this.#options.servesLegacy()) return false
    if (isRequest) this.#calls.refuse(message as JSONRPCRequest)
    return true
  }

  close(): void {
    this.#isClosed = true
    this.#subscriptions.close()
    this.#calls.close()
  }

  async #call(
    message: RpcRequest,
    exchange: Exchange,
    { serverInfo, extra }: { readonly serverInfo: Implementation; readonly extra: MessageExtraInfo | undefined },
  ): Promise<RpcResponse> {
    const { id, method } = message
    if (legacyMethods.has(method)) throw RpcError.methodNotFound(method)
    if (Object.hasOwn(modernMethods, method))
      codecOf(exchange.revision).decodeRequest(message, profileOf(exchange.revision))
    const response = await this.#calls.call(message, exchange, extra)
    this.#endCall()
    return encodeResponse(response, { id, method, revision: exchange.revision, serverInfo })
  }

  #endCall(): void {
    if (!this.isBusy) this.#options.onIdle()
  }

  #encode({ id, method }: RpcRequest, result: object, about: EncodeContext): RpcResponse {
    const response = { jsonrpc: '2.0', id, result: result as Record<string, unknown> } as const
    return encodeResponse(response, { id, method, ...about })
  }

  async #succeeds(method: string, params: Record<string, unknown>): Promise<boolean> {
    return 'result' in (await this.#calls.call({ method, params }))
  }

  /** Tells the handlers who the client is, as `initialize` does, when that changes. */
  #initialize(client: Exchange['client']): Promise<InitializeResult> {
    const key = JSON.stringify(client)
    if (this.#initialized?.client !== key) {
      const isFirst = this.#initialized === undefined
      this.#initialized = { client: key, result: this.#sendInitialize(client, isFirst) }
    }
    return this.#initialized.result
  }

  async #sendInitialize(client: Exchange['client'], isFirst: boolean): Promise<InitializeResult> {
    const { capabilities, name = 'unknown', version = '' } = client
    const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities, clientInfo: { name, version } }
    const response = await this.#calls.call({ method: 'initialize', params })
    if ('error' in response) {
      this.#initialized = undefined
      throw new RpcError(response.error.code, response.error.message)
    }
    const method = 'notifications/initialized'
    if (isFirst) this.#options.deliver({ jsonrpc: '2.0', method }, undefined)
    return response.result as InitializeResult
  }
}

function discoverResult({ capabilities, instructions }: InitializeResult): object {
  // Tasks are an extension there, with other messages.
  const { tasks: _, ...rest } = capabilities
  const supportedVersions = [newestRevision, ...revisions.filter((each) => each !== newestRevision).reverse()]
  return { supportedVersions, capabilities: rest, ...(instructions && { instructions }) }
}

/** Whose call it is: only the same caller can come back to it. */
function labelOf(extra: MessageExtraInfo | undefined): string {
  const auth = extra?.authInfo
  if (auth === undefined) return ''
  const { clientId, extra: about, resource } = auth
  const subject = isRecord(about) ? (about['sub'] ?? about['userId'] ?? null) : null
  return JSON.stringify([clientId, String(subject), resource?.href ?? null])
}
