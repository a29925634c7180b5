import { decodeUtf8, defaultLimits, findLimitViolation, HttpError, nestsDeeper } from '#core/serve'
import { messageKindOf } from '../protocol/message-kind.js'
import { MAX_BATCH_SIZE, requestBodyTooLargeMessage } from '../server/requestBody.js'
import { isJsonContentType } from '../shared/mediaType.js'
import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  isInitializeRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '../types.js'
import { createHostCheck, type HostCheck } from './host-check.js'
import type { MessageStreams, ServedRequest } from './message-streams.js'
import { refuse } from './refuse.js'
import { createRequestInfo } from './request-info.js'
import type { HandleRequestOptions, WebStandardStreamableHTTPServerTransportOptions } from './streamable-options.js'

/** The transport that an endpoint belongs to, with the state that programs read and set. */
export interface StreamableState {
  sessionId?: string | undefined
  _initialized: boolean
  readonly _closed: boolean
  readonly onmessage?: ((message: JSONRPCMessage, extra: MessageExtraInfo) => void) | undefined
  readonly onerror?: ((error: Error) => void) | undefined
  close(): Promise<void>
}

export interface StreamableEndpointOptions {
  readonly options: WebStandardStreamableHTTPServerTransportOptions
  readonly maxBodyBytes: number
  readonly state: StreamableState
  readonly streams: MessageStreams
}

/** The first revision whose clients know events without data. */
const primedVersion = SUPPORTED_PROTOCOL_VERSIONS[0] as string

const refusedCode = -32000

/** Serves the HTTP requests of one transport. */
export class StreamableEndpoint {
  readonly #options: WebStandardStreamableHTTPServerTransportOptions
  readonly #maxBodyBytes: number
  readonly #state: StreamableState
  readonly #streams: MessageStreams
  readonly #checkHost: HostCheck | undefined

  constructor({ options, maxBodyBytes, state, streams }: StreamableEndpointOptions) {
    this.#options = options
    this.#checkHost = createHostCheck(options)
    this.#maxBodyBytes = maxBodyBytes
    this.#state = state
    this.#streams = streams
  }

  serve(call: ServedRequest, given: HandleRequestOptions): Promise<void> | void {
    const { request } = call
    const problem = this.#checkHost?.(request.header('host') ?? null, request.header('origin'))
    if (problem !== undefined) return this.#refuse(call, 403, problem)
    switch (request.method) {
      case 'POST':
        return this.#post(call, given)
      case 'GET':
        return this.#get(call)
      case 'DELETE':
        return this.#delete(call)
      default:
        this.#state.onerror?.(new Error('Method not allowed.'))
        refuse(call.reply, 405, {
          code: refusedCode,
          message: 'Method not allowed.',
          headers: { allow: 'GET, POST, DELETE' },
        })
    }
  }

