import { readToolArguments } from '../definitions/register-arguments.js'
import type {
  CompleteResourceTemplateCallback,
  ListResourcesCallback,
  PromptArgsRawShape,
  PromptCallback,
  ReadResourceCallback,
  ReadResourceTemplateCallback,
  RegisteredPrompt,
  RegisteredResource,
  RegisteredResourceTemplate,
  RegisteredTool,
  ResourceMetadata,
  ToolCallback,
} from '../definitions/registered.js'
import { ExperimentalMcpServerTasks } from '../experimental/tasks/mcp-server.js'
import { McpServerBase } from '../serving/mcp-server-base.js'
import { UriTemplate } from '../shared/uriTemplate.js'
import type { LoggingMessageNotification, ToolAnnotations } from '../types.js'
import type { AnySchema, ZodRawShapeCompat } from './zod-compat.js'

export type {
  AnyToolHandler,
  BaseToolCallback,
  CompleteResourceTemplateCallback,
  ListResourcesCallback,
  PromptCallback,
  ReadResourceCallback,
  ReadResourceTemplateCallback,
  RegisteredPrompt,
  RegisteredResource,
  RegisteredResourceTemplate,
  RegisteredTool,
  ResourceMetadata,
  ToolCallback,
} from '../definitions/registered.js'
export type { McpServerOptions } from '../serving/mcp-server-base.js'

/** An MCP server made of tools, resources and prompts. */
export class McpServer extends McpServerBase {
  private _experimental?: { tasks: ExperimentalMcpServerTasks }

  /** Features that may change in any version. */
  get experimental(): { tasks: ExperimentalMcpServerTasks } {
    this._experimental ??= { tasks: new ExperimentalMcpServerTasks(this) }
    return this._experimental
  }

  /** Adds a resource with a fixed URI. @deprecated Use `registerResource`. */
  resource(name: string, uri: string, readCallback: ReadResourceCallback): RegisteredResource
  /** Adds a resource with a fixed URI. @deprecated Use `registerResource`. */
  resource(
    name: string,
    uri: string,
    metadata: ResourceMetadata,
    readCallback: ReadResourceCallback,
  ): RegisteredResource
  /** Adds a resource template. @deprecated Use `registerResource`. */
  resource(
    name: string,
    template: ResourceTemplate,
    readCallback: ReadResourceTemplateCallback,
  ): RegisteredResourceTemplate
  /** Adds a resource template. @deprecated Use `registerResource`. */
  resource(
    name: string,
    template: ResourceTemplate,
    metadata: ResourceMetadata,
    readCallback: ReadResourceTemplateCallback,
  ): RegisteredResourceTemplate
  resource(
    name: string,
    uriOrTemplate: string | ResourceTemplate,
    ...rest: unknown[]
  ): RegisteredResource | RegisteredResourceTemplate {
    const metadata = typeof rest[0] === 'object' ? (rest.shift() as ResourceMetadata) : undefined
    return this.#addResource(name, uriOrTemplate, { title: undefined, metadata, readCallback: rest[0] })
  }

  /** Adds a resource with a fixed URI, or a resource template. */
  registerResource(
    name: string,
    uriOrTemplate: string,
    config: ResourceMetadata,
    readCallback: ReadResourceCallback,
  ): RegisteredResource
  registerResource(
    name: string,
    uriOrTemplate: ResourceTemplate,
    config: ResourceMetadata,
    readCallback: ReadResourceTemplateCallback,
  ): RegisteredResourceTemplate
  registerResource(
    name: string,
    uriOrTemplate: string | ResourceTemplate,
    config: ResourceMetadata,
    readCallback: ReadResourceCallback | ReadResourceTemplateCallback,
  ): RegisteredResource | RegisteredResourceTemplate {
    return this.#addResource(name, uriOrTemplate, { title: config.title, metadata: config, readCallback })
  }

