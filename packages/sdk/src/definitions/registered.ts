import type { ToolTaskHandler } from '../experimental/tasks/interfaces.js'
import type { ResourceTemplate } from '../server/mcp.js'
import type { AnyObjectSchema, AnySchema, SchemaOutput, ShapeOutput, ZodRawShapeCompat } from '../server/zod-compat.js'
import type { RequestHandlerExtra } from '../shared/protocol.js'
import type { Variables } from '../shared/uriTemplate.js'
import type {
  CallToolResult,
  GetPromptResult,
  ListResourcesResult,
  ReadResourceResult,
  Resource,
  Result,
  ServerNotification,
  ServerRequest,
  ToolAnnotations,
  ToolExecution,
} from '../types.js'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** Lists the possible values of a variable that begin with what the user has typed. */
export type CompleteResourceTemplateCallback = (
  value: string,
  context?: { arguments?: Record<string, string> },
) => string[] | Promise<string[]>

export type BaseToolCallback<
  SendResultT extends Result,
  Extra extends RequestHandlerExtra<ServerRequest, ServerNotification>,
  Args extends undefined | ZodRawShapeCompat | AnySchema,
> = Args extends ZodRawShapeCompat
  ? (args: ShapeOutput<Args>, extra: Extra) => SendResultT | Promise<SendResultT>
  : Args extends AnySchema
    ? (args: SchemaOutput<Args>, extra: Extra) => SendResultT | Promise<SendResultT>
    : (extra: Extra) => SendResultT | Promise<SendResultT>

/** Runs a tool. It gets the checked arguments, if the tool has a schema for them, and the context of the request. */
export type ToolCallback<Args extends undefined | ZodRawShapeCompat | AnySchema = undefined> = BaseToolCallback<
  CallToolResult,
  Extra,
  Args
>

/** Runs a tool: a function, or the three functions of a tool whose calls are tasks. */
export type AnyToolHandler<Args extends undefined | ZodRawShapeCompat | AnySchema = undefined> =
  | ToolCallback<Args>
  | ToolTaskHandler<Args>

/** A tool of a server, to change or remove it. */
export type RegisteredTool = {
  title?: string
  description?: string
  inputSchema?: AnySchema
  outputSchema?: AnySchema
  annotations?: ToolAnnotations
  execution?: ToolExecution
  _meta?: Record<string, unknown>
  handler: AnyToolHandler<undefined | ZodRawShapeCompat>
  enabled: boolean
  enable(): void
  disable(): void
  update<InputArgs extends ZodRawShapeCompat, OutputArgs extends ZodRawShapeCompat>(updates: {
    name?: string | null
    title?: string
    description?: string
    paramsSchema?: InputArgs
    outputSchema?: OutputArgs
    annotations?: ToolAnnotations
    _meta?: Record<string, unknown>
    callback?: ToolCallback<InputArgs>
    enabled?: boolean
  }): void
  remove(): void
}

/** What a resource is described with, beside its name and URI. */
export type ResourceMetadata = Omit<Resource, 'uri' | 'name'>

/** Lists the resources of a template. */
export type ListResourcesCallback = (extra: Extra) => ListResourcesResult | Promise<ListResourcesResult>

/** Reads a resource. */
export type ReadResourceCallback = (uri: URL, extra: Extra) => ReadResourceResult | Promise<ReadResourceResult>

/** A resource of a server, to change or remove it. */
export type RegisteredResource = {
  name: string
  title?: string
  metadata?: ResourceMetadata
  readCallback: ReadResourceCallback
  enabled: boolean
  enable(): void
  disable(): void
  update(updates: {
    name?: string
    title?: string
    uri?: string | null
    metadata?: ResourceMetadata
    callback?: ReadResourceCallback
    enabled?: boolean
  }): void
  remove(): void
}

/** Reads a resource of a template. It gets the variables of the URI. */
export type ReadResourceTemplateCallback = (
  uri: URL,
  variables: Variables,
  extra: Extra,
) => ReadResourceResult | Promise<ReadResourceResult>

/** A resource template of a server, to change or remove it. */
export type RegisteredResourceTemplate = {
  resourceTemplate: ResourceTemplate
  title?: string
  metadata?: ResourceMetadata
  readCallback: ReadResourceTemplateCallback
  enabled: boolean
  enable(): void
  disable(): void
  update(updates: {
    name?: string | null
    title?: string
    template?: ResourceTemplate
    metadata?: ResourceMetadata
    callback?: ReadResourceTemplateCallback
    enabled?: boolean
  }): void
  remove(): void
}

export type PromptArgsRawShape = ZodRawShapeCompat

/** Makes the messages of a prompt. It gets the checked arguments, if the prompt has any, and the context of the request. */
export type PromptCallback<Args extends undefined | PromptArgsRawShape = undefined> = Args extends PromptArgsRawShape
  ? (args: ShapeOutput<Args>, extra: Extra) => GetPromptResult | Promise<GetPromptResult>
  : (extra: Extra) => GetPromptResult | Promise<GetPromptResult>

/** A prompt of a server, to change or remove it. */
export type RegisteredPrompt = {
  title?: string
  description?: string
  argsSchema?: AnyObjectSchema
  callback: PromptCallback<undefined | PromptArgsRawShape>
  enabled: boolean
  enable(): void
  disable(): void
  update<Args extends PromptArgsRawShape>(updates: {
    name?: string | null
    title?: string
    description?: string
    argsSchema?: Args
    callback?: PromptCallback<Args>
    enabled?: boolean
  }): void
  remove(): void
}

/** The definitions of one kind by their names, which come from peers: without a prototype. */
export type Registry<T> = Record<string, T>

export function createRegistry<T>(): Registry<T> {
  return Object.create(null)
}