  async #post(call: ServedRequest, given: HandleRequestOptions): Promise<void> {
    const { request } = call
    const accept = request.header('accept')
    if (!accept?.includes('application/json') || !accept.includes('text/event-stream')) {
      const text = 'Not Acceptable: Client must accept both application/json and text/event-stream'
      return this.#refuse(call, 406, text)
    }
    if (!isJsonContentType(request.header('content-type') ?? null)) {
      return this.#refuse(call, 415, 'Unsupported Media Type: Content-Type must be application/json')
    }
    const body = given.parsedBody === undefined ? await this.#readBody(call) : this.#checkParsed(call, given.parsedBody)
    if (body === undefined) return
    const messages = this.#toMessages(call, body.value)
    if (messages === undefined) return
    try {
      await this.#receive(call, messages, given)
    } catch (error) {
      this.#state.onerror?.(error as Error)
      refuse(call.reply, 400, { code: -32700, message: 'Parse error', data: String(error) })
    }
  }

  /** Reads a body that no framework has read. Undefined if it was refused. */
  async #readBody(call: ServedRequest): Promise<{ readonly value: unknown } | undefined> {
    const bodyBytes = this.#maxBodyBytes
    try {
      const body = await call.request.readBody({ bodyBytes, bodyMs: defaultLimits.bodyMs }, { countBody() {} })
      if ('value' in body) return this.#checkParsed(call, body.value)
      const text = decodeUtf8(body.bytes)
      const violation = findLimitViolation(text, defaultLimits)
      if (violation === undefined) return { value: JSON.parse(text) }
      this.#refuse(call, 400, { message: `Invalid Request: ${violation}`, code: -32600 })
    } catch (error) {
      if (error instanceof HttpError && error.status === 413) {
        this.#refuse(call, 413, requestBodyTooLargeMessage(bodyBytes))
      } else if (error instanceof HttpError && error.status === 408) this.#refuse(call, 408, error.message)
      else this.#refuse(call, 400, { message: 'Parse error: Invalid JSON', code: -32700 })
    }
    return undefined
  }

  /** Checks a body that a framework has read, and bounded. Undefined if it was refused. */
  #checkParsed(call: ServedRequest, value: unknown): { readonly value: unknown } | undefined {
    const { jsonDepth } = defaultLimits
    if (!nestsDeeper(value, jsonDepth)) return { value }
    this.#refuse(call, 400, { message: `Invalid Request: it nests deeper than ${jsonDepth} levels`, code: -32600 })
    return undefined
  }

  /** The messages of a body. Undefined if it was refused. */
  #toMessages(call: ServedRequest, value: unknown): readonly JSONRPCMessage[] | undefined {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (values.length > MAX_BATCH_SIZE) {
      this.#refuse(call, 400, {
        message: `Invalid Request: Batch must not exceed ${MAX_BATCH_SIZE} messages`,
        code: -32600,
      })
    } else if (!values.every((each) => messageKindOf(each) !== undefined)) {
      this.#refuse(call, 400, { message: 'Parse error: Invalid JSON-RPC message', code: -32700 })
    } else return values as readonly JSONRPCMessage[]
    return undefined
  }

  async #receive(call: ServedRequest, messages: readonly JSONRPCMessage[], given: HandleRequestOptions): Promise<void> {
    const { request, reply } = call
    const initialize = messages.find(isInitialize)
    const isAccepted = initialize === undefined ? this.#checkSession(call) : await this.#initialize(call, messages)
    if (!isAccepted) return
    if (this.#state._closed) return refuse(reply, 404, sessionNotFound)
    const ids = idsOf(messages)
    const version = initialize?.params.protocolVersion ?? request.header('mcp-protocol-version')
    const isPrimed = (version ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION) >= primedVersion
    const opening = ids.length === 0 ? undefined : this.#streams.openPost(ids, call, isPrimed)
    if (opening !== undefined) await opening
    const requestInfo = createRequestInfo(request)
    for (const message of messages) {
      this.#state.onmessage?.(message, this.#extraOf(message, { requestInfo, given, isPrimed }))
    }
    if (ids.length === 0) reply.send(202, {})
  }

  #extraOf(
    message: JSONRPCMessage,
    source: {
      readonly requestInfo: ReturnType<typeof createRequestInfo>
      readonly given: HandleRequestOptions
      readonly isPrimed: boolean
    },
  ): MessageExtraInfo {
    const { requestInfo, given, isPrimed } = source
    const extra = { authInfo: given.authInfo, requestInfo } as MessageExtraInfo
    const { eventStore, enableJsonResponse } = this.#options
    if (!isPrimed || eventStore === undefined || enableJsonResponse === true || !isRequest(message)) return extra
    extra.closeSSEStream = () => this.#streams.closeStream(message.id)
    extra.closeStandaloneSSEStream = () => this.#streams.closeStandalone()
    return extra
  }

  /** Begins the session. Returns false if the request was refused. */
  async #initialize(call: ServedRequest, messages: readonly JSONRPCMessage[]): Promise<boolean> {
    const state = this.#state
    if (state._initialized && state.sessionId !== undefined) {
      this.#refuse(call, 400, { message: 'Invalid Request: Server already initialized', code: -32600 })
      return false
    }
    if (messages.length > 1) {
      this.#refuse(call, 400, { message: 'Invalid Request: Only one initialization request is allowed', code: -32600 })
      return false
    }
    state.sessionId = this.#options.sessionIdGenerator?.()
    state._initialized = true
    if (state.sessionId) await this.#options.onsessioninitialized?.(state.sessionId)
    return true
  }

  #get(call: ServedRequest): Promise<void> | void {
    const { request } = call
    if (!request.header('accept')?.includes('text/event-stream')) {
      return this.#refuse(call, 406, 'Not Acceptable: Client must accept text/event-stream')
    }
    if (!this.#checkSession(call)) return undefined
    const lastEventId = this.#options.eventStore === undefined ? undefined : request.header('last-event-id')
    return lastEventId ? this.#streams.resume(lastEventId, call) : this.#streams.openStandalone(call)
  }

  async #delete(call: ServedRequest): Promise<void> {
    if (!this.#checkSession(call)) return
    try {
      await this.#options.onsessionclosed?.(this.#state.sessionId as string)
      call.reply.send(200, {})
    } finally {
      await this.#state.close()
    }
  }

  /** Checks the session and the version of a request. Returns false if it was refused. */
  #checkSession(call: ServedRequest): boolean {
    const { request } = call
    if (this.#options.sessionIdGenerator !== undefined) {
      const sessionId = request.header('mcp-session-id')
      if (!this.#state._initialized) this.#refuse(call, 400, 'Bad Request: Server not initialized')
      else if (!sessionId) this.#refuse(call, 400, 'Bad Request: Mcp-Session-Id header is required')
      else if (sessionId !== this.#state.sessionId)
        this.#refuse(call, 404, { message: 'Session not found', code: -32001 })
      if (!this.#state._initialized || !sessionId || sessionId !== this.#state.sessionId) return false
    }
    const version = request.header('mcp-protocol-version')
    if (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return true
    const supported = `(supported versions: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')})`
    this.#refuse(call, 400, `Bad Request: Unsupported protocol version: ${version} ${supported}`)
    return false
  }

  #refuse({ reply }: ServedRequest, status: number, problem: string | Problem): void {
    const { message, code } = typeof problem === 'string' ? { message: problem, code: refusedCode } : problem
    this.#state.onerror?.(new Error(message))
    refuse(reply, status, { code, message })
  }
}

interface Problem {
  readonly message: string
  readonly code: number
}

const sessionNotFound = { code: -32001, message: 'Session not found' }

function idsOf(messages: readonly JSONRPCMessage[]): readonly RequestId[] {
  const ids: RequestId[] = []
  for (const message of messages) if (isRequest(message)) ids.push(message.id)
  return ids
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message && (message.id as RequestId | undefined) !== undefined
}

function isInitialize(message: JSONRPCMessage): message is JSONRPCRequest & { params: { protocolVersion: string } } {
  return 'method' in message && message.method === 'initialize' && isInitializeRequest(message)
}
