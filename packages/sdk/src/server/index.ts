import { assertClientRequestTaskCapability, assertToolsCallTaskCapability } from '../experimental/tasks/helpers.js'
import { ExperimentalServerTasks } from '../experimental/tasks/server.js'
import { loadValidator } from '../json-schema/load-validator.js'
import { isStrict } from '../protocol/strict.js'
import { methodOf } from '../schemas/lazy-schema.js'
import { getMethodLiteral } from '../schemas/method-literal.js'
import { assertCanHandle, assertCanNotify, assertClientSupports } from '../serving/assert-capabilities.js'
import { checkSampling } from '../serving/check-sampling.js'
import { checkToolCalls } from '../serving/checked-tool-call.js'
import { LogLevels } from '../serving/log-levels.js'
import {
  mergeCapabilities,
  type NotificationOptions,
  Protocol,
  type ProtocolOptions,
  type RequestHandlerExtra,
  type RequestOptions,
} from '../shared/protocol.js'
import {
  CallToolRequestSchema,
  type ClientCapabilities,
  type CreateMessageRequest,
  type CreateMessageRequestParamsBase,
  type CreateMessageRequestParamsWithTools,
  type CreateMessageResult,
  CreateMessageResultSchema,
  type CreateMessageResultWithTools,
  CreateMessageResultWithToolsSchema,
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  type ElicitResult,
  ElicitResultSchema,
  EmptyResultSchema,
  ErrorCode,
  type Implementation,
  InitializedNotificationSchema,
  type InitializeRequest,
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  type ListRootsRequest,
  ListRootsResultSchema,
  type LoggingMessageNotification,
  McpError,
  type Notification,
  type Request,
  type ResourceUpdatedNotification,
  type Result,
  type ServerCapabilities,
  type ServerNotification,
  type ServerRequest,
  type ServerResult,
  SetLevelRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '../types.js'
import type { JsonSchemaType, jsonSchemaValidator } from '../validation/types.js'
import type { AnyObjectSchema, AnySchema, SchemaOutput } from './zod-compat.js'

/** Options of a `Server`. */
export type ServerOptions = ProtocolOptions & {
  /** What the server can do. */
  capabilities?: ServerCapabilities
  /** How to use the server, for the model. */
  instructions?: string
  /** Checks what a user entered against the schema that was asked for. Default: `AjvJsonSchemaValidator`. */
  jsonSchemaValidator?: jsonSchemaValidator
}

/**
 * An MCP server over any transport: it answers `initialize`, and all else by handlers.
 *
 * @deprecated Use `McpServer`, unless you need the handlers themselves.
 */
export class Server<
  RequestT extends Request = Request,
  NotificationT extends Notification = Notification,
  ResultT extends Result = Result,
> extends Protocol<ServerRequest | RequestT, ServerNotification | NotificationT, ServerResult | ResultT> {
  private _serverInfo: Implementation
  private _clientCapabilities?: ClientCapabilities | undefined
  private _clientVersion?: Implementation | undefined
  private _capabilities: ServerCapabilities
  private _instructions?: string | undefined
  private _experimental?: { tasks: ExperimentalServerTasks<RequestT, NotificationT, ResultT> }
  readonly #logLevels = new LogLevels()
  #validator: jsonSchemaValidator | undefined

  /** Called when the client has sent `initialized`. */
  declare oninitialized?: () => void

  constructor(_serverInfo: Implementation, options?: ServerOptions) {
    super(options)
    isStrict() // throws for a misspelt value before a client is served
    this._serverInfo = _serverInfo
    this._capabilities = options?.capabilities ?? {}
    this._instructions = options?.instructions
    this.#validator = options?.jsonSchemaValidator
    this.setRequestHandler(InitializeRequestSchema, (request) => this._oninitialize(request))
    this.setNotificationHandler(InitializedNotificationSchema, () => this.oninitialized?.())
    if (!this._capabilities.logging) return
    this.setRequestHandler(SetLevelRequestSchema, ({ params }, { sessionId, requestInfo }) => {
      const header = requestInfo?.headers['mcp-session-id']
      this.#logLevels.set(sessionId || (header as string | undefined) || undefined, params.level)
      return {}
    })
  }

  /** Features that may change in any version. */
  get experimental(): { tasks: ExperimentalServerTasks<RequestT, NotificationT, ResultT> } {
    this._experimental ??= { tasks: new ExperimentalServerTasks(this) }
    return this._experimental
  }

  /** Adds capabilities. @throws Error once the server is connected. */
  registerCapabilities(capabilities: ServerCapabilities): void {
    if (this.transport) throw new Error('Cannot register capabilities after connecting to transport')
    this._capabilities = mergeCapabilities(this._capabilities, capabilities)
  }

  /** Sets the handler of a request. Requests and results of `tools/call` are checked around it. */
  override setRequestHandler<T extends AnyObjectSchema>(
    requestSchema: T,
    handler: (
      request: SchemaOutput<T>,
      extra: RequestHandlerExtra<ServerRequest | RequestT, ServerNotification | NotificationT>,
    ) => ServerResult | ResultT | Promise<ServerResult | ResultT>,
  ): void {
    const method = methodOf(requestSchema) ?? getMethodLiteral(requestSchema)
    const isParsed = (requestSchema as AnySchema) === CallToolRequestSchema
    const checked = method === 'tools/call' ? checkToolCalls(handler, isParsed) : handler
    super.setRequestHandler<T>(requestSchema, checked)
  }

  protected assertCapabilityForMethod(method: RequestT['method']): void {
    assertClientSupports(this._clientCapabilities, method)
  }

  protected assertNotificationCapability(method: (ServerNotification | NotificationT)['method']): void {
    assertCanNotify(this._capabilities, this._clientCapabilities, method)
  }

  protected assertRequestHandlerCapability(method: string): void {
    // Handlers are also set while the base class is constructed.
    if (this._capabilities) assertCanHandle(this._capabilities, method)
  }

  protected assertTaskCapability(method: string): void {
    assertClientRequestTaskCapability(this._clientCapabilities?.tasks?.requests, method, 'Client')
  }

  protected assertTaskHandlerCapability(method: string): void {
    if (this._capabilities) assertToolsCallTaskCapability(this._capabilities.tasks?.requests, method, 'Server')
  }

  private async _oninitialize({ params }: InitializeRequest): Promise<ServerResult> {
    this._clientCapabilities = params.capabilities
    this._clientVersion = params.clientInfo
    const isSupported = SUPPORTED_PROTOCOL_VERSIONS.includes(params.protocolVersion)
    return {
      protocolVersion: isSupported ? params.protocolVersion : LATEST_PROTOCOL_VERSION,
      capabilities: this.getCapabilities(),
      serverInfo: this._serverInfo,
      ...(this._instructions && { instructions: this._instructions }),
    }
  }

  /** The capabilities of the client, once it has initialized. */
  getClientCapabilities(): ClientCapabilities | undefined {
    return this._clientCapabilities
  }

  /** The name and version of the client, once it has initialized. */
  getClientVersion(): Implementation | undefined {
    return this._clientVersion
  }

  private getCapabilities(): ServerCapabilities {
    return this._capabilities
  }

  /** Asks the client whether it is there. */
  async ping(): Promise<SchemaOutput<typeof EmptyResultSchema>> {
    return this.request({ method: 'ping' }, EmptyResultSchema)
  }

  /** Asks the client for a message of its model. */
  createMessage(params: CreateMessageRequestParamsBase, options?: RequestOptions): Promise<CreateMessageResult>
  /** Asks the client for a message of its model, which may use tools. */
  createMessage(
    params: CreateMessageRequestParamsWithTools,
    options?: RequestOptions,
  ): Promise<CreateMessageResultWithTools>
  /** Asks the client for a message of its model, which may use tools if there are any. */
  createMessage(
    params: CreateMessageRequest['params'],
    options?: RequestOptions,
  ): Promise<CreateMessageResult | CreateMessageResultWithTools>
  async createMessage(
    params: CreateMessageRequest['params'],
    options?: RequestOptions,
  ): Promise<CreateMessageResult | CreateMessageResultWithTools> {
    checkSampling(params, this._clientCapabilities)
    const request = { method: 'sampling/createMessage', params } as const
    if (params.tools) return this.request(request, CreateMessageResultWithToolsSchema, options)
    return this.request(request, CreateMessageResultSchema, options)
  }

  /** Asks the user of the client for input: a form, or by opening a page. `mode` is `'form'` if it is not given. */
  async elicitInput(
    params: ElicitRequestFormParams | ElicitRequestURLParams,
    options?: RequestOptions,
  ): Promise<ElicitResult> {
    const supported = this._clientCapabilities?.elicitation
    if (params.mode === 'url') {
      if (!supported?.url) throw new Error('Client does not support url elicitation.')
      return this.request({ method: 'elicitation/create', params }, ElicitResultSchema, options)
    }
    if (!supported?.form) throw new Error('Client does not support form elicitation.')
    const form: ElicitRequestFormParams = params.mode === 'form' ? params : { ...params, mode: 'form' }
    const result = await this.request({ method: 'elicitation/create', params: form }, ElicitResultSchema, options)
    if (result.action === 'accept' && result.content && form.requestedSchema)
      await this.#checkInput(result.content, form)
    return result
  }

  async #checkInput(content: unknown, { requestedSchema }: ElicitRequestFormParams): Promise<void> {
    try {
      this.#validator ??= await loadValidator()
      const outcome = this.#validator.getValidator(requestedSchema as JsonSchemaType)(content)
      if (outcome.valid) return
      const text = `Elicitation response content does not match requested schema: ${outcome.errorMessage}`
      throw new McpError(ErrorCode.InvalidParams, text)
    } catch (error) {
      if (error instanceof McpError) throw error
      const text = error instanceof Error ? error.message : String(error)
      throw new McpError(ErrorCode.InternalError, `Error validating elicitation response: ${text}`)
    }
  }

  /** Creates a function that tells the client that a page of a URL elicitation is done. */
  createElicitationCompletionNotifier(elicitationId: string, options?: NotificationOptions): () => Promise<void> {
    const method = 'notifications/elicitation/complete'
    assertCanNotify(this._capabilities, this._clientCapabilities, method)
    return () => this.notification({ method, params: { elicitationId } }, options)
  }

  /** Asks the client for its roots. */
  async listRoots(
    params?: ListRootsRequest['params'],
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof ListRootsResultSchema>> {
    return this.request({ method: 'roots/list', params }, ListRootsResultSchema, options)
  }

  /** Sends a log message, if the server has the capability and the session wants messages of its level. */
  async sendLoggingMessage(params: LoggingMessageNotification['params'], sessionId?: string): Promise<void> {
    if (!this._capabilities.logging || this.#logLevels.ignores(params.level, sessionId)) return
    await this.notification({ method: 'notifications/message', params })
  }

  async sendResourceUpdated(params: ResourceUpdatedNotification['params']): Promise<void> {
    await this.notification({ method: 'notifications/resources/updated', params })
  }

  async sendResourceListChanged(): Promise<void> {
    await this.notification({ method: 'notifications/resources/list_changed' })
  }

  async sendToolListChanged(): Promise<void> {
    await this.notification({ method: 'notifications/tools/list_changed' })
  }

  async sendPromptListChanged(): Promise<void> {
    await this.notification({ method: 'notifications/prompts/list_changed' })
  }
}
