import { parseMaxElements } from '../definitions/count-elements.js'
import {
  createRegistry,
  type PromptArgsRawShape,
  type PromptCallback,
  type ReadResourceCallback,
  type ReadResourceTemplateCallback,
  type RegisteredPrompt,
  type RegisteredResource,
  type RegisteredResourceTemplate,
  type RegisteredTool,
  type ResourceMetadata,
  type ToolCallback,
} from '../definitions/registered.js'
import { createPrompt } from '../definitions/registered-prompt.js'
import { createResource, createTemplate } from '../definitions/registered-resource.js'
import { createTool } from '../definitions/registered-tool.js'
import type { ToolTaskHandler } from '../experimental/tasks/interfaces.js'
import { isCompletable } from '../server/completable.js'
import { Server, type ServerOptions } from '../server/index.js'
import type { ResourceTemplate } from '../server/mcp.js'
import type { AnySchema, ZodRawShapeCompat } from '../server/zod-compat.js'
import type { Transport } from '../shared/transport.js'
import {
  type CallToolRequest,
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  type Implementation,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ToolAnnotations,
  type ToolExecution,
} from '../types.js'
import { type CallToolOptions, callTool, type ValidateInput, validateInput } from './call-tool.js'
import { complete } from './complete.js'
import { listTools } from './list-tools.js'
import { getPrompt, listPrompts } from './prompt-requests.js'
import { listResources, listResourceTemplates, readResource } from './resource-requests.js'

/** Options of a `McpServer`. */
export type McpServerOptions = ServerOptions & {
  /** Array elements and object members that the arguments of one `tools/call` may have. At least 1. Default: no limit. */
  maxToolInputElements?: number
}

/**
 * The definitions of a server, and the handlers that serve them. Its members that begin with `_` are reached by programs that list
 * or wrap definitions, so their names and meanings stay.
 */
export class McpServerBase {
  /** The server under this one, for handlers, requests and notifications of your own. */
  readonly server: Server
  private readonly _maxToolInputElements: number | undefined
  protected _registeredResources = createRegistry<RegisteredResource>()
  protected _registeredResourceTemplates = createRegistry<RegisteredResourceTemplate>()
  protected _registeredTools = createRegistry<RegisteredTool>()
  protected _registeredPrompts = createRegistry<RegisteredPrompt>()
  private _toolHandlersInitialized = false
  private _completionHandlerInitialized = false
  private _resourceHandlersInitialized = false
  private _promptHandlersInitialized = false

  constructor(serverInfo: Implementation, options?: McpServerOptions) {
    this.server = new Server(serverInfo, options)
    this._maxToolInputElements = parseMaxElements(options?.maxToolInputElements)
    const { tools, resources, prompts } = options?.capabilities ?? {}
    // With a declared capability, definitions may also be added after the server is connected.
    if (tools) this.setToolRequestHandlers()
    if (resources) this.setResourceRequestHandlers()
    if (prompts) this.setPromptRequestHandlers()
  }

  /** Takes over a transport, its callbacks included, and starts it. */
  async connect(transport: Transport): Promise<void> {
    await this.server.connect(transport)
  }

  /** Closes the connection. */
  async close(): Promise<void> {
    await this.server.close()
  }

  /** True while the server has a transport. */
  isConnected(): boolean {
    return this.server.transport !== undefined
  }

  /** Tells the client that the resources have changed, if one is connected. */
  sendResourceListChanged(): void {
    if (this.isConnected()) void this.server.sendResourceListChanged()
  }

  /** Tells the client that the tools have changed, if one is connected. */
  sendToolListChanged(): void {
    if (this.isConnected()) void this.server.sendToolListChanged()
  }

  /** Tells the client that the prompts have changed, if one is connected. */
  sendPromptListChanged(): void {
    if (this.isConnected()) void this.server.sendPromptListChanged()
  }

  protected setToolRequestHandlers(): void {
    if (this._toolHandlersInitialized) return
    this.#assertFree('tools/list', 'tools/call')
    this.server.registerCapabilities({ tools: { listChanged: true } })
    this.server.setRequestHandler(ListToolsRequestSchema, () => listTools(this._registeredTools))
    this.server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
      callTool(this.#callOptions(), params, extra),
    )
    this._toolHandlersInitialized = true
  }

  /** Programs put a function of their own in its place. */
  protected async validateToolInput(tool: RegisteredTool, args: Arguments, name: string): Promise<unknown> {
    return validateInput(tool, { name, arguments: args }, this._maxToolInputElements)
  }

