export type Annotated = { readonly "annotations"?: { readonly "audience"?: readonly Role[] | undefined; readonly "priority"?: number | undefined } | undefined }
export type BlobResourceContents = { readonly "blob": string; readonly "mimeType"?: string | undefined; readonly "uri": string }
export type CallToolRequest = { readonly "method": "tools/call"; readonly "params": { readonly "arguments"?: { readonly [name: string]: unknown } | undefined; readonly "name": string } }
export type CallToolResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "content": readonly (TextContent | ImageContent | EmbeddedResource)[]; readonly "isError"?: boolean | undefined }
export type CancelledNotification = { readonly "method": "notifications/cancelled"; readonly "params": { readonly "reason"?: string | undefined; readonly "requestId": RequestId } }
export type ClientCapabilities = { readonly "experimental"?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined; readonly "roots"?: { readonly "listChanged"?: boolean | undefined } | undefined; readonly "sampling"?: { readonly [name: string]: unknown } | undefined }
export type ClientNotification = CancelledNotification | InitializedNotification | ProgressNotification | RootsListChangedNotification
export type ClientRequest = InitializeRequest | PingRequest | ListResourcesRequest | ListResourceTemplatesRequest | ReadResourceRequest | SubscribeRequest | UnsubscribeRequest | ListPromptsRequest | GetPromptRequest | ListToolsRequest | CallToolRequest | SetLevelRequest | CompleteRequest
export type ClientResult = Result | CreateMessageResult | ListRootsResult
export type CompleteRequest = { readonly "method": "completion/complete"; readonly "params": { readonly "argument": { readonly "name": string; readonly "value": string }; readonly "ref": PromptReference | ResourceReference } }
export type CompleteResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "completion": { readonly "hasMore"?: boolean | undefined; readonly "total"?: number | undefined; readonly "values": readonly string[] } }
export type CreateMessageRequest = { readonly "method": "sampling/createMessage"; readonly "params": { readonly "includeContext"?: "allServers" | "none" | "thisServer" | undefined; readonly "maxTokens": number; readonly "messages": readonly SamplingMessage[]; readonly "metadata"?: { readonly [name: string]: unknown } | undefined; readonly "modelPreferences"?: ModelPreferences | undefined; readonly "stopSequences"?: readonly string[] | undefined; readonly "systemPrompt"?: string | undefined; readonly "temperature"?: number | undefined } }
export type CreateMessageResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "content": TextContent | ImageContent; readonly "model": string; readonly "role": Role; readonly "stopReason"?: string | undefined }
export type Cursor = string
export type EmbeddedResource = { readonly "annotations"?: { readonly "audience"?: readonly Role[] | undefined; readonly "priority"?: number | undefined } | undefined; readonly "resource": TextResourceContents | BlobResourceContents; readonly "type": "resource" }
export type EmptyResult = Result
export type GetPromptRequest = { readonly "method": "prompts/get"; readonly "params": { readonly "arguments"?: { readonly [name: string]: string } | undefined; readonly "name": string } }
export type GetPromptResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "description"?: string | undefined; readonly "messages": readonly PromptMessage[] }
export type ImageContent = { readonly "annotations"?: { readonly "audience"?: readonly Role[] | undefined; readonly "priority"?: number | undefined } | undefined; readonly "data": string; readonly "mimeType": string; readonly "type": "image" }
export type Implementation = { readonly "name": string; readonly "version": string }
export type InitializeRequest = { readonly "method": "initialize"; readonly "params": { readonly "capabilities": ClientCapabilities; readonly "clientInfo": Implementation; readonly "protocolVersion": string } }
export type InitializeResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "capabilities": ServerCapabilities; readonly "instructions"?: string | undefined; readonly "protocolVersion": string; readonly "serverInfo": Implementation }
export type InitializedNotification = { readonly "method": "notifications/initialized"; readonly "params"?: { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly [name: string]: unknown } | undefined }
export type JSONRPCError = { readonly "error": { readonly "code": number; readonly "data"?: unknown; readonly "message": string }; readonly "id": RequestId; readonly "jsonrpc": "2.0" }
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError
export type JSONRPCNotification = { readonly "jsonrpc": "2.0"; readonly "method": string; readonly "params"?: { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly [name: string]: unknown } | undefined }
export type JSONRPCRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": string; readonly "params"?: { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined } | undefined; readonly [name: string]: unknown } | undefined }
export type JSONRPCResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": Result }
export type ListPromptsRequest = { readonly "method": "prompts/list"; readonly "params"?: { readonly "cursor"?: string | undefined } | undefined }
export type ListPromptsResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "nextCursor"?: string | undefined; readonly "prompts": readonly Prompt[] }
export type ListResourceTemplatesRequest = { readonly "method": "resources/templates/list"; readonly "params"?: { readonly "cursor"?: string | undefined } | undefined }
export type ListResourceTemplatesResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "nextCursor"?: string | undefined; readonly "resourceTemplates": readonly ResourceTemplate[] }
export type ListResourcesRequest = { readonly "method": "resources/list"; readonly "params"?: { readonly "cursor"?: string | undefined } | undefined }
export type ListResourcesResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "nextCursor"?: string | undefined; readonly "resources": readonly Resource[] }
export type ListRootsRequest = { readonly "method": "roots/list"; readonly "params"?: { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined } | undefined; readonly [name: string]: unknown } | undefined }
export type ListRootsResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "roots": readonly Root[] }
export type ListToolsRequest = { readonly "method": "tools/list"; readonly "params"?: { readonly "cursor"?: string | undefined } | undefined }
export type ListToolsResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "nextCursor"?: string | undefined; readonly "tools": readonly Tool[] }
export type LoggingLevel = "alert" | "critical" | "debug" | "emergency" | "error" | "info" | "notice" | "warning"
export type LoggingMessageNotification = { readonly "method": "notifications/message"; readonly "params": { readonly "data": unknown; readonly "level": LoggingLevel; readonly "logger"?: string | undefined } }
export type ModelHint = { readonly "name"?: string | undefined }
export type ModelPreferences = { readonly "costPriority"?: number | undefined; readonly "hints"?: readonly ModelHint[] | undefined; readonly "intelligencePriority"?: number | undefined; readonly "speedPriority"?: number | undefined }
export type Notification = { readonly "method": string; readonly "params"?: { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly [name: string]: unknown } | undefined }
export type PaginatedRequest = { readonly "method": string; readonly "params"?: { readonly "cursor"?: string | undefined } | undefined }
export type PaginatedResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "nextCursor"?: string | undefined }
export type PingRequest = { readonly "method": "ping"; readonly "params"?: { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined } | undefined; readonly [name: string]: unknown } | undefined }
export type ProgressNotification = { readonly "method": "notifications/progress"; readonly "params": { readonly "progress": number; readonly "progressToken": ProgressToken; readonly "total"?: number | undefined } }
export type ProgressToken = string | number
export type Prompt = { readonly "arguments"?: readonly PromptArgument[] | undefined; readonly "description"?: string | undefined; readonly "name": string }
export type PromptArgument = { readonly "description"?: string | undefined; readonly "name": string; readonly "required"?: boolean | undefined }
export type PromptListChangedNotification = { readonly "method": "notifications/prompts/list_changed"; readonly "params"?: { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly [name: string]: unknown } | undefined }
export type PromptMessage = { readonly "content": TextContent | ImageContent | EmbeddedResource; readonly "role": Role }
export type PromptReference = { readonly "name": string; readonly "type": "ref/prompt" }
export type ReadResourceRequest = { readonly "method": "resources/read"; readonly "params": { readonly "uri": string } }
export type ReadResourceResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "contents": readonly (TextResourceContents | BlobResourceContents)[] }
export type Request = { readonly "method": string; readonly "params"?: { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined } | undefined; readonly [name: string]: unknown } | undefined }
export type RequestId = string | number
export type Resource = { readonly "annotations"?: { readonly "audience"?: readonly Role[] | undefined; readonly "priority"?: number | undefined } | undefined; readonly "description"?: string | undefined; readonly "mimeType"?: string | undefined; readonly "name": string; readonly "size"?: number | undefined; readonly "uri": string }
export type ResourceContents = { readonly "mimeType"?: string | undefined; readonly "uri": string }
export type ResourceListChangedNotification = { readonly "method": "notifications/resources/list_changed"; readonly "params"?: { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly [name: string]: unknown } | undefined }
export type ResourceReference = { readonly "type": "ref/resource"; readonly "uri": string }
export type ResourceTemplate = { readonly "annotations"?: { readonly "audience"?: readonly Role[] | undefined; readonly "priority"?: number | undefined } | undefined; readonly "description"?: string | undefined; readonly "mimeType"?: string | undefined; readonly "name": string; readonly "uriTemplate": string }
export type ResourceUpdatedNotification = { readonly "method": "notifications/resources/updated"; readonly "params": { readonly "uri": string } }
export type Result = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly [name: string]: unknown }
export type Role = "assistant" | "user"
export type Root = { readonly "name"?: string | undefined; readonly "uri": string }
export type RootsListChangedNotification = { readonly "method": "notifications/roots/list_changed"; readonly "params"?: { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly [name: string]: unknown } | undefined }
export type SamplingMessage = { readonly "content": TextContent | ImageContent; readonly "role": Role }
export type ServerCapabilities = { readonly "experimental"?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined; readonly "logging"?: { readonly [name: string]: unknown } | undefined; readonly "prompts"?: { readonly "listChanged"?: boolean | undefined } | undefined; readonly "resources"?: { readonly "listChanged"?: boolean | undefined; readonly "subscribe"?: boolean | undefined } | undefined; readonly "tools"?: { readonly "listChanged"?: boolean | undefined } | undefined }
export type ServerNotification = CancelledNotification | ProgressNotification | ResourceListChangedNotification | ResourceUpdatedNotification | PromptListChangedNotification | ToolListChangedNotification | LoggingMessageNotification
export type ServerRequest = PingRequest | CreateMessageRequest | ListRootsRequest
export type ServerResult = Result | InitializeResult | ListResourcesResult | ListResourceTemplatesResult | ReadResourceResult | ListPromptsResult | GetPromptResult | ListToolsResult | CallToolResult | CompleteResult
export type SetLevelRequest = { readonly "method": "logging/setLevel"; readonly "params": { readonly "level": LoggingLevel } }
export type SubscribeRequest = { readonly "method": "resources/subscribe"; readonly "params": { readonly "uri": string } }
export type TextContent = { readonly "annotations"?: { readonly "audience"?: readonly Role[] | undefined; readonly "priority"?: number | undefined } | undefined; readonly "text": string; readonly "type": "text" }
export type TextResourceContents = { readonly "mimeType"?: string | undefined; readonly "text": string; readonly "uri": string }
export type Tool = { readonly "description"?: string | undefined; readonly "inputSchema": { readonly "properties"?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined; readonly "required"?: readonly string[] | undefined; readonly "type": "object" }; readonly "name": string }
export type ToolListChangedNotification = { readonly "method": "notifications/tools/list_changed"; readonly "params"?: { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly [name: string]: unknown } | undefined }
export type UnsubscribeRequest = { readonly "method": "resources/unsubscribe"; readonly "params": { readonly "uri": string } }
/** The definitions of the schema of 2024-11-05, by name. */
export interface Definitions {
  readonly Annotated: Annotated
  readonly BlobResourceContents: BlobResourceContents
  readonly CallToolRequest: CallToolRequest
  readonly CallToolResult: CallToolResult
  readonly CancelledNotification: CancelledNotification
  readonly ClientCapabilities: ClientCapabilities
  readonly ClientNotification: ClientNotification
  readonly ClientRequest: ClientRequest
  readonly ClientResult: ClientResult
  readonly CompleteRequest: CompleteRequest
  readonly CompleteResult: CompleteResult
  readonly CreateMessageRequest: CreateMessageRequest
  readonly CreateMessageResult: CreateMessageResult
  readonly Cursor: Cursor
  readonly EmbeddedResource: EmbeddedResource
  readonly EmptyResult: EmptyResult
  readonly GetPromptRequest: GetPromptRequest
  readonly GetPromptResult: GetPromptResult
  readonly ImageContent: ImageContent
  readonly Implementation: Implementation
  readonly InitializeRequest: InitializeRequest
  readonly InitializeResult: InitializeResult
  readonly InitializedNotification: InitializedNotification
  readonly JSONRPCError: JSONRPCError
  readonly JSONRPCMessage: JSONRPCMessage
  readonly JSONRPCNotification: JSONRPCNotification
  readonly JSONRPCRequest: JSONRPCRequest
  readonly JSONRPCResponse: JSONRPCResponse
  readonly ListPromptsRequest: ListPromptsRequest
  readonly ListPromptsResult: ListPromptsResult
  readonly ListResourceTemplatesRequest: ListResourceTemplatesRequest
  readonly ListResourceTemplatesResult: ListResourceTemplatesResult
  readonly ListResourcesRequest: ListResourcesRequest
  readonly ListResourcesResult: ListResourcesResult
  readonly ListRootsRequest: ListRootsRequest
  readonly ListRootsResult: ListRootsResult
  readonly ListToolsRequest: ListToolsRequest
  readonly ListToolsResult: ListToolsResult
  readonly LoggingLevel: LoggingLevel
  readonly LoggingMessageNotification: LoggingMessageNotification
  readonly ModelHint: ModelHint
  readonly ModelPreferences: ModelPreferences
  readonly Notification: Notification
  readonly PaginatedRequest: PaginatedRequest
  readonly PaginatedResult: PaginatedResult
  readonly PingRequest: PingRequest
  readonly ProgressNotification: ProgressNotification
  readonly ProgressToken: ProgressToken
  readonly Prompt: Prompt
  readonly PromptArgument: PromptArgument
  readonly PromptListChangedNotification: PromptListChangedNotification
  readonly PromptMessage: PromptMessage
  readonly PromptReference: PromptReference
  readonly ReadResourceRequest: ReadResourceRequest
  readonly ReadResourceResult: ReadResourceResult
  readonly Request: Request
  readonly RequestId: RequestId
  readonly Resource: Resource
  readonly ResourceContents: ResourceContents
  readonly ResourceListChangedNotification: ResourceListChangedNotification
  readonly ResourceReference: ResourceReference
  readonly ResourceTemplate: ResourceTemplate
  readonly ResourceUpdatedNotification: ResourceUpdatedNotification
  readonly Result: Result
  readonly Role: Role
  readonly Root: Root
  readonly RootsListChangedNotification: RootsListChangedNotification
  readonly SamplingMessage: SamplingMessage
  readonly ServerCapabilities: ServerCapabilities
  readonly ServerNotification: ServerNotification
  readonly ServerRequest: ServerRequest
  readonly ServerResult: ServerResult
  readonly SetLevelRequest: SetLevelRequest
  readonly SubscribeRequest: SubscribeRequest
  readonly TextContent: TextContent
  readonly TextResourceContents: TextResourceContents
  readonly Tool: Tool
  readonly ToolListChangedNotification: ToolListChangedNotification
  readonly UnsubscribeRequest: UnsubscribeRequest
}
