import { checkedElicitation, checkedSampling } from '../calling/answer-handlers.js'
import { assertClientHas, assertRootsMayChange, assertServerHas } from '../calling/capability-checks.js'
import { findOutputError, lazyValidator } from '../calling/check-output.js'
import { ClientRequests } from '../calling/client-requests.js'
import { handleListChanges } from '../calling/list-changes.js'
import { ExperimentalClientTasks } from '../experimental/tasks/client.js'
import { assertClientRequestTaskCapability, assertToolsCallTaskCapability } from '../experimental/tasks/helpers.js'
import { loadValidator } from '../json-schema/load-validator.js'
import { goOnModern } from '../modern-client/go-on-modern.js'
import { getMethodLiteral } from '../schemas/method-literal.js'
import type { AnyObjectSchema, SchemaOutput } from '../server/zod-compat.js'
import {
  mergeCapabilities,
  type ProtocolOptions,
  type RequestHandlerExtra,
  type RequestOptions,
} from '../shared/protocol.js'
import type { Transport } from '../shared/transport.js'
import {
  type CallToolRequest,
  CallToolResultSchema,
  type ClientCapabilities,
  type ClientNotification,
  type ClientRequest,
  type ClientResult,
  type CompatibilityCallToolResultSchema,
  ErrorCode,
  type Implementation,
  InitializeResultSchema,
  LATEST_PROTOCOL_VERSION,
  type ListChangedHandlers,
  type ListToolsRequest,
  ListToolsResultSchema,
  McpError,
  type Notification,
  type Request,
  type Result,
  type ServerCapabilities,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Tool,
} from '../types.js'
import type { JsonSchemaType, JsonSchemaValidator, jsonSchemaValidator } from '../validation/types.js'

export { getSupportedElicitationModes } from '../calling/elicitation.js'

/** Options of a `Client`. */
export type ClientOptions = ProtocolOptions & {
  /** What the client declares. */
  capabilities?: ClientCapabilities
  /** Checks the results of tools against their output schemas. */
  jsonSchemaValidator?: jsonSchemaValidator
  /** Called when a list of the server has changed, if the server tells of changes. */
  listChanged?: ListChangedHandlers
}

/** What `callTool` returns. */
type CallToolOutput = SchemaOutput<typeof CallToolResultSchema | typeof CompatibilityCallToolResultSchema>

/**
 * A connection to one server over any `Transport`. `connect` introduces the client; the methods reject with the `McpError` of the
 * server, or with an Error where nothing could be sent. Members that begin with `_` are reached by programs, so their names stay.
 */
export class Client<
  RequestT extends Request = Request,
  NotificationT extends Notification = Notification,
  ResultT extends Result = Result,