  #callOptions(): CallToolOptions {
    const isOwn = this.validateToolInput === McpServerBase.prototype.validateToolInput
    const validate: ValidateInput | undefined = isOwn ? undefined : (...args) => this.validateToolInput(...args)
    return { tools: this._registeredTools, maxElements: this._maxToolInputElements, validate }
  }

  protected setCompletionRequestHandler(): void {
    if (this._completionHandlerInitialized) return
    this.#assertFree('completion/complete')
    this.server.registerCapabilities({ completions: {} })
    this.server.setRequestHandler(CompleteRequestSchema, (request) => {
      const [prompts, resources] = [this._registeredPrompts, this._registeredResources]
      return complete({ prompts, resources, templates: this._registeredResourceTemplates }, request)
    })
    this._completionHandlerInitialized = true
  }

  protected setResourceRequestHandlers(): void {
    if (this._resourceHandlersInitialized) return
    this.#assertFree('resources/list', 'resources/templates/list', 'resources/read')
    this.server.registerCapabilities({ resources: { listChanged: true } })
    const sources = () => ({ resources: this._registeredResources, templates: this._registeredResourceTemplates })
    this.server.setRequestHandler(ListResourcesRequestSchema, (_, extra) => listResources(sources(), extra))
    this.server.setRequestHandler(ListResourceTemplatesRequestSchema, () => listResourceTemplates(sources()))
    this.server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
      readResource(sources(), params.uri, extra),
    )
    this._resourceHandlersInitialized = true
  }

  protected setPromptRequestHandlers(): void {
    if (this._promptHandlersInitialized) return
    this.#assertFree('prompts/list', 'prompts/get')
    this.server.registerCapabilities({ prompts: { listChanged: true } })
    this.server.setRequestHandler(ListPromptsRequestSchema, () => listPrompts(this._registeredPrompts))
    this.server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
      getPrompt(this._registeredPrompts, params, extra),
    )
    this._promptHandlersInitialized = true
  }

  #assertFree(...methods: readonly string[]): void {
    for (const method of methods) this.server.assertCanSetRequestHandler(method)
  }

  protected _createRegisteredResource(
    name: string,
    title: string | undefined,
    uri: string,
    metadata: ResourceMetadata | undefined,
    readCallback: ReadResourceCallback,
  ): RegisteredResource {
    const onChange = () => this.sendResourceListChanged()
    const place = { registry: this._registeredResources, key: uri, onChange }
    return createResource(place, { name, title, metadata, readCallback })
  }

  protected _createRegisteredResourceTemplate(
    name: string,
    title: string | undefined,
    resourceTemplate: ResourceTemplate,
    metadata: ResourceMetadata | undefined,
    readCallback: ReadResourceTemplateCallback,
  ): RegisteredResourceTemplate {
    const onChange = () => this.sendResourceListChanged()
    const place = { registry: this._registeredResourceTemplates, key: name, onChange }
    const template = createTemplate(place, { title, resourceTemplate, metadata, readCallback })
    const { variableNames } = resourceTemplate.uriTemplate
    if (Array.isArray(variableNames) && variableNames.some((variable) => resourceTemplate.completeCallback(variable))) {
      this.setCompletionRequestHandler()
    }
    return template
  }

  protected _createRegisteredPrompt(
    name: string,
    title: string | undefined,
    description: string | undefined,
    argsSchema: PromptArgsRawShape | undefined,
    callback: PromptCallback<PromptArgsRawShape | undefined>,
  ): RegisteredPrompt {
    const onChange = () => this.sendPromptListChanged()
    const place = { registry: this._registeredPrompts, key: name, onChange }
    const prompt = createPrompt(place, { title, description, argsSchema, callback })
    if (Object.values(argsSchema ?? {}).some((field) => isCompletable(unwrapOptional(field)))) {
      this.setCompletionRequestHandler()
    }
    return prompt
  }

  protected _createRegisteredTool(
    name: string,
    title: string | undefined,
    description: string | undefined,
    inputSchema: ZodRawShapeCompat | AnySchema | undefined,
    outputSchema: ZodRawShapeCompat | AnySchema | undefined,
    annotations: ToolAnnotations | undefined,
    execution: ToolExecution | undefined,
    _meta: Record<string, unknown> | undefined,
    handler: ToolTaskHandler<ZodRawShapeCompat | undefined> | ToolCallback<ZodRawShapeCompat | undefined>,
  ): RegisteredTool {
    const onChange = () => this.sendToolListChanged()
    const place = { registry: this._registeredTools, key: name, onChange }
    const tool = createTool(place, {
      title,
      description,
      inputSchema,
      outputSchema,
      annotations,
      execution,
      _meta,
      handler,
    })
    this.setToolRequestHandlers()
    this.sendToolListChanged()
    return tool
  }
}

type Arguments = CallToolRequest['params']['arguments']

/** The schema inside an optional one, which may be the one that completes. */
function unwrapOptional(field: AnySchema): unknown {
  const { typeName, type, innerType } = (field as { _def?: Readonly<Record<string, unknown>> })._def ?? {}
  return typeName === 'ZodOptional' || type === 'optional' ? innerType : field
}
