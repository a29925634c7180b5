import { type Client, connect, type LogLevel, RpcError, type Target } from '#core/client'
import { newestRevision } from '#core/revisions'
import {
  ErrorCode,
  type InitializeRequest,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  LATEST_PROTOCOL_VERSION,
  type RequestId,
} from '../types.js'
import { ServerChanges } from './server-changes.js'
import { ServerQuestions } from './server-questions.js'

export interface ModernConnectionOptions {
  readonly target: Target
  /** Sends the HTTP requests. */
  readonly fetch?: typeof fetch
  /** Gives a message to the client. */
  readonly deliver: (message: JSONRPCMessage) => void
  readonly onError: (error: Error) => void
}

/** A server of 2026-07-28, for a client that speaks to it as to one of an earlier revision. */
export class ModernConnection {
  readonly #options: ModernConnectionOptions
  readonly #questions: ServerQuestions
  readonly #running = new Map<RequestId, AbortController>()
  #client: Client | undefined
  #changes: ServerChanges | undefined

  constructor(options: ModernConnectionOptions) {
    this.#options = options
    this.#questions = new ServerQuestions(options.deliver)
  }

  /** Takes a message of the client. The answer to a request is delivered before this resolves. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) this.#questions.settle(message)
    else if ('id' in message) await this.#respond(message)
    else await this.#receive(message)
  }

  async close(): Promise<void> {
    await this.#client?.close()
  }

  async #respond(request: JSONRPCRequest): Promise<void> {
    const { id } = request
    const running = new AbortController()
    this.#running.set(id, running)
    try {
      const result = await this.#run(request, running.signal)
      if (!running.signal.aborted) this.#options.deliver({ jsonrpc: '2.0', id, result })
    } catch (error) {
      if (running.signal.aborted) return
      if (!RpcError.is(error)) throw sendErrorOf(error)
      const { code, message, data } = error
      this.#options.deliver({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } })
    } finally {
      this.#running.delete(id)
    }
  }

  async #run({ method, params = {} }: JSONRPCRequest, signal: AbortSignal): Promise<Record<string, unknown>> {
    if (method === 'initialize') return this.#connect(params as InitializeRequest['params'], signal)
    const client = this.#client
    if (client === undefined) throw new Error('Not connected')
    const uri = String(params['uri'])
    if (method === 'ping') await client.ping({ signal })
    else if (method === 'logging/setLevel') await client.setLogLevel(params['level'] as LogLevel, { signal })
    else if (method === 'resources/subscribe') await this.#changes?.subscribe(uri, signal)
    else if (method === 'resources/unsubscribe') await this.#changes?.unsubscribe(uri)
    else return this.#request(client, { method, params }, signal)
    return {}
  }

  async #connect(
    { capabilities, clientInfo }: InitializeRequest['params'],
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const { target, fetch, deliver, onError } = this.#options
    const client = await connect(target, {
      name: clientInfo.name,
      version: clientInfo.version,
      revision: newestRevision,
      // The client limits each of its requests itself.
      timeoutMs: longestMs,
      maxTimeoutMs: longestMs,
      signal,
      tasks: false,
      ...(fetch !== undefined && { fetch }),
      ...(capabilities.experimental !== undefined && { experimental: capabilities.experimental }),
      ...this.#questions.handlersFor(capabilities),
      onLog: (params) => deliver({ jsonrpc: '2.0', method: 'notifications/message', params: { ...params } }),
      onError,
    })
    this.#client = client
    this.#changes = new ServerChanges(client, { deliver, onError })
    const { instructions, ...serverInfo } = client.server
    return {
      protocolVersion: LATEST_PROTOCOL_VERSION,
      capabilities: client.capabilities,
      serverInfo,
      ...(instructions !== undefined && { instructions }),
    }
  }

  async #request(
    client: Client,
    { method, params }: { readonly method: string; readonly params: NonNullable<JSONRPCRequest['params']> },
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const { _meta: { progressToken, ...meta } = {}, ...others } = params
    const { deliver } = this.#options
    const onProgress = (progress: object) =>
      deliver({ jsonrpc: '2.0', method: 'notifications/progress', params: { ...progress, progressToken } })
    const options = { signal, meta, ...(progressToken !== undefined && { onProgress }) }
    const send = () => client.request(method, others, options)
    const result = await send().catch(async (error: unknown) => {
      // A tool may want arguments as headers, which are known once it is listed.
      if (method !== 'tools/call' || !RpcError.is(error) || error.code !== headerMismatch) throw error
      await client.listTools({ fresh: true, signal })
      return send()
    })
    const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, ...rest } = result as Record<string, unknown>
    return rest
  }

  async #receive({ method, params = {} }: JSONRPCNotification): Promise<void> {
    if (method === 'notifications/initialized') await this.#changes?.listen()
    if (method !== 'notifications/cancelled') return
    this.#running.get(params['requestId'] as RequestId)?.abort(new RpcError(ErrorCode.RequestTimeout, 'Cancelled'))
  }
}

/** A timer takes no more. */
const longestMs = 2 ** 31 - 1
const headerMismatch = -32020

/** What the transport itself threw, where it was the reason. */
function sendErrorOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? cause : error
}