> extends ClientRequests<RequestT, NotificationT, ResultT> {
  private _clientInfo: Implementation
  private _serverCapabilities: ServerCapabilities | undefined
  private _serverVersion: Implementation | undefined
  private _capabilities: ClientCapabilities
  private _instructions: string | undefined
  private _jsonSchemaValidator: jsonSchemaValidator | undefined
  /** The validator of the library, once a tool has an output schema. */
  #engine: jsonSchemaValidator | undefined
  private _cachedToolOutputValidators = new Map<string, JsonSchemaValidator<unknown>>()
  private _cachedKnownTaskTools = new Set<string>()
  private _cachedRequiredTaskTools = new Set<string>()
  private _experimental: { tasks: ExperimentalClientTasks<RequestT, NotificationT, ResultT> } | undefined
  private _pendingListChangedConfig: ListChangedHandlers | undefined

  constructor(_clientInfo: Implementation, options?: ClientOptions) {
    super(options)
    this._clientInfo = _clientInfo
    this._capabilities = options?.capabilities ?? {}
    this._jsonSchemaValidator = options?.jsonSchemaValidator
    this._pendingListChangedConfig = options?.listChanged
  }

  /** Features that may change: tasks. */
  get experimental(): { tasks: ExperimentalClientTasks<RequestT, NotificationT, ResultT> } {
    this._experimental ??= { tasks: new ExperimentalClientTasks(this) }
    return this._experimental
  }

  /** Declares more. @throws Error once there is a connection. */
  registerCapabilities(capabilities: ClientCapabilities): void {
    if (this.transport) throw new Error('Cannot register capabilities after connecting to transport')
    this._capabilities = mergeCapabilities(this._capabilities, capabilities)
  }

  /** Sets the handler of a request of the server. Those of elicitation and sampling are checked, their results too. */
  override setRequestHandler<T extends AnyObjectSchema>(
    requestSchema: T,
    handler: (
      request: SchemaOutput<T>,
      extra: RequestHandlerExtra<ClientRequest | RequestT, ClientNotification | NotificationT>,
    ) => ClientResult | ResultT | Promise<ClientResult | ResultT>,
  ): void {
    const method = getMethodLiteral(requestSchema)
    let checked = handler
    if (method === 'elicitation/create') checked = checkedElicitation(handler, () => this._capabilities)
    if (method === 'sampling/createMessage') checked = checkedSampling(handler)
    super.setRequestHandler(requestSchema, checked)
  }

  /**
   * Starts the transport and introduces the client, unless the transport goes on with a session. Rejects, and closes the connection,
   * when the server refuses or speaks no revision of this client.
   */
  override async connect(transport: Transport, options?: RequestOptions): Promise<void> {
    await super.connect(transport)
    if (transport.sessionId !== undefined) return
    try {
      const introduce = () => this.#introduce(transport, options)
      await introduce().catch((error) => goOnModern(transport, error, introduce))
    } catch (error) {
      void this.close()
      throw error
    }
  }

  /** What the server declared, once there is a connection. */
  getServerCapabilities(): ServerCapabilities | undefined {
    return this._serverCapabilities
  }

  /** The name and version of the server, once there is a connection. */
  getServerVersion(): Implementation | undefined {
    return this._serverVersion
  }

  /** The instructions of the server, if it gave any. */
  getInstructions(): string | undefined {
    return this._instructions
  }

  /**
   * Calls a tool, and checks its result against its output schema if the tools were listed. Rejects with `McpError` for a tool that
   * only runs as a task: see `experimental.tasks`.
   */
  async callTool(
    params: CallToolRequest['params'],
    resultSchema: typeof CallToolResultSchema | typeof CompatibilityCallToolResultSchema = CallToolResultSchema,
    options?: RequestOptions,
  ): Promise<CallToolOutput> {
    const { name } = params
    if (this.isToolTaskRequired(name)) {
      const advice = 'Use client.experimental.tasks.callToolStream() instead.'
      throw new McpError(ErrorCode.InvalidRequest, `Tool "${name}" requires task-based execution. ${advice}`)
    }
    const result = await this.request({ method: 'tools/call', params }, resultSchema, options)
    const validate = this.getToolOutputValidator(name)
    const error = validate && findOutputError(name, result, validate)
    if (error) throw error
    return result
  }

  /** One page of the tools. Their output schemas are remembered until the next page. */
  async listTools(
    params?: ListToolsRequest['params'],
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof ListToolsResultSchema>> {
    const result = await this.request({ method: 'tools/list', params }, ListToolsResultSchema, options)
    const hasSchema = result.tools.some(({ outputSchema }) => outputSchema)
    if (hasSchema && this._jsonSchemaValidator === undefined) this.#engine ??= await loadValidator()
    this.cacheToolMetadata(result.tools)
    return result
  }

  protected assertCapability(capability: keyof ServerCapabilities, method: string): void {
    if (this._serverCapabilities?.[capability]) return
    throw new Error(`Server does not support ${capability} (required for ${method})`)
  }

  protected override assertCapabilityForMethod(method: RequestT['method']): void {
    assertServerHas(this._serverCapabilities, method)
  }

  protected override assertNotificationCapability(method: NotificationT['method']): void {
    assertRootsMayChange(this._capabilities, method)
  }

  // Handlers that `Protocol` sets for itself come before the capabilities.
  protected override assertRequestHandlerCapability(method: string): void {
    if (this._capabilities) assertClientHas(this._capabilities, method)
  }

  protected override assertTaskCapability(method: string): void {
    assertToolsCallTaskCapability(this._serverCapabilities?.tasks?.requests, method, 'Server')
  }

  protected override assertTaskHandlerCapability(method: string): void {
    if (this._capabilities) assertClientRequestTaskCapability(this._capabilities.tasks?.requests, method, 'Client')
  }

  async #introduce(transport: Transport, options: RequestOptions | undefined): Promise<void> {
    const params = {
      protocolVersion: LATEST_PROTOCOL_VERSION,
      capabilities: this._capabilities,
      clientInfo: this._clientInfo,
    }
    const result = await this.request({ method: 'initialize', params }, InitializeResultSchema, options)
    if (result === undefined) throw new Error(`Server sent invalid initialize result: ${result}`)
    const { protocolVersion, capabilities, serverInfo, instructions } = result
    if (!SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion)) {
      throw new Error(`Server's protocol version is not supported: ${protocolVersion}`)
    }
    this._serverCapabilities = capabilities
    this._serverVersion = serverInfo
    transport.setProtocolVersion?.(protocolVersion)
    this._instructions = instructions
    await this.notification({ method: 'notifications/initialized' })
    const handlers = this._pendingListChangedConfig
    if (handlers) this.#handleListChanges(handlers)
    this._pendingListChangedConfig = undefined
  }

  #handleListChanges(handlers: ListChangedHandlers): void {
    const fetchers = {
      tools: async () => (await this.listTools()).tools,
      prompts: async () => (await this.listPrompts()).prompts,
      resources: async () => (await this.listResources()).resources,
    }
    handleListChanges(handlers, this._serverCapabilities, {
      fetch: (kind) => fetchers[kind](),
      listen: (schema, handler) => this.setNotificationHandler(schema, handler),
    })
  }

  protected isToolTask(toolName: string): boolean {
    return Boolean(this._serverCapabilities?.tasks?.requests?.tools?.call) && this._cachedKnownTaskTools.has(toolName)
  }

  private isToolTaskRequired(toolName: string): boolean {
    return this._cachedRequiredTaskTools.has(toolName)
  }

  private cacheToolMetadata(tools: Tool[]): void {
    this._cachedToolOutputValidators.clear()
    this._cachedKnownTaskTools.clear()
    this._cachedRequiredTaskTools.clear()
    for (const { name, outputSchema, execution } of tools) {
      const validate = outputSchema && this.#createValidator(outputSchema as JsonSchemaType)
      if (validate) this._cachedToolOutputValidators.set(name, validate)
      const support = execution?.taskSupport
      if (support === 'required' || support === 'optional') this._cachedKnownTaskTools.add(name)
      if (support === 'required') this._cachedRequiredTaskTools.add(name)
    }
  }

  /** A validator of the program is asked for at once, as it may count on. */
  #createValidator(schema: JsonSchemaType): JsonSchemaValidator<unknown> | undefined {
    return this._jsonSchemaValidator?.getValidator(schema) ?? (this.#engine && lazyValidator(this.#engine, schema))
  }

  private getToolOutputValidator(toolName: string): JsonSchemaValidator<unknown> | undefined {
    return this._cachedToolOutputValidators.get(toolName)
  }
}
