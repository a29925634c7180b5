export type Annotations = { readonly "audience"?: readonly Role[] | undefined; readonly "lastModified"?: string | undefined; readonly "priority"?: number | undefined }
export type AudioContent = { readonly "_meta"?: MetaObject | undefined; readonly "annotations"?: Annotations | undefined; readonly "data": string; readonly "mimeType": string; readonly "type": "audio" }
export type BaseMetadata = { readonly "name": string; readonly "title"?: string | undefined }
export type BlobResourceContents = { readonly "_meta"?: MetaObject | undefined; readonly "blob": string; readonly "mimeType"?: string | undefined; readonly "uri": string }
export type BooleanSchema = { readonly "default"?: boolean | undefined; readonly "description"?: string | undefined; readonly "title"?: string | undefined; readonly "type": "boolean" }
export type CacheableResult = { readonly "_meta"?: ResultMetaObject | undefined; readonly "cacheScope": "private" | "public"; readonly "resultType": string; readonly "ttlMs": number }
export type CallToolRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "tools/call"; readonly "params": CallToolRequestParams }
export type CallToolRequestParams = { readonly "_meta": RequestMetaObject; readonly "arguments"?: { readonly [name: string]: unknown } | undefined; readonly "inputResponses"?: InputResponses | undefined; readonly "name": string; readonly "requestState"?: string | undefined }
export type CallToolResult = { readonly "_meta"?: ResultMetaObject | undefined; readonly "content": readonly ContentBlock[]; readonly "isError"?: boolean | undefined; readonly "resultType": string; readonly "structuredContent"?: unknown }
export type CallToolResultResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": InputRequiredResult | CallToolResult }
export type CancelledNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/cancelled"; readonly "params": CancelledNotificationParams }
export type CancelledNotificationParams = { readonly "_meta"?: NotificationMetaObject | undefined; readonly "reason"?: string | undefined; readonly "requestId": RequestId }
export type ClientCapabilities = { readonly "elicitation"?: { readonly "form"?: JSONObject | undefined; readonly "url"?: JSONObject | undefined } | undefined; readonly "experimental"?: { readonly [name: string]: JSONObject } | undefined; readonly "extensions"?: { readonly [name: string]: JSONObject } | undefined; readonly "roots"?: { readonly [name: string]: unknown } | undefined; readonly "sampling"?: { readonly "context"?: JSONObject | undefined; readonly "tools"?: JSONObject | undefined } | undefined }
export type ClientNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/cancelled"; readonly "params": CancelledNotificationParams }
export type ClientRequest = DiscoverRequest | ListResourcesRequest | ListResourceTemplatesRequest | ReadResourceRequest | SubscriptionsListenRequest | ListPromptsRequest | GetPromptRequest | ListToolsRequest | CallToolRequest | CompleteRequest
export type ClientResult = Result
export type CompleteRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "completion/complete"; readonly "params": CompleteRequestParams }
export type CompleteRequestParams = { readonly "_meta": RequestMetaObject; readonly "argument": { readonly "name": string; readonly "value": string }; readonly "context"?: { readonly "arguments"?: { readonly [name: string]: string } | undefined } | undefined; readonly "ref": PromptReference | ResourceTemplateReference }
export type CompleteResult = { readonly "_meta"?: ResultMetaObject | undefined; readonly "completion": { readonly "hasMore"?: boolean | undefined; readonly "total"?: number | undefined; readonly "values": readonly string[] }; readonly "resultType": string }
export type CompleteResultResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": CompleteResult }
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource
export type CreateMessageRequest = { readonly "method": "sampling/createMessage"; readonly "params": CreateMessageRequestParams }
export type CreateMessageRequestParams = { readonly "includeContext"?: "allServers" | "none" | "thisServer" | undefined; readonly "maxTokens": number; readonly "messages": readonly SamplingMessage[]; readonly "metadata"?: JSONObject | undefined; readonly "modelPreferences"?: ModelPreferences | undefined; readonly "stopSequences"?: readonly string[] | undefined; readonly "systemPrompt"?: string | undefined; readonly "temperature"?: number | undefined; readonly "toolChoice"?: ToolChoice | undefined; readonly "tools"?: readonly Tool[] | undefined }
export type CreateMessageResult = { readonly "_meta"?: MetaObject | undefined; readonly "content": TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | readonly SamplingMessageContentBlock[]; readonly "model": string; readonly "role": Role; readonly "stopReason"?: string | undefined }
export type Cursor = string
export type DiscoverRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "server/discover"; readonly "params": RequestParams }
export type DiscoverResult = { readonly "_meta"?: ResultMetaObject | undefined; readonly "cacheScope": "private" | "public"; readonly "capabilities": ServerCapabilities; readonly "instructions"?: string | undefined; readonly "resultType": string; readonly "supportedVersions": readonly string[]; readonly "ttlMs": number }
export type DiscoverResultResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": DiscoverResult }
export type ElicitRequest = { readonly "method": "elicitation/create"; readonly "params": ElicitRequestParams }
export type ElicitRequestFormParams = { readonly "message": string; readonly "mode"?: "form" | undefined; readonly "requestedSchema": { readonly "$schema"?: string | undefined; readonly "properties": { readonly [name: string]: PrimitiveSchemaDefinition }; readonly "required"?: readonly string[] | undefined; readonly "type": "object" } }
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams
export type ElicitRequestURLParams = { readonly "message": string; readonly "mode": "url"; readonly "url": string }
export type ElicitResult = { readonly "action": "accept" | "cancel" | "decline"; readonly "content"?: { readonly [name: string]: readonly string[] | string | number | boolean } | undefined }
export type EmbeddedResource = { readonly "_meta"?: MetaObject | undefined; readonly "annotations"?: Annotations | undefined; readonly "resource": TextResourceContents | BlobResourceContents; readonly "type": "resource" }
export type EmptyResult = Result
export type EnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema | UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema | LegacyTitledEnumSchema
export type Error = { readonly "code": number; readonly "data"?: unknown; readonly "message": string }
export type GetPromptRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "prompts/get"; readonly "params": GetPromptRequestParams }
export type GetPromptRequestParams = { readonly "_meta": RequestMetaObject; readonly "arguments"?: { readonly [name: string]: string } | undefined; readonly "inputResponses"?: InputResponses | undefined; readonly "name": string; readonly "requestState"?: string | undefined }
export type GetPromptResult = { readonly "_meta"?: ResultMetaObject | undefined; readonly "description"?: string | undefined; readonly "messages": readonly PromptMessage[]; readonly "resultType": string }
export type GetPromptResultResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": InputRequiredResult | GetPromptResult }
export type HeaderMismatchError = { readonly "error": Error & { readonly "code": -32020 }; readonly "id"?: RequestId | undefined; readonly "jsonrpc": "2.0" }
export type Icon = { readonly "mimeType"?: string | undefined; readonly "sizes"?: readonly string[] | undefined; readonly "src": string; readonly "theme"?: "dark" | "light" | undefined }
export type Icons = { readonly "icons"?: readonly Icon[] | undefined }
export type ImageContent = { readonly "_meta"?: MetaObject | undefined; readonly "annotations"?: Annotations | undefined; readonly "data": string; readonly "mimeType": string; readonly "type": "image" }
export type Implementation = { readonly "description"?: string | undefined; readonly "icons"?: readonly Icon[] | undefined; readonly "name": string; readonly "title"?: string | undefined; readonly "version": string; readonly "websiteUrl"?: string | undefined }
export type InputRequest = CreateMessageRequest | ListRootsRequest | ElicitRequest
export type InputRequests = { readonly [name: string]: InputRequest }
export type InputRequiredResult = { readonly "_meta"?: ResultMetaObject | undefined; readonly "inputRequests"?: InputRequests | undefined; readonly "requestState"?: string | undefined; readonly "resultType": string }
export type InputResponse = CreateMessageResult | ListRootsResult | ElicitResult
export type InputResponseRequestParams = { readonly "_meta": RequestMetaObject; readonly "inputResponses"?: InputResponses | undefined; readonly "requestState"?: string | undefined }
export type InputResponses = { readonly [name: string]: InputResponse }
export type InternalError = { readonly "code": -32603; readonly "data"?: unknown; readonly "message": string }
export type InvalidParamsError = { readonly "code": -32602; readonly "data"?: unknown; readonly "message": string }
export type InvalidRequestError = { readonly "code": -32600; readonly "data"?: unknown; readonly "message": string }
export type JSONArray = readonly JSONValue[]
export type JSONObject = { readonly [name: string]: JSONValue }
export type JSONRPCErrorResponse = { readonly "error": Error; readonly "id"?: RequestId | undefined; readonly "jsonrpc": "2.0" }
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResultResponse | JSONRPCErrorResponse
export type JSONRPCNotification = { readonly "jsonrpc": "2.0"; readonly "method": string; readonly "params"?: { readonly [name: string]: unknown } | undefined }
export type JSONRPCRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": string; readonly "params"?: { readonly [name: string]: unknown } | undefined }
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse
export type JSONRPCResultResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": Result }
export type JSONValue = JSONObject | readonly JSONValue[] | string | number | boolean | null
export type LegacyTitledEnumSchema = { readonly "default"?: string | undefined; readonly "description"?: string | undefined; readonly "enum": readonly string[]; readonly "enumNames"?: readonly string[] | undefined; readonly "title"?: string | undefined; readonly "type": "string" }
export type ListPromptsRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "prompts/list"; readonly "params": PaginatedRequestParams }
export type ListPromptsResult = { readonly "_meta"?: ResultMetaObject | undefined; readonly "cacheScope": "private" | "public"; readonly "nextCursor"?: string | undefined; readonly "prompts": readonly Prompt[]; readonly "resultType": string; readonly "ttlMs": number }
export type ListPromptsResultResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": ListPromptsResult }
export type ListResourceTemplatesRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "resources/templates/list"; readonly "params": PaginatedRequestParams }
export type ListResourceTemplatesResult = { readonly "_meta"?: ResultMetaObject | undefined; readonly "cacheScope": "private" | "public"; readonly "nextCursor"?: string | undefined; readonly "resourceTemplates": readonly ResourceTemplate[]; readonly "resultType": string; readonly "ttlMs": number }
export type ListResourceTemplatesResultResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": ListResourceTemplatesResult }
export type ListResourcesRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "resources/list"; readonly "params": PaginatedRequestParams }
export type ListResourcesResult = { readonly "_meta"?: ResultMetaObject | undefined; readonly "cacheScope": "private" | "public"; readonly "nextCursor"?: string | undefined; readonly "resources": readonly Resource[]; readonly "resultType": string; readonly "ttlMs": number }
export type ListResourcesResultResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": ListResourcesResult }
export type ListRootsRequest = { readonly "method": "roots/list"; readonly "params"?: { readonly "_meta"?: MetaObject | undefined } | undefined }
export type ListRootsResult = { readonly "roots": readonly Root[] }
export type ListToolsRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "tools/list"; readonly "params": PaginatedRequestParams }
export type ListToolsResult = { readonly "_meta"?: ResultMetaObject | undefined; readonly "cacheScope": "private" | "public"; readonly "nextCursor"?: string | undefined; readonly "resultType": string; readonly "tools": readonly Tool[]; readonly "ttlMs": number }
export type ListToolsResultResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": ListToolsResult }
export type LoggingLevel = "alert" | "critical" | "debug" | "emergency" | "error" | "info" | "notice" | "warning"
export type LoggingMessageNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/message"; readonly "params": LoggingMessageNotificationParams }
export type LoggingMessageNotificationParams = { readonly "_meta"?: NotificationMetaObject | undefined; readonly "data": unknown; readonly "level": LoggingLevel; readonly "logger"?: string | undefined }
export type MetaObject = { readonly [name: string]: unknown }
export type MethodNotFoundError = { readonly "code": -32601; readonly "data"?: unknown; readonly "message": string }
export type MissingRequiredClientCapabilityError = { readonly "error": Error & { readonly "code": -32021; readonly "data": { readonly "requiredCapabilities": ClientCapabilities } }; readonly "id"?: RequestId | undefined; readonly "jsonrpc": "2.0" }
export type ModelHint = { readonly "name"?: string | undefined }
export type ModelPreferences = { readonly "costPriority"?: number | undefined; readonly "hints"?: readonly ModelHint[] | undefined; readonly "intelligencePriority"?: number | undefined; readonly "speedPriority"?: number | undefined }
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema
export type Notification = { readonly "method": string; readonly "params"?: { readonly [name: string]: unknown } | undefined }
export type NotificationMetaObject = { readonly "io.modelcontextprotocol/subscriptionId"?: RequestId | undefined }
export type NotificationParams = { readonly "_meta"?: NotificationMetaObject | undefined }
export type NumberSchema = { readonly "default"?: number | undefined; readonly "description"?: string | undefined; readonly "maximum"?: number | undefined; readonly "minimum"?: number | undefined; readonly "title"?: string | undefined; readonly "type": "integer" | "number" }
export type PaginatedRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": string; readonly "params": PaginatedRequestParams }
export type PaginatedRequestParams = { readonly "_meta": RequestMetaObject; readonly "cursor"?: string | undefined }
export type PaginatedResult = { readonly "_meta"?: ResultMetaObject | undefined; readonly "nextCursor"?: string | undefined; readonly "resultType": string }
export type ParseError = { readonly "code": -32700; readonly "data"?: unknown; readonly "message": string }
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema | UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema | LegacyTitledEnumSchema
export type ProgressNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/progress"; readonly "params": ProgressNotificationParams }
export type ProgressNotificationParams = { readonly "_meta"?: NotificationMetaObject | undefined; readonly "message"?: string | undefined; readonly "progress": number; readonly "progressToken": ProgressToken; readonly "total"?: number | undefined }
export type ProgressToken = string | number
export type Prompt = { readonly "_meta"?: MetaObject | undefined; readonly "arguments"?: readonly PromptArgument[] | undefined; readonly "description"?: string | undefined; readonly "icons"?: readonly Icon[] | undefined; readonly "name": string; readonly "title"?: string | undefined }
export type PromptArgument = { readonly "description"?: string | undefined; readonly "name": string; readonly "required"?: boolean | undefined; readonly "title"?: string | undefined }
export type PromptListChangedNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/prompts/list_changed"; readonly "params"?: NotificationParams | undefined }
export type PromptMessage = { readonly "content": ContentBlock; readonly "role": Role }
export type PromptReference = { readonly "name": string; readonly "title"?: string | undefined; readonly "type": "ref/prompt" }
export type ReadResourceRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "resources/read"; readonly "params": ReadResourceRequestParams }
export type ReadResourceRequestParams = { readonly "_meta": RequestMetaObject; readonly "inputResponses"?: InputResponses | undefined; readonly "requestState"?: string | undefined; readonly "uri": string }
export type ReadResourceResult = { readonly "_meta"?: ResultMetaObject | undefined; readonly "cacheScope": "private" | "public"; readonly "contents": readonly (TextResourceContents | BlobResourceContents)[]; readonly "resultType": string; readonly "ttlMs": number }
export type ReadResourceResultResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": InputRequiredResult | ReadResourceResult }
export type Request = { readonly "method": string; readonly "params"?: { readonly [name: string]: unknown } | undefined }
export type RequestId = string | number
export type RequestMetaObject = { readonly "io.modelcontextprotocol/clientCapabilities": ClientCapabilities; readonly "io.modelcontextprotocol/clientInfo"?: Implementation | undefined; readonly "io.modelcontextprotocol/logLevel"?: LoggingLevel | undefined; readonly "io.modelcontextprotocol/protocolVersion": string; readonly "progressToken"?: ProgressToken | undefined }
export type RequestParams = { readonly "_meta": RequestMetaObject }
export type Resource = { readonly "_meta"?: MetaObject | undefined; readonly "annotations"?: Annotations | undefined; readonly "description"?: string | undefined; readonly "icons"?: readonly Icon[] | undefined; readonly "mimeType"?: string | undefined; readonly "name": string; readonly "size"?: number | undefined; readonly "title"?: string | undefined; readonly "uri": string }
export type ResourceContents = { readonly "_meta"?: MetaObject | undefined; readonly "mimeType"?: string | undefined; readonly "uri": string }
export type ResourceLink = { readonly "_meta"?: MetaObject | undefined; readonly "annotations"?: Annotations | undefined; readonly "description"?: string | undefined; readonly "icons"?: readonly Icon[] | undefined; readonly "mimeType"?: string | undefined; readonly "name": string; readonly "size"?: number | undefined; readonly "title"?: string | undefined; readonly "type": "resource_link"; readonly "uri": string }
export type ResourceListChangedNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/resources/list_changed"; readonly "params"?: NotificationParams | undefined }
export type ResourceRequestParams = { readonly "_meta": RequestMetaObject; readonly "uri": string }
export type ResourceTemplate = { readonly "_meta"?: MetaObject | undefined; readonly "annotations"?: Annotations | undefined; readonly "description"?: string | undefined; readonly "icons"?: readonly Icon[] | undefined; readonly "mimeType"?: string | undefined; readonly "name": string; readonly "title"?: string | undefined; readonly "uriTemplate": string }
export type ResourceTemplateReference = { readonly "type": "ref/resource"; readonly "uri": string }
export type ResourceUpdatedNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/resources/updated"; readonly "params": ResourceUpdatedNotificationParams }
export type ResourceUpdatedNotificationParams = { readonly "_meta"?: NotificationMetaObject | undefined; readonly "uri": string }
export type Result = { readonly "_meta"?: ResultMetaObject | undefined; readonly "resultType": string; readonly [name: string]: unknown }
export type ResultMetaObject = { readonly "io.modelcontextprotocol/serverInfo"?: Implementation | undefined }
export type ResultType = string
export type Role = "assistant" | "user"
export type Root = { readonly "_meta"?: MetaObject | undefined; readonly "name"?: string | undefined; readonly "uri": string }
export type SamplingMessage = { readonly "_meta"?: MetaObject | undefined; readonly "content": TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | readonly SamplingMessageContentBlock[]; readonly "role": Role }
export type SamplingMessageContentBlock = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent
export type ServerCapabilities = { readonly "completions"?: JSONObject | undefined; readonly "experimental"?: { readonly [name: string]: JSONObject } | undefined; readonly "extensions"?: { readonly [name: string]: JSONObject } | undefined; readonly "logging"?: JSONObject | undefined; readonly "prompts"?: { readonly "listChanged"?: boolean | undefined } | undefined; readonly "resources"?: { readonly "listChanged"?: boolean | undefined; readonly "subscribe"?: boolean | undefined } | undefined; readonly "tools"?: { readonly "listChanged"?: boolean | undefined } | undefined }
export type ServerNotification = CancelledNotification | ProgressNotification | ResourceListChangedNotification | SubscriptionsAcknowledgedNotification | ResourceUpdatedNotification | PromptListChangedNotification | ToolListChangedNotification | LoggingMessageNotification
export type ServerResult = Result | InputRequiredResult | DiscoverResult | ListResourcesResult | ListResourceTemplatesResult | ReadResourceResult | SubscriptionsListenResult | ListPromptsResult | GetPromptResult | ListToolsResult | CallToolResult | CompleteResult
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema
export type StringSchema = { readonly "default"?: string | undefined; readonly "description"?: string | undefined; readonly "format"?: "date" | "date-time" | "email" | "uri" | undefined; readonly "maxLength"?: number | undefined; readonly "minLength"?: number | undefined; readonly "title"?: string | undefined; readonly "type": "string" }
export type SubscriptionFilter = { readonly "promptsListChanged"?: boolean | undefined; readonly "resourceSubscriptions"?: readonly string[] | undefined; readonly "resourcesListChanged"?: boolean | undefined; readonly "toolsListChanged"?: boolean | undefined }
export type SubscriptionsAcknowledgedNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/subscriptions/acknowledged"; readonly "params": SubscriptionsAcknowledgedNotificationParams }
export type SubscriptionsAcknowledgedNotificationParams = { readonly "_meta"?: NotificationMetaObject | undefined; readonly "notifications": SubscriptionFilter }
export type SubscriptionsListenRequest = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "method": "subscriptions/listen"; readonly "params": SubscriptionsListenRequestParams }
export type SubscriptionsListenRequestParams = { readonly "_meta": RequestMetaObject; readonly "notifications": SubscriptionFilter }
export type SubscriptionsListenResult = { readonly "_meta": SubscriptionsListenResultMetaObject; readonly "resultType": string }
export type SubscriptionsListenResultMetaObject = { readonly "io.modelcontextprotocol/serverInfo"?: Implementation | undefined; readonly "io.modelcontextprotocol/subscriptionId": RequestId }
export type SubscriptionsListenResultResponse = { readonly "id": RequestId; readonly "jsonrpc": "2.0"; readonly "result": SubscriptionsListenResult }
export type TextContent = { readonly "_meta"?: MetaObject | undefined; readonly "annotations"?: Annotations | undefined; readonly "text": string; readonly "type": "text" }
export type TextResourceContents = { readonly "_meta"?: MetaObject | undefined; readonly "mimeType"?: string | undefined; readonly "text": string; readonly "uri": string }
export type TitledMultiSelectEnumSchema = { readonly "default"?: readonly string[] | undefined; readonly "description"?: string | undefined; readonly "items": { readonly "anyOf": readonly { readonly "const": string; readonly "title": string }[] }; readonly "maxItems"?: number | undefined; readonly "minItems"?: number | undefined; readonly "title"?: string | undefined; readonly "type": "array" }
export type TitledSingleSelectEnumSchema = { readonly "default"?: string | undefined; readonly "description"?: string | undefined; readonly "oneOf": readonly { readonly "const": string; readonly "title": string }[]; readonly "title"?: string | undefined; readonly "type": "string" }
export type Tool = { readonly "_meta"?: MetaObject | undefined; readonly "annotations"?: ToolAnnotations | undefined; readonly "description"?: string | undefined; readonly "icons"?: readonly Icon[] | undefined; readonly "inputSchema": { readonly "$schema"?: string | undefined; readonly "type": "object"; readonly [name: string]: unknown }; readonly "name": string; readonly "outputSchema"?: { readonly "$schema"?: string | undefined; readonly [name: string]: unknown } | undefined; readonly "title"?: string | undefined }
export type ToolAnnotations = { readonly "destructiveHint"?: boolean | undefined; readonly "idempotentHint"?: boolean | undefined; readonly "openWorldHint"?: boolean | undefined; readonly "readOnlyHint"?: boolean | undefined; readonly "title"?: string | undefined }
export type ToolChoice = { readonly "mode"?: "auto" | "none" | "required" | undefined }
export type ToolListChangedNotification = { readonly "jsonrpc": "2.0"; readonly "method": "notifications/tools/list_changed"; readonly "params"?: NotificationParams | undefined }
export type ToolResultContent = { readonly "_meta"?: MetaObject | undefined; readonly "content": readonly ContentBlock[]; readonly "isError"?: boolean | undefined; readonly "structuredContent"?: unknown; readonly "toolUseId": string; readonly "type": "tool_result" }
export type ToolUseContent = { readonly "_meta"?: MetaObject | undefined; readonly "id": string; readonly "input": { readonly [name: string]: unknown }; readonly "name": string; readonly "type": "tool_use" }
export type UnsupportedProtocolVersionError = { readonly "error": Error & { readonly "code": -32022; readonly "data": { readonly "requested": string; readonly "supported": readonly string[] } }; readonly "id"?: RequestId | undefined; readonly "jsonrpc": "2.0" }
export type UntitledMultiSelectEnumSchema = { readonly "default"?: readonly string[] | undefined; readonly "description"?: string | undefined; readonly "items": { readonly "enum": readonly string[]; readonly "type": "string" }; readonly "maxItems"?: number | undefined; readonly "minItems"?: number | undefined; readonly "title"?: string | undefined; readonly "type": "array" }
export type UntitledSingleSelectEnumSchema = { readonly "default"?: string | undefined; readonly "description"?: string | undefined; readonly "enum": readonly string[]; readonly "title"?: string | undefined; readonly "type": "string" }
/** The definitions of the schema of 2026-07-28, by name. */
export interface Definitions {
  readonly Annotations: Annotations
  readonly AudioContent: AudioContent
  readonly BaseMetadata: BaseMetadata
  readonly BlobResourceContents: BlobResourceContents
  readonly BooleanSchema: BooleanSchema
  readonly CacheableResult: CacheableResult
  readonly CallToolRequest: CallToolRequest
  readonly CallToolRequestParams: CallToolRequestParams
  readonly CallToolResult: CallToolResult
  readonly CallToolResultResponse: CallToolResultResponse
  readonly CancelledNotification: CancelledNotification
  readonly CancelledNotificationParams: CancelledNotificationParams
  readonly ClientCapabilities: ClientCapabilities
  readonly ClientNotification: ClientNotification
  readonly ClientRequest: ClientRequest
  readonly ClientResult: ClientResult
  readonly CompleteRequest: CompleteRequest
  readonly CompleteRequestParams: CompleteRequestParams
  readonly CompleteResult: CompleteResult
  readonly CompleteResultResponse: CompleteResultResponse
  readonly ContentBlock: ContentBlock
  readonly CreateMessageRequest: CreateMessageRequest
  readonly CreateMessageRequestParams: CreateMessageRequestParams
  readonly CreateMessageResult: CreateMessageResult
  readonly Cursor: Cursor
  readonly DiscoverRequest: DiscoverRequest
  readonly DiscoverResult: DiscoverResult
  readonly DiscoverResultResponse: DiscoverResultResponse
  readonly ElicitRequest: ElicitRequest
  readonly ElicitRequestFormParams: ElicitRequestFormParams
  readonly ElicitRequestParams: ElicitRequestParams
  readonly ElicitRequestURLParams: ElicitRequestURLParams
  readonly ElicitResult: ElicitResult
  readonly EmbeddedResource: EmbeddedResource
  readonly EmptyResult: EmptyResult
  readonly EnumSchema: EnumSchema
  readonly Error: Error
  readonly GetPromptRequest: GetPromptRequest
  readonly GetPromptRequestParams: GetPromptRequestParams
  readonly GetPromptResult: GetPromptResult
  readonly GetPromptResultResponse: GetPromptResultResponse
  readonly HeaderMismatchError: HeaderMismatchError
  readonly Icon: Icon
  readonly Icons: Icons
  readonly ImageContent: ImageContent
  readonly Implementation: Implementation
  readonly InputRequest: InputRequest
  readonly InputRequests: InputRequests
  readonly InputRequiredResult: InputRequiredResult
  readonly InputResponse: InputResponse
  readonly InputResponseRequestParams: InputResponseRequestParams
  readonly InputResponses: InputResponses
  readonly InternalError: InternalError
  readonly InvalidParamsError: InvalidParamsError
  readonly InvalidRequestError: InvalidRequestError
  readonly JSONArray: JSONArray
  readonly JSONObject: JSONObject
  readonly JSONRPCErrorResponse: JSONRPCErrorResponse
  readonly JSONRPCMessage: JSONRPCMessage
  readonly JSONRPCNotification: JSONRPCNotification
  readonly JSONRPCRequest: JSONRPCRequest
  readonly JSONRPCResponse: JSONRPCResponse
  readonly JSONRPCResultResponse: JSONRPCResultResponse
  readonly JSONValue: JSONValue
  readonly LegacyTitledEnumSchema: LegacyTitledEnumSchema
  readonly ListPromptsRequest: ListPromptsRequest
  readonly ListPromptsResult: ListPromptsResult
  readonly ListPromptsResultResponse: ListPromptsResultResponse
  readonly ListResourceTemplatesRequest: ListResourceTemplatesRequest
  readonly ListResourceTemplatesResult: ListResourceTemplatesResult
  readonly ListResourceTemplatesResultResponse: ListResourceTemplatesResultResponse
  readonly ListResourcesRequest: ListResourcesRequest
  readonly ListResourcesResult: ListResourcesResult
  readonly ListResourcesResultResponse: ListResourcesResultResponse
  readonly ListRootsRequest: ListRootsRequest
  readonly ListRootsResult: ListRootsResult
  readonly ListToolsRequest: ListToolsRequest
  readonly ListToolsResult: ListToolsResult
  readonly ListToolsResultResponse: ListToolsResultResponse
  readonly LoggingLevel: LoggingLevel
  readonly LoggingMessageNotification: LoggingMessageNotification
  readonly LoggingMessageNotificationParams: LoggingMessageNotificationParams
  readonly MetaObject: MetaObject
  readonly MethodNotFoundError: MethodNotFoundError
  readonly MissingRequiredClientCapabilityError: MissingRequiredClientCapabilityError
  readonly ModelHint: ModelHint
  readonly ModelPreferences: ModelPreferences
  readonly MultiSelectEnumSchema: MultiSelectEnumSchema
  readonly Notification: Notification
  readonly NotificationMetaObject: NotificationMetaObject
  readonly NotificationParams: NotificationParams
  readonly NumberSchema: NumberSchema
  readonly PaginatedRequest: PaginatedRequest
  readonly PaginatedRequestParams: PaginatedRequestParams
  readonly PaginatedResult: PaginatedResult
  readonly ParseError: ParseError
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
  readonly ReadResourceResultResponse: ReadResourceResultResponse
  readonly Request: Request
  readonly RequestId: RequestId
  readonly RequestMetaObject: RequestMetaObject
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
  readonly ResultMetaObject: ResultMetaObject
  readonly ResultType: ResultType
  readonly Role: Role
  readonly Root: Root
  readonly SamplingMessage: SamplingMessage
  readonly SamplingMessageContentBlock: SamplingMessageContentBlock
  readonly ServerCapabilities: ServerCapabilities
  readonly ServerNotification: ServerNotification
  readonly ServerResult: ServerResult
  readonly SingleSelectEnumSchema: SingleSelectEnumSchema
  readonly StringSchema: StringSchema
  readonly SubscriptionFilter: SubscriptionFilter
  readonly SubscriptionsAcknowledgedNotification: SubscriptionsAcknowledgedNotification
  readonly SubscriptionsAcknowledgedNotificationParams: SubscriptionsAcknowledgedNotificationParams
  readonly SubscriptionsListenRequest: SubscriptionsListenRequest
  readonly SubscriptionsListenRequestParams: SubscriptionsListenRequestParams
  readonly SubscriptionsListenResult: SubscriptionsListenResult
  readonly SubscriptionsListenResultMetaObject: SubscriptionsListenResultMetaObject
  readonly SubscriptionsListenResultResponse: SubscriptionsListenResultResponse
  readonly TextContent: TextContent
  readonly TextResourceContents: TextResourceContents
  readonly TitledMultiSelectEnumSchema: TitledMultiSelectEnumSchema
  readonly TitledSingleSelectEnumSchema: TitledSingleSelectEnumSchema
  readonly Tool: Tool
  readonly ToolAnnotations: ToolAnnotations
  readonly ToolChoice: ToolChoice
  readonly ToolListChangedNotification: ToolListChangedNotification
  readonly ToolResultContent: ToolResultContent
  readonly ToolUseContent: ToolUseContent
  readonly UnsupportedProtocolVersionError: UnsupportedProtocolVersionError
  readonly UntitledMultiSelectEnumSchema: UntitledMultiSelectEnumSchema
  readonly UntitledSingleSelectEnumSchema: UntitledSingleSelectEnumSchema
}
