export type Annotations = { readonly "audience"?: readonly Role[] | undefined; readonly "lastModified"?: string | undefined; readonly "priority"?: number | undefined }
export type AudioContent = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "annotations"?: Annotations | undefined; readonly "data": string; readonly "mimeType": string; readonly "type": "audio" }
export type BaseMetadata = { readonly "name": string; readonly "title"?: string | undefined }
export type BlobResourceContents = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "blob": string; readonly "mimeType"?: string | undefined; readonly "uri": string }
export type BooleanSchema = { readonly "default"?: boolean | undefined; readonly "description"?: string | undefined; readonly "title"?: string | undefined; readonly "type": "boolean" }
export type CallToolRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "tools/call"; readonly "params": CallToolRequestParams }
export type CallToolRequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "arguments"?: { readonly [name: string]: unknown } | undefined; readonly "name": string; readonly "task"?: TaskMetadata | undefined }
export type CallToolResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "content": readonly ContentBlock[]; readonly "isError"?: boolean | undefined; readonly "structuredContent"?: { readonly [name: string]: unknown } | undefined }
export type CancelTaskRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "tasks/cancel"; readonly "params": { readonly "taskId": string } }
export type CancelTaskResult = Result & Task
export type CancelledNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/cancelled"; readonly "params": CancelledNotificationParams }
export type CancelledNotificationParams = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "reason"?: string | undefined; readonly "requestId"?: RequestId | undefined }
export type ClientCapabilities = { readonly "elicitation"?: { readonly "form"?: { readonly [name: string]: unknown } | undefined; readonly "url"?: { readonly [name: string]: unknown } | undefined } | undefined; readonly "experimental"?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined; readonly "roots"?: { readonly "listChanged"?: boolean | undefined } | undefined; readonly "sampling"?: { readonly "context"?: { readonly [name: string]: unknown } | undefined; readonly "tools"?: { readonly [name: string]: unknown } | undefined } | undefined; readonly "tasks"?: { readonly "cancel"?: { readonly [name: string]: unknown } | undefined; readonly "list"?: { readonly [name: string]: unknown } | undefined; readonly "requests"?: { readonly "elicitation"?: { readonly "create"?: { readonly [name: string]: unknown } | undefined } | undefined; readonly "sampling"?: { readonly "createMessage"?: { readonly [name: string]: unknown } | undefined } | undefined } | undefined } | undefined }
export type ClientNotification = CancelledNotification | InitializedNotification | ProgressNotification | TaskStatusNotification | RootsListChangedNotification
export type ClientRequest = InitializeRequest | PingRequest | ListResourcesRequest | ListResourceTemplatesRequest | ReadResourceRequest | SubscribeRequest | UnsubscribeRequest | ListPromptsRequest | GetPromptRequest | ListToolsRequest | CallToolRequest | GetTaskRequest | GetTaskPayloadRequest | CancelTaskRequest | ListTasksRequest | SetLevelRequest | CompleteRequest
export type ClientResult = Result | GetTaskResult | GetTaskPayloadResult | CancelTaskResult | ListTasksResult | CreateMessageResult | ListRootsResult | ElicitResult
export type CompleteRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "completion/complete"; readonly "params": CompleteRequestParams }
export type CompleteRequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "argument": { readonly "name": string; readonly "value": string }; readonly "context"?: { readonly "arguments"?: { readonly [name: string]: string } | undefined } | undefined; readonly "ref": PromptReference | ResourceTemplateReference }
export type CompleteResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "completion": { readonly "hasMore"?: boolean | undefined; readonly "total"?: number | undefined; readonly "values": readonly string[] } }
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource
export type CreateMessageRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "sampling/createMessage"; readonly "params": CreateMessageRequestParams }
export type CreateMessageRequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "includeContext"?: "allServers" | "none" | "thisServer" | undefined; readonly "maxTokens": number; readonly "messages": readonly SamplingMessage[]; readonly "metadata"?: { readonly [name: string]: unknown } | undefined; readonly "modelPreferences"?: ModelPreferences | undefined; readonly "stopSequences"?: readonly string[] | undefined; readonly "systemPrompt"?: string | undefined; readonly "task"?: TaskMetadata | undefined; readonly "temperature"?: number | undefined; readonly "toolChoice"?: ToolChoice | undefined; readonly "tools"?: readonly Tool[] | undefined }
export type CreateMessageResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "content": TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | readonly SamplingMessageContentBlock[]; readonly "model": string; readonly "role": Role; readonly "stopReason"?: string | undefined }
export type CreateTaskResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "task": Task }
export type Cursor = string
export type ElicitRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "elicitation/create"; readonly "params": ElicitRequestParams }
export type ElicitRequestFormParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "message": string; readonly "mode"?: "form" | undefined; readonly "requestedSchema": { readonly "$schema"?: string | undefined; readonly "properties": { readonly [name: string]: PrimitiveSchemaDefinition }; readonly "required"?: readonly string[] | undefined; readonly "type": "object" }; readonly "task"?: TaskMetadata | undefined }
export type ElicitRequestParams = ElicitRequestURLParams | ElicitRequestFormParams
export type ElicitRequestURLParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "elicitationId": string; readonly "message": string; readonly "mode": "url"; readonly "task"?: TaskMetadata | undefined; readonly "url": string }
export type ElicitResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "action": "accept" | "cancel" | "decline"; readonly "content"?: { readonly [name: string]: readonly string[] | string | number | boolean } | undefined }
export type ElicitationCompleteNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/elicitation/complete"; readonly "params": { readonly "elicitationId": string } }
export type EmbeddedResource = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "annotations"?: Annotations | undefined; readonly "resource": TextResourceContents | BlobResourceContents; readonly "type": "resource" }
export type EmptyResult = Result
export type EnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema | UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema | LegacyTitledEnumSchema
export type Error = { readonly "code": number; readonly "data"?: unknown; readonly "message": string }
export type GetPromptRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "prompts/get"; readonly "params": GetPromptRequestParams }
export type GetPromptRequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "arguments"?: { readonly [name: string]: string } | undefined; readonly "name": string }
export type GetPromptResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "description"?: string | undefined; readonly "messages": readonly PromptMessage[] }
export type GetTaskPayloadRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "tasks/result"; readonly "params": { readonly "taskId": string } }
export type GetTaskPayloadResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly [name: string]: unknown }
export type GetTaskRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "tasks/get"; readonly "params": { readonly "taskId": string } }
export type GetTaskResult = Result & Task
export type Icon = { readonly "mimeType"?: string | undefined; readonly "sizes"?: readonly string[] | undefined; readonly "src": string; readonly "theme"?: "dark" | "light" | undefined }
export type Icons = { readonly "icons"?: readonly Icon[] | undefined }
export type ImageContent = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "annotations"?: Annotations | undefined; readonly "data": string; readonly "mimeType": string; readonly "type": "image" }
export type Implementation = { readonly "description"?: string | undefined; readonly "icons"?: readonly Icon[] | undefined; readonly "name": string; readonly "title"?: string | undefined; readonly "version": string; readonly "websiteUrl"?: string | undefined }
export type InitializeRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "initialize"; readonly "params": InitializeRequestParams }
export type InitializeRequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "capabilities": ClientCapabilities; readonly "clientInfo": Implementation; readonly "protocolVersion": string }
export type InitializeResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "capabilities": ServerCapabilities; readonly "instructions"?: string | undefined; readonly "protocolVersion": string; readonly "serverInfo": Implementation }
export type InitializedNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/initialized"; readonly "params"?: NotificationParams | undefined }
export type JSONRPCErrorResponse = { readonly "error": Error; readonly "id"?: RequestId | undefined; readonly "jsonrpc": "2.0" }
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResultResponse | JSONRPCErrorResponse
export type JSONRPCNotification = { readonly "jsonrpc": "2.0"; readonly "method": string; readonly "params"?: { readonly [name: string]: unknown } | undefined }
export type JSONRPCRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": string; readonly "params"?: { readonly [name: string]: unknown } | undefined }
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse
export type JSONRPCResultResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": Result }
export type LegacyTitledEnumSchema = { readonly "default"?: string | undefined; readonly "description"?: string | undefined; readonly "enum": readonly string[]; readonly "enumNames"?: readonly string[] | undefined; readonly "title"?: string | undefined; readonly "type": "string" }
export type ListPromptsRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "prompts/list"; readonly "params"?: PaginatedRequestParams | undefined }
export type ListPromptsResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "nextCursor"?: string | undefined; readonly "prompts": readonly Prompt[] }
export type ListResourceTemplatesRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "resources/templates/list"; readonly "params"?: PaginatedRequestParams | undefined }
export type ListResourceTemplatesResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "nextCursor"?: string | undefined; readonly "resourceTemplates": readonly ResourceTemplate[] }
export type ListResourcesRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "resources/list"; readonly "params"?: PaginatedRequestParams | undefined }
export type ListResourcesResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "nextCursor"?: string | undefined; readonly "resources": readonly Resource[] }
export type ListRootsRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "roots/list"; readonly "params"?: RequestParams | undefined }
export type ListRootsResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "roots": readonly Root[] }
export type ListTasksRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "tasks/list"; readonly "params"?: PaginatedRequestParams | undefined }
export type ListTasksResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "nextCursor"?: string | undefined; readonly "tasks": readonly Task[] }
export type ListToolsRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "tools/list"; readonly "params"?: PaginatedRequestParams | undefined }
export type ListToolsResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "nextCursor"?: string | undefined; readonly "tools": readonly Tool[] }
export type LoggingLevel = "alert" | "critical" | "debug" | "emergency" | "error" | "info" | "notice" | "warning"
export type LoggingMessageNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/message"; readonly "params": LoggingMessageNotificationParams }
export type LoggingMessageNotificationParams = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "data": unknown; readonly "level": LoggingLevel; readonly "logger"?: string | undefined }
export type ModelHint = { readonly "name"?: string | undefined }
export type ModelPreferences = { readonly "costPriority"?: number | undefined; readonly "hints"?: readonly ModelHint[] | undefined; readonly "intelligencePriority"?: number | undefined; readonly "speedPriority"?: number | undefined }
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema
export type Notification = { readonly "method": string; readonly "params"?: { readonly [name: string]: unknown } | undefined }
export type NotificationParams = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined }
export type NumberSchema = { readonly "default"?: number | undefined; readonly "description"?: string | undefined; readonly "maximum"?: number | undefined; readonly "minimum"?: number | undefined; readonly "title"?: string | undefined; readonly "type": "integer" | "number" }
export type PaginatedRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": string; readonly "params"?: PaginatedRequestParams | undefined }
export type PaginatedRequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "cursor"?: string | undefined }
export type PaginatedResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "nextCursor"?: string | undefined }
export type PingRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "ping"; readonly "params"?: RequestParams | undefined }
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema | UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema | LegacyTitledEnumSchema
export type ProgressNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/progress"; readonly "params": ProgressNotificationParams }
export type ProgressNotificationParams = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "message"?: string | undefined; readonly "progress": number; readonly "progressToken": ProgressToken; readonly "total"?: number | undefined }
export type ProgressToken = string | number
export type Prompt = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "arguments"?: readonly PromptArgument[] | undefined; readonly "description"?: string | undefined; readonly "icons"?: readonly Icon[] | undefined; readonly "name": string; readonly "title"?: string | undefined }
export type PromptArgument = { readonly "description"?: string | undefined; readonly "name": string; readonly "required"?: boolean | undefined; readonly "title"?: string | undefined }
export type PromptListChangedNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/prompts/list_changed"; readonly "params"?: NotificationParams | undefined }
export type PromptMessage = { readonly "content": ContentBlock; readonly "role": Role }
export type PromptReference = { readonly "name": string; readonly "title"?: string | undefined; readonly "type": "ref/prompt" }
export type ReadResourceRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "resources/read"; readonly "params": ReadResourceRequestParams }
export type ReadResourceRequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "uri": string }
export type ReadResourceResult = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "contents": readonly (TextResourceContents | BlobResourceContents)[] }
export type RelatedTaskMetadata = { readonly "taskId": string }
export type Request = { readonly "method": string; readonly "params"?: { readonly [name: string]: unknown } | undefined }
export type RequestId = string | number
export type RequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined }
export type Resource = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "annotations"?: Annotations | undefined; readonly "description"?: string | undefined; readonly "icons"?: readonly Icon[] | undefined; readonly "mimeType"?: string | undefined; readonly "name": string; readonly "size"?: number | undefined; readonly "title"?: string | undefined; readonly "uri": string }
export type ResourceContents = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "mimeType"?: string | undefined; readonly "uri": string }
export type ResourceLink = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "annotations"?: Annotations | undefined; readonly "description"?: string | undefined; readonly "icons"?: readonly Icon[] | undefined; readonly "mimeType"?: string | undefined; readonly "name": string; readonly "size"?: number | undefined; readonly "title"?: string | undefined; readonly "type": "resource_link"; readonly "uri": string }
export type ResourceListChangedNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/resources/list_changed"; readonly "params"?: NotificationParams | undefined }
export type ResourceRequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "uri": string }
export type ResourceTemplate = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "annotations"?: Annotations | undefined; readonly "description"?: string | undefined; readonly "icons"?: readonly Icon[] | undefined; readonly "mimeType"?: string | undefined; readonly "name": string; readonly "title"?: string | undefined; readonly "uriTemplate": string }
export type ResourceTemplateReference = { readonly "type": "ref/resource"; readonly "uri": string }
export type ResourceUpdatedNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/resources/updated"; readonly "params": ResourceUpdatedNotificationParams }
export type ResourceUpdatedNotificationParams = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "uri": string }
export type Result = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly [name: string]: unknown }
export type Role = "assistant" | "user"
export type Root = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "name"?: string | undefined; readonly "uri": string }
export type RootsListChangedNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/roots/list_changed"; readonly "params"?: NotificationParams | undefined }
export type SamplingMessage = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "content": TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | readonly SamplingMessageContentBlock[]; readonly "role": Role }
export type SamplingMessageContentBlock = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent
export type ServerCapabilities = { readonly "completions"?: { readonly [name: string]: unknown } | undefined; readonly "experimental"?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined; readonly "logging"?: { readonly [name: string]: unknown } | undefined; readonly "prompts"?: { readonly "listChanged"?: boolean | undefined } | undefined; readonly "resources"?: { readonly "listChanged"?: boolean | undefined; readonly "subscribe"?: boolean | undefined } | undefined; readonly "tasks"?: { readonly "cancel"?: { readonly [name: string]: unknown } | undefined; readonly "list"?: { readonly [name: string]: unknown } | undefined; readonly "requests"?: { readonly "tools"?: { readonly "call"?: { readonly [name: string]: unknown } | undefined } | undefined } | undefined } | undefined; readonly "tools"?: { readonly "listChanged"?: boolean | undefined } | undefined }
export type ServerNotification = CancelledNotification | ProgressNotification | ResourceListChangedNotification | ResourceUpdatedNotification | PromptListChangedNotification | ToolListChangedNotification | TaskStatusNotification | LoggingMessageNotification | ElicitationCompleteNotification
export type ServerRequest = PingRequest | GetTaskRequest | GetTaskPayloadRequest | CancelTaskRequest | ListTasksRequest | CreateMessageRequest | ListRootsRequest | ElicitRequest
export type ServerResult = Result | InitializeResult | ListResourcesResult | ListResourceTemplatesResult | ReadResourceResult | ListPromptsResult | GetPromptResult | ListToolsResult | CallToolResult | GetTaskResult | GetTaskPayloadResult | CancelTaskResult | ListTasksResult | CompleteResult
export type SetLevelRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "logging/setLevel"; readonly "params": SetLevelRequestParams }
export type SetLevelRequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "level": LoggingLevel }
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema
export type StringSchema = { readonly "default"?: string | undefined; readonly "description"?: string | undefined; readonly "format"?: "date" | "date-time" | "email" | "uri" | undefined; readonly "maxLength"?: number | undefined; readonly "minLength"?: number | undefined; readonly "title"?: string | undefined; readonly "type": "string" }
export type SubscribeRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "resources/subscribe"; readonly "params": SubscribeRequestParams }
export type SubscribeRequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "uri": string }
export type Task = { readonly "createdAt": string; readonly "lastUpdatedAt": string; readonly "pollInterval"?: number | undefined; readonly "status": TaskStatus; readonly "statusMessage"?: string | undefined; readonly "taskId": string; readonly "ttl": number | null }
export type TaskAugmentedRequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "task"?: TaskMetadata | undefined }
export type TaskMetadata = { readonly "ttl"?: number | undefined }
export type TaskStatus = "cancelled" | "completed" | "failed" | "input_required" | "working"
export type TaskStatusNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/tasks/status"; readonly "params": TaskStatusNotificationParams }
export type TaskStatusNotificationParams = NotificationParams & Task
export type TextContent = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "annotations"?: Annotations | undefined; readonly "text": string; readonly "type": "text" }
export type TextResourceContents = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "mimeType"?: string | undefined; readonly "text": string; readonly "uri": string }
export type TitledMultiSelectEnumSchema = { readonly "default"?: readonly string[] | undefined; readonly "description"?: string | undefined; readonly "items": { readonly "anyOf": readonly { readonly "const": string; readonly "title": string }[] }; readonly "maxItems"?: number | undefined; readonly "minItems"?: number | undefined; readonly "title"?: string | undefined; readonly "type": "array" }
export type TitledSingleSelectEnumSchema = { readonly "default"?: string | undefined; readonly "description"?: string | undefined; readonly "oneOf": readonly { readonly "const": string; readonly "title": string }[]; readonly "title"?: string | undefined; readonly "type": "string" }
export type Tool = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "annotations"?: ToolAnnotations | undefined; readonly "description"?: string | undefined; readonly "execution"?: ToolExecution | undefined; readonly "icons"?: readonly Icon[] | undefined; readonly "inputSchema": { readonly "$schema"?: string | undefined; readonly "properties"?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined; readonly "required"?: readonly string[] | undefined; readonly "type": "object" }; readonly "name": string; readonly "outputSchema"?: { readonly "$schema"?: string | undefined; readonly "properties"?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined; readonly "required"?: readonly string[] | undefined; readonly "type": "object" } | undefined; readonly "title"?: string | undefined }
export type ToolAnnotations = { readonly "destructiveHint"?: boolean | undefined; readonly "idempotentHint"?: boolean | undefined; readonly "openWorldHint"?: boolean | undefined; readonly "readOnlyHint"?: boolean | undefined; readonly "title"?: string | undefined }
export type ToolChoice = { readonly "mode"?: "auto" | "none" | "required" | undefined }
export type ToolExecution = { readonly "taskSupport"?: "forbidden" | "optional" | "required" | undefined }
export type ToolListChangedNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/tools/list_changed"; readonly "params"?: NotificationParams | undefined }
export type ToolResultContent = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "content": readonly ContentBlock[]; readonly "isError"?: boolean | undefined; readonly "structuredContent"?: { readonly [name: string]: unknown } | undefined; readonly "toolUseId": string; readonly "type": "tool_result" }
export type ToolUseContent = { readonly "_meta"?: { readonly [name: string]: unknown } | undefined; readonly "id": string; readonly "input": { readonly [name: string]: unknown }; readonly "name": string; readonly "type": "tool_use" }
export type URLElicitationRequiredError = { readonly "error": Error & { readonly "code": -32042; readonly "data": { readonly "elicitations": readonly ElicitRequestURLParams[]; readonly [name: string]: unknown } }; readonly "id"?: RequestId | undefined; readonly "jsonrpc": "2.0" }
export type UnsubscribeRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "resources/unsubscribe"; readonly "params": UnsubscribeRequestParams }
export type UnsubscribeRequestParams = { readonly "_meta"?: { readonly "progressToken"?: ProgressToken | undefined; readonly [name: string]: unknown } | undefined; readonly "uri": string }
export type UntitledMultiSelectEnumSchema = { readonly "default"?: readonly string[] | undefined; readonly "description"?: string | undefined; readonly "items": { readonly "enum": readonly string[]; readonly "type": "string" }; readonly "maxItems"?: number | undefined; readonly "minItems"?: number | undefined; readonly "title"?: string | undefined; readonly "type": "array" }
export type UntitledSingleSelectEnumSchema = { readonly "default"?: string | undefined; readonly "description"?: string | undefined; readonly "enum": readonly string[]; readonly "title"?: string | undefined; readonly "type": "string" }
/** The definitions of the schema of 2025-11-25, by name. */
export interface Definitions {
  readonly Annotations: Annotations
  readonly AudioContent: AudioContent
  readonly BaseMetadata: BaseMetadata
  readonly BlobResourceContents: BlobResourceContents
  readonly BooleanSchema: BooleanSchema
  readonly CallToolRequest: CallToolRequest
  readonly CallToolRequestParams: CallToolRequestParams
  readonly CallToolResult: CallToolResult
  readonly CancelTaskRequest: CancelTaskRequest
  readonly CancelTaskResult: CancelTaskResult
  readonly CancelledNotification: CancelledNotification
  readonly CancelledNotificationParams: CancelledNotificationParams
  readonly ClientCapabilities: ClientCapabilities
  readonly ClientNotification: ClientNotification
  readonly ClientRequest: ClientRequest
  readonly ClientResult: ClientResult
  readonly CompleteRequest: CompleteRequest
  readonly CompleteRequestParams: CompleteRequestParams
  readonly CompleteResult: CompleteResult
  readonly ContentBlock: ContentBlock
  readonly CreateMessageRequest: CreateMessageRequest
  readonly CreateMessageRequestParams: CreateMessageRequestParams
  readonly CreateMessageResult: CreateMessageResult
  readonly CreateTaskResult: CreateTaskResult
  readonly Cursor: Cursor
  readonly ElicitRequest: ElicitRequest
  readonly ElicitRequestFormParams: ElicitRequestFormParams
  readonly ElicitRequestParams: ElicitRequestParams
  readonly ElicitRequestURLParams: ElicitRequestURLParams
  readonly ElicitResult: ElicitResult
  readonly ElicitationCompleteNotification: ElicitationCompleteNotification
  readonly EmbeddedResource: EmbeddedResource
  readonly EmptyResult: EmptyResult
  readonly EnumSchema: EnumSchema
  readonly Error: Error
  readonly GetPromptRequest: GetPromptRequest
  readonly GetPromptRequestParams: GetPromptRequestParams
  readonly GetPromptResult: GetPromptResult
  readonly GetTaskPayloadRequest: GetTaskPayloadRequest
  readonly GetTaskPayloadResult: GetTaskPayloadResult
  readonly GetTaskRequest: GetTaskRequest
  readonly GetTaskResult: GetTaskResult
  readonly Icon: Icon
  readonly Icons: Icons
  readonly ImageContent: ImageContent
  readonly Implementation: Implementation
  readonly InitializeRequest: InitializeRequest
  readonly InitializeRequestParams: InitializeRequestParams
  readonly InitializeResult: InitializeResult
  readonly InitializedNotification: InitializedNotification
  readonly JSONRPCErrorResponse: JSONRPCErrorResponse
  readonly JSONRPCMessage: JSONRPCMessage
  readonly JSONRPCNotification: JSONRPCNotification
  readonly JSONRPCRequest: JSONRPCRequest
  readonly JSONRPCResponse: JSONRPCResponse
  readonly JSONRPCResultResponse: JSONRPCResultResponse
  readonly LegacyTitledEnumSchema: LegacyTitledEnumSchema
  readonly ListPromptsRequest: ListPromptsRequest
  readonly ListPromptsResult: ListPromptsResult
  readonly ListResourceTemplatesRequest: ListResourceTemplatesRequest
  readonly ListResourceTemplatesResult: ListResourceTemplatesResult
  readonly ListResourcesRequest: ListResourcesRequest
  readonly ListResourcesResult: ListResourcesResult
  readonly ListRootsRequest: ListRootsRequest
  readonly ListRootsResult: ListRootsResult
  readonly ListTasksRequest: ListTasksRequest
  readonly ListTasksResult: ListTasksResult
  readonly ListToolsRequest: ListToolsRequest
  readonly ListToolsResult: ListToolsResult
  readonly LoggingLevel: LoggingLevel
  readonly LoggingMessageNotification: LoggingMessageNotification
  readonly LoggingMessageNotificationParams: LoggingMessageNotificationParams
  readonly ModelHint: ModelHint
  readonly ModelPreferences: ModelPreferences
  readonly MultiSelectEnumSchema: MultiSelectEnumSchema
  readonly Notification: Notification
  readonly NotificationParams: NotificationParams
  readonly NumberSchema: NumberSchema
  readonly PaginatedRequest: PaginatedRequest
  readonly PaginatedRequestParams: PaginatedRequestParams
  readonly PaginatedResult: PaginatedResult
  readonly PingRequest: PingRequest
  readonly PrimitiveSchemaDefinition: PrimitiveSchemaDefinition
  readonly ProgressNotification: ProgressNotification
  readonly ProgressNotificationParams: ProgressNotificationParams
  readonly ProgressToken: ProgressToken
  readonly Prompt: Prompt
  readonly PromptArgument: PromptArgument
  readonly PromptListChangedNotification: PromptListChangedNotification
  readonly PromptMessage: PromptMessage
  readonly PromptReference: PromptReference
  readonly ReadResourceRequest: ReadResourceRequest
  readonly ReadResourceRequestParams: ReadResourceRequestParams
  readonly ReadResourceResult: ReadResourceResult
  readonly RelatedTaskMetadata: RelatedTaskMetadata
  readonly Request: Request
  readonly RequestId: RequestId
  readonly RequestParams: RequestParams
  readonly Resource: Resource
  readonly ResourceContents: ResourceContents
  readonly ResourceLink: ResourceLink
  readonly ResourceListChangedNotification: ResourceListChangedNotification
  readonly ResourceRequestParams: ResourceRequestParams
  readonly ResourceTemplate: ResourceTemplate
  readonly ResourceTemplateReference: ResourceTemplateReference
  readonly ResourceUpdatedNotification: ResourceUpdatedNotification
  readonly ResourceUpdatedNotificationParams: ResourceUpdatedNotificationParams
  readonly Result: Result
  readonly Role: Role
  readonly Root: Root
  readonly RootsListChangedNotification: RootsListChangedNotification
  readonly SamplingMessage: SamplingMessage
  readonly SamplingMessageContentBlock: SamplingMessageContentBlock
  readonly ServerCapabilities: ServerCapabilities
  readonly ServerNotification: ServerNotification
  readonly ServerRequest: ServerRequest
  readonly ServerResult: ServerResult
  readonly SetLevelRequest: SetLevelRequest
  readonly SetLevelRequestParams: SetLevelRequestParams
  readonly SingleSelectEnumSchema: SingleSelectEnumSchema
  readonly StringSchema: StringSchema
  readonly SubscribeRequest: SubscribeRequest
  readonly SubscribeRequestParams: SubscribeRequestParams
  readonly Task: Task
  readonly TaskAugmentedRequestParams: TaskAugmentedRequestParams
  readonly TaskMetadata: TaskMetadata
  readonly TaskStatus: TaskStatus
  readonly TaskStatusNotification: TaskStatusNotification
  readonly TaskStatusNotificationParams: TaskStatusNotificationParams
  readonly TextContent: TextContent
  readonly TextResourceContents: TextResourceContents
  readonly TitledMultiSelectEnumSchema: TitledMultiSelectEnumSchema
  readonly TitledSingleSelectEnumSchema: TitledSingleSelectEnumSchema
  readonly Tool: Tool
  readonly ToolAnnotations: ToolAnnotations
  readonly ToolChoice: ToolChoice
  readonly ToolExecution: ToolExecution
  readonly ToolListChangedNotification: ToolListChangedNotification
  readonly ToolResultContent: ToolResultContent
  readonly ToolUseContent: ToolUseContent
  readonly URLElicitationRequiredError: URLElicitationRequiredError
  readonly UnsubscribeRequest: UnsubscribeRequest
  readonly UnsubscribeRequestParams: UnsubscribeRequestParams
  readonly UntitledMultiSelectEnumSchema: UntitledMultiSelectEnumSchema
  readonly UntitledSingleSelectEnumSchema: UntitledSingleSelectEnumSchema
}