  #addResource(
    name: string,
    uriOrTemplate: string | ResourceTemplate,
    parts: {
      readonly title: string | undefined
      readonly metadata: ResourceMetadata | undefined
      readonly readCallback: unknown
    },
  ): RegisteredResource | RegisteredResourceTemplate {
    const { title, metadata, readCallback } = parts
    const added =
      typeof uriOrTemplate === 'string' ? addFixed.call(this, uriOrTemplate) : addTemplate.call(this, uriOrTemplate)
    this.setResourceRequestHandlers()
    this.sendResourceListChanged()
    return added

    function addFixed(this: McpServer, uri: string): RegisteredResource {
      if (this._registeredResources[uri]) throw new Error(`Resource ${uri} is already registered`)
      return this._createRegisteredResource(name, title, uri, metadata, readCallback as ReadResourceCallback)
    }

    function addTemplate(this: McpServer, template: ResourceTemplate): RegisteredResourceTemplate {
      if (this._registeredResourceTemplates[name]) throw new Error(`Resource template ${name} is already registered`)
      const callback = readCallback as ReadResourceTemplateCallback
      return this._createRegisteredResourceTemplate(name, title, template, metadata, callback)
    }
  }

  /** Adds a tool without parameters. @deprecated Use `registerTool`. */
  tool(name: string, cb: ToolCallback): RegisteredTool
  /** Adds a tool without parameters. @deprecated Use `registerTool`. */
  tool(name: string, description: string, cb: ToolCallback): RegisteredTool
  /** Adds a tool with parameters or annotations. @deprecated Use `registerTool`. */
  tool<Args extends ZodRawShapeCompat>(
    name: string,
    paramsSchemaOrAnnotations: Args | ToolAnnotations,
    cb: ToolCallback<Args>,
  ): RegisteredTool
  /** Adds a tool with parameters or annotations. @deprecated Use `registerTool`. */
  tool<Args extends ZodRawShapeCompat>(
    name: string,
    description: string,
    paramsSchemaOrAnnotations: Args | ToolAnnotations,
    cb: ToolCallback<Args>,
  ): RegisteredTool
  /** Adds a tool with parameters and annotations. @deprecated Use `registerTool`. */
  tool<Args extends ZodRawShapeCompat>(
    name: string,
    paramsSchema: Args,
    annotations: ToolAnnotations,
    cb: ToolCallback<Args>,
  ): RegisteredTool
  /** Adds a tool with parameters and annotations. @deprecated Use `registerTool`. */
  tool<Args extends ZodRawShapeCompat>(
    name: string,
    description: string,
    paramsSchema: Args,
    annotations: ToolAnnotations,
    cb: ToolCallback<Args>,
  ): RegisteredTool
  tool(name: string, ...rest: unknown[]): RegisteredTool {
    if (this._registeredTools[name]) throw new Error(`Tool ${name} is already registered`)
    const { description, inputSchema, annotations, callback } = readToolArguments(name, rest)
    const handler = callback as ToolCallback<ZodRawShapeCompat | undefined>
    const execution = { taskSupport: 'forbidden' } as const
    return this._createRegisteredTool(
      name,
      undefined,
      description,
      inputSchema,
      undefined,
      annotations,
      execution,
      undefined,
      handler,
    )
  }

  /** Adds a tool. */
  registerTool<
    OutputArgs extends ZodRawShapeCompat | AnySchema,
    InputArgs extends undefined | ZodRawShapeCompat | AnySchema = undefined,
  >(
    name: string,
    config: {
      title?: string
      description?: string
      inputSchema?: InputArgs
      outputSchema?: OutputArgs
      annotations?: ToolAnnotations
      _meta?: Record<string, unknown>
    },
    cb: ToolCallback<InputArgs>,
  ): RegisteredTool {
    if (this._registeredTools[name]) throw new Error(`Tool ${name} is already registered`)
    const { title, description, inputSchema, outputSchema, annotations, _meta } = config
    const handler = cb as ToolCallback<ZodRawShapeCompat | undefined>
    const execution = { taskSupport: 'forbidden' } as const
    return this._createRegisteredTool(
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations,
      execution,
      _meta,
      handler,
    )
  }

  /** Adds a prompt without arguments. @deprecated Use `registerPrompt`. */
  prompt(name: string, cb: PromptCallback): RegisteredPrompt
  /** Adds a prompt without arguments. @deprecated Use `registerPrompt`. */
  prompt(name: string, description: string, cb: PromptCallback): RegisteredPrompt
  /** Adds a prompt with arguments. @deprecated Use `registerPrompt`. */
  prompt<Args extends PromptArgsRawShape>(name: string, argsSchema: Args, cb: PromptCallback<Args>): RegisteredPrompt
  /** Adds a prompt with arguments. @deprecated Use `registerPrompt`. */
  prompt<Args extends PromptArgsRawShape>(
    name: string,
    description: string,
    argsSchema: Args,
    cb: PromptCallback<Args>,
  ): RegisteredPrompt
  prompt(name: string, ...rest: unknown[]): RegisteredPrompt {
    const description = typeof rest[0] === 'string' ? (rest.shift() as string) : undefined
    const argsSchema = rest.length > 1 ? (rest.shift() as PromptArgsRawShape) : undefined
    return this.#addPrompt(name, { title: undefined, description, argsSchema, callback: rest[0] })
  }

  /** Adds a prompt. */
  registerPrompt<Args extends PromptArgsRawShape>(
    name: string,
    config: { title?: string; description?: string; argsSchema?: Args },
    cb: PromptCallback<Args>,
  ): RegisteredPrompt {
    const { title, description, argsSchema } = config
    return this.#addPrompt(name, { title, description, argsSchema, callback: cb })
  }

  #addPrompt(
    name: string,
    parts: {
      readonly title: string | undefined
      readonly description: string | undefined
      readonly argsSchema: PromptArgsRawShape | undefined
      readonly callback: unknown
    },
  ): RegisteredPrompt {
    if (this._registeredPrompts[name]) throw new Error(`Prompt ${name} is already registered`)
    const { title, description, argsSchema } = parts
    const callback = parts.callback as PromptCallback<PromptArgsRawShape | undefined>
    const prompt = this._createRegisteredPrompt(name, title, description, argsSchema, callback)
    this.setPromptRequestHandlers()
    this.sendPromptListChanged()
    return prompt
  }

  /** Sends a log message, if the server has the capability and the session wants messages of its level. */
  async sendLoggingMessage(params: LoggingMessageNotification['params'], sessionId?: string): Promise<void> {
    await this.server.sendLoggingMessage(params, sessionId)
  }
}

/** A pattern of URIs, with functions that list its resources and complete its variables. */
export class ResourceTemplate {
  readonly #callbacks: {
    list: ListResourcesCallback | undefined
    complete?: { [variable: string]: CompleteResourceTemplateCallback }
  }
  readonly #uriTemplate: UriTemplate

  /** `list` must be given, if only as `undefined`, so that it is not forgotten. */
  constructor(
    uriTemplate: string | UriTemplate,
    callbacks: {
      list: ListResourcesCallback | undefined
      complete?: { [variable: string]: CompleteResourceTemplateCallback }
    },
  ) {
    this.#callbacks = callbacks
    this.#uriTemplate = typeof uriTemplate === 'string' ? new UriTemplate(uriTemplate) : uriTemplate
  }

  get uriTemplate(): UriTemplate {
    return this.#uriTemplate
  }

  get listCallback(): ListResourcesCallback | undefined {
    return this.#callbacks.list
  }

  /** The function that completes a variable, if there is one. */
  completeCallback(variable: string): CompleteResourceTemplateCallback | undefined {
    const { complete } = this.#callbacks
    return complete !== undefined && Object.hasOwn(complete, variable) ? complete[variable] : undefined
  }
}
