import type { Infer } from './infer.js'
import type * as schemas from './protocol.gen.js'
import type { RequestMetaSchema } from './request-meta.js'

/** The members that are kept beside those of a message. */
export type RequestMeta = Infer<typeof RequestMetaSchema>
/** Parameters that every request can have. */
export type RequestParams = { _meta?: RequestMeta | undefined }
/** Parameters that every notification can have. */
export type NotificationParams = { _meta?: RequestMeta | undefined }
/** A progress token, used to associate progress notifications with the original request. */
export type ProgressToken = Infer<typeof schemas.ProgressTokenSchema>
/** An opaque token used to represent a cursor for pagination. */
export type Cursor = Infer<typeof schemas.CursorSchema>
/** Parameters of the creation of a task. */
export type TaskCreationParams = Infer<typeof schemas.TaskCreationParamsSchema>
/** Metadata for augmenting a request with task execution. Include this in the `task` field of the request parameters. */
export type TaskMetadata = Infer<typeof schemas.TaskMetadataSchema>
/** Metadata for associating messages with a task. Include this in the `_meta` field under the key `io.modelcontextprotocol/related-task`. */
export type RelatedTaskMetadata = Infer<typeof schemas.RelatedTaskMetadataSchema>
/** Common params for any task-augmented request. */
export type TaskAugmentedRequestParams = Infer<typeof schemas.TaskAugmentedRequestParamsSchema>
/** A request, without the envelope of JSON-RPC. */
export type Request = Infer<typeof schemas.RequestSchema>
/** A notification, without the envelope of JSON-RPC. */
export type Notification = Infer<typeof schemas.NotificationSchema>
/** A result with whatever members. */
export type Result = Infer<typeof schemas.ResultSchema>
/** A uniquely identifying ID for a request in JSON-RPC. */
export type RequestId = Infer<typeof schemas.RequestIdSchema>
/** A request that expects a response. */
export type JSONRPCRequest = Infer<typeof schemas.JSONRPCRequestSchema>
/** A notification which does not expect a response. */
export type JSONRPCNotification = Infer<typeof schemas.JSONRPCNotificationSchema>
/** A successful (non-error) response to a request. */
export type JSONRPCResultResponse = Infer<typeof schemas.JSONRPCResultResponseSchema>
/** A response to a request that indicates an error occurred. */
export type JSONRPCErrorResponse = Infer<typeof schemas.JSONRPCErrorResponseSchema>
/** The former name of JSONRPCErrorResponse. */
export type JSONRPCError = JSONRPCErrorResponse
/** Refers to any valid JSON-RPC object that can be decoded off the wire, or encoded to be sent. */
export type JSONRPCMessage = Infer<typeof schemas.JSONRPCMessageSchema>
/** A response to a request, containing either the result or error. */
export type JSONRPCResponse = Infer<typeof schemas.JSONRPCResponseSchema>
/** A result that has no members but `_meta`. */
export type EmptyResult = Infer<typeof schemas.EmptyResultSchema>
/** Parameters for a `notifications/cancelled` notification. */
export type CancelledNotificationParams = Infer<typeof schemas.CancelledNotificationParamsSchema>
/** This notification can be sent by either side to indicate that it is cancelling a previously-issued request. */
export type CancelledNotification = Infer<typeof schemas.CancelledNotificationSchema>
/** An optionally-sized icon that can be displayed in a user interface. */
export type Icon = Infer<typeof schemas.IconSchema>
/** Base interface to add `icons` property. */
export type Icons = Infer<typeof schemas.IconsSchema>
/** Base interface for metadata with name (identifier) and title (display name) properties. */
export type BaseMetadata = Infer<typeof schemas.BaseMetadataSchema>
/** Describes the MCP implementation. */
export type Implementation = Infer<typeof schemas.ImplementationSchema>
/** Which requests a client can run as tasks. */
export type ClientTasksCapability = Infer<typeof schemas.ClientTasksCapabilitySchema>
/** Which requests a server can run as tasks. */
export type ServerTasksCapability = Infer<typeof schemas.ServerTasksCapabilitySchema>
/** Capabilities a client may support. Known capabilities are defined here, in this schema, but this is not a closed set: any client can define its own, additional capabilities. */
export type ClientCapabilities = Infer<typeof schemas.ClientCapabilitiesSchema>
/** Parameters for an `initialize` request. */
export type InitializeRequestParams = Infer<typeof schemas.InitializeRequestParamsSchema>
/** This request is sent from the client to the server when it first connects, asking it to begin initialization. */
export type InitializeRequest = Infer<typeof schemas.InitializeRequestSchema>
/** Capabilities that a server may support. Known capabilities are defined here, in this schema, but this is not a closed set: any server can define its own, additional capabilities. */
export type ServerCapabilities = Infer<typeof schemas.ServerCapabilitiesSchema>
/** After receiving an initialize request from the client, the server sends this response. */
export type InitializeResult = Infer<typeof schemas.InitializeResultSchema>
/** This notification is sent from the client to the server after initialization has finished. */
export type InitializedNotification = Infer<typeof schemas.InitializedNotificationSchema>
/** A ping, issued by either the server or the client, to check that the other party is still alive. The receiver must promptly respond, or else may be disconnected. */
export type PingRequest = Infer<typeof schemas.PingRequestSchema>
/** How far a request has come. */
export type Progress = Infer<typeof schemas.ProgressSchema>
/** Parameters for a `notifications/progress` notification. */
export type ProgressNotificationParams = Infer<typeof schemas.ProgressNotificationParamsSchema>
/** An out-of-band notification used to inform the receiver of a progress update for a long-running request. */
export type ProgressNotification = Infer<typeof schemas.ProgressNotificationSchema>
/** Common parameters for paginated requests. */
export type PaginatedRequestParams = Infer<typeof schemas.PaginatedRequestParamsSchema>
/** A request for a page of a list. */
export type PaginatedRequest = Infer<typeof schemas.PaginatedRequestSchema>
/** A page of a list. */
export type PaginatedResult = Infer<typeof schemas.PaginatedResultSchema>
/** The status of a task. */
export type TaskStatus = Infer<typeof schemas.TaskStatusSchema>
/** Data associated with a task. */
export type Task = Infer<typeof schemas.TaskSchema>
/** A response to a task-augmented request. */
export type CreateTaskResult = Infer<typeof schemas.CreateTaskResultSchema>
/** Parameters for a `notifications/tasks/status` notification. */
export type TaskStatusNotificationParams = Infer<typeof schemas.TaskStatusNotificationParamsSchema>
/** An optional notification from the receiver to the requestor, informing them that a task's status has changed. Receivers are not required to send these notifications. */
export type TaskStatusNotification = Infer<typeof schemas.TaskStatusNotificationSchema>
/** A request to retrieve the state of a task. */
export type GetTaskRequest = Infer<typeof schemas.GetTaskRequestSchema>
/** The response to a tasks/get request. */
export type GetTaskResult = Infer<typeof schemas.GetTaskResultSchema>
/** A request to retrieve the result of a completed task. */
export type GetTaskPayloadRequest = Infer<typeof schemas.GetTaskPayloadRequestSchema>
/** The response to a tasks/result request. The structure matches the result type of the original request. For example, a tools/call task would return the CallToolResult structure. */
export type GetTaskPayloadResult = Infer<typeof schemas.GetTaskPayloadResultSchema>
/** A request to retrieve a list of tasks. */
export type ListTasksRequest = Infer<typeof schemas.ListTasksRequestSchema>
/** The response to a tasks/list request. */
export type ListTasksResult = Infer<typeof schemas.ListTasksResultSchema>
/** A request to cancel a task. */
export type CancelTaskRequest = Infer<typeof schemas.CancelTaskRequestSchema>
/** The response to a tasks/cancel request. */
export type CancelTaskResult = Infer<typeof schemas.CancelTaskResultSchema>
/** The contents of a specific resource or sub-resource. */
export type ResourceContents = Infer<typeof schemas.ResourceContentsSchema>
/** The contents of a resource that is text. */
export type TextResourceContents = Infer<typeof schemas.TextResourceContentsSchema>
/** The contents of a resource that is binary data. */
export type BlobResourceContents = Infer<typeof schemas.BlobResourceContentsSchema>
/** The sender or recipient of messages and data in a conversation. */
export type Role = Infer<typeof schemas.RoleSchema>
/** Optional annotations for the client. The client can use annotations to inform how objects are used or displayed */
export type Annotations = Infer<typeof schemas.AnnotationsSchema>
/** A known resource that the server is capable of reading. */
export type Resource = Infer<typeof schemas.ResourceSchema>
/** A template description for resources available on the server. */
export type ResourceTemplate = Infer<typeof schemas.ResourceTemplateSchema>
/** Sent from the client to request a list of resources the server has. */
export type ListResourcesRequest = Infer<typeof schemas.ListResourcesRequestSchema>
/** The server's response to a resources/list request from the client. */
export type ListResourcesResult = Infer<typeof schemas.ListResourcesResultSchema>
/** Sent from the client to request a list of resource templates the server has. */
export type ListResourceTemplatesRequest = Infer<typeof schemas.ListResourceTemplatesRequestSchema>
/** The server's response to a resources/templates/list request from the client. */
export type ListResourceTemplatesResult = Infer<typeof schemas.ListResourceTemplatesResultSchema>
/** Common parameters when working with resources. */
export type ResourceRequestParams = Infer<typeof schemas.ResourceRequestParamsSchema>
/** Parameters for a `resources/read` request. */
export type ReadResourceRequestParams = ResourceRequestParams
/** Sent from the client to the server, to read a specific resource URI. */
export type ReadResourceRequest = Infer<typeof schemas.ReadResourceRequestSchema>
/** The server's response to a resources/read request from the client. */
export type ReadResourceResult = Infer<typeof schemas.ReadResourceResultSchema>
/** An optional notification from the server to the client, informing it that the list of resources it can read from has changed. This may be issued by servers without any previous subscription from the client. */
export type ResourceListChangedNotification = Infer<typeof schemas.ResourceListChangedNotificationSchema>
/** Parameters for a `resources/subscribe` request. */
export type SubscribeRequestParams = ResourceRequestParams
/** Sent from the client to request resources/updated notifications from the server whenever a particular resource changes. */
export type SubscribeRequest = Infer<typeof schemas.SubscribeRequestSchema>
/** Parameters for a `resources/unsubscribe` request. */
export type UnsubscribeRequestParams = ResourceRequestParams
/** Sent from the client to request cancellation of resources/updated notifications from the server. This should follow a previous resources/subscribe request. */
export type UnsubscribeRequest = Infer<typeof schemas.UnsubscribeRequestSchema>
/** Parameters for a `notifications/resources/updated` notification. */
export type ResourceUpdatedNotificationParams = Infer<typeof schemas.ResourceUpdatedNotificationParamsSchema>
/** A notification from the server to the client, informing it that a resource has changed and may need to be read again. This should only be sent if the client previously sent a resources/subscribe request. */
export type ResourceUpdatedNotification = Infer<typeof schemas.ResourceUpdatedNotificationSchema>
/** Describes an argument that a prompt can accept. */
export type PromptArgument = Infer<typeof schemas.PromptArgumentSchema>
/** A prompt or prompt template that the server offers. */
export type Prompt = Infer<typeof schemas.PromptSchema>
/** Sent from the client to request a list of prompts and prompt templates the server has. */
export type ListPromptsRequest = Infer<typeof schemas.ListPromptsRequestSchema>
/** The server's response to a prompts/list request from the client. */
export type ListPromptsResult = Infer<typeof schemas.ListPromptsResultSchema>
/** Parameters for a `prompts/get` request. */
export type GetPromptRequestParams = Infer<typeof schemas.GetPromptRequestParamsSchema>
/** Used by the client to get a prompt provided by the server. */
export type GetPromptRequest = Infer<typeof schemas.GetPromptRequestSchema>
/** Text provided to or from an LLM. */
export type TextContent = Infer<typeof schemas.TextContentSchema>
/** An image provided to or from an LLM. */
export type ImageContent = Infer<typeof schemas.ImageContentSchema>
/** Audio provided to or from an LLM. */
export type AudioContent = Infer<typeof schemas.AudioContentSchema>
/** A request from the assistant to call a tool. */
export type ToolUseContent = Infer<typeof schemas.ToolUseContentSchema>
/** The contents of a resource, embedded into a prompt or tool call result. */
export type EmbeddedResource = Infer<typeof schemas.EmbeddedResourceSchema>
/** A resource that the server is capable of reading, included in a prompt or tool call result. */
export type ResourceLink = Infer<typeof schemas.ResourceLinkSchema>
/** One part of the content of a message or a result. */
export type ContentBlock = Infer<typeof schemas.ContentBlockSchema>
/** Describes a message returned as part of a prompt. */
export type PromptMessage = Infer<typeof schemas.PromptMessageSchema>
/** The server's response to a prompts/get request from the client. */
export type GetPromptResult = Infer<typeof schemas.GetPromptResultSchema>
/** An optional notification from the server to the client, informing it that the list of prompts it offers has changed. This may be issued by servers without any previous subscription from the client. */
export type PromptListChangedNotification = Infer<typeof schemas.PromptListChangedNotificationSchema>
/** Additional properties describing a Tool to clients. */
export type ToolAnnotations = Infer<typeof schemas.ToolAnnotationsSchema>
/** Execution-related properties for a tool. */
export type ToolExecution = Infer<typeof schemas.ToolExecutionSchema>
/** Definition for a tool the client can call. */
export type Tool = Infer<typeof schemas.ToolSchema>
/** Sent from the client to request a list of tools the server has. */
export type ListToolsRequest = Infer<typeof schemas.ListToolsRequestSchema>
/** The server's response to a tools/list request from the client. */
export type ListToolsResult = Infer<typeof schemas.ListToolsResultSchema>
/** The server's response to a tool call. */
export type CallToolResult = Infer<typeof schemas.CallToolResultSchema>
/** The result of a tool call, or its form in the first revision. */
export type CompatibilityCallToolResult = Infer<typeof schemas.CompatibilityCallToolResultSchema>
/** Parameters for a `tools/call` request. */
export type CallToolRequestParams = Infer<typeof schemas.CallToolRequestParamsSchema>
/** Used by the client to invoke a tool provided by the server. */
export type CallToolRequest = Infer<typeof schemas.CallToolRequestSchema>
/** An optional notification from the server to the client, informing it that the list of tools it offers has changed. This may be issued by servers without any previous subscription from the client. */
export type ToolListChangedNotification = Infer<typeof schemas.ToolListChangedNotificationSchema>
/** The severity of a log message. */
export type LoggingLevel = Infer<typeof schemas.LoggingLevelSchema>
/** Parameters for a `logging/setLevel` request. */
export type SetLevelRequestParams = Infer<typeof schemas.SetLevelRequestParamsSchema>
/** A request from the client to the server, to enable or adjust logging. */
export type SetLevelRequest = Infer<typeof schemas.SetLevelRequestSchema>
/** Parameters for a `notifications/message` notification. */
export type LoggingMessageNotificationParams = Infer<typeof schemas.LoggingMessageNotificationParamsSchema>
/** JSONRPCNotification of a log message passed from server to client. If no logging/setLevel request has been sent from the client, the server MAY decide which messages to send automatically. */
export type LoggingMessageNotification = Infer<typeof schemas.LoggingMessageNotificationSchema>
/** Hints to use for model selection. */
export type ModelHint = Infer<typeof schemas.ModelHintSchema>
/** The server's preferences for model selection, requested of the client during sampling. */
export type ModelPreferences = Infer<typeof schemas.ModelPreferencesSchema>
/** Controls tool selection behavior for sampling requests. */
export type ToolChoice = Infer<typeof schemas.ToolChoiceSchema>
/** The result of a tool use, provided by the user back to the assistant. */
export type ToolResultContent = Infer<typeof schemas.ToolResultContentSchema>
/** Content of a message of a model, without tools. */
export type SamplingContent = Infer<typeof schemas.SamplingContentSchema>
/** Content of a message to or from a model. */
export type SamplingMessageContentBlock = Infer<typeof schemas.SamplingMessageContentBlockSchema>
/** Describes a message issued to or received from an LLM API. */
export type SamplingMessage = Infer<typeof schemas.SamplingMessageSchema>
/** Parameters for a `sampling/createMessage` request. */
export type CreateMessageRequestParams = Infer<typeof schemas.CreateMessageRequestParamsSchema>
/** A request from the server to sample an LLM via the client. The client has full discretion over which model to select. The client should also inform the user before beginning sampling, to allow them to inspect the request (human in the loop) and decide whether to approve it. */
export type CreateMessageRequest = Infer<typeof schemas.CreateMessageRequestSchema>
/** The client's response to a sampling/createMessage request from the server. The client should inform the user before returning the sampled message, to allow them to inspect the response (human in the loop) and decide whether to allow the server to see it. */
export type CreateMessageResult = Infer<typeof schemas.CreateMessageResultSchema>
/** The answer of a model that may call tools. */
export type CreateMessageResultWithTools = Infer<typeof schemas.CreateMessageResultWithToolsSchema>
/** A field of a form that is true or false. */
export type BooleanSchema = Infer<typeof schemas.BooleanSchemaSchema>
/** A field of a form that is text. */
export type StringSchema = Infer<typeof schemas.StringSchemaSchema>
/** A field of a form that is a number. */
export type NumberSchema = Infer<typeof schemas.NumberSchemaSchema>
/** Schema for single-selection enumeration without display titles for options. */
export type UntitledSingleSelectEnumSchema = Infer<typeof schemas.UntitledSingleSelectEnumSchemaSchema>
/** Schema for single-selection enumeration with display titles for each option. */
export type TitledSingleSelectEnumSchema = Infer<typeof schemas.TitledSingleSelectEnumSchemaSchema>
/** Use TitledSingleSelectEnumSchema instead. This interface will be removed in a future version. */
export type LegacyTitledEnumSchema = Infer<typeof schemas.LegacyTitledEnumSchemaSchema>
/** A field of a form with one choice of several. */
export type SingleSelectEnumSchema = Infer<typeof schemas.SingleSelectEnumSchemaSchema>
/** Schema for multiple-selection enumeration without display titles for options. */
export type UntitledMultiSelectEnumSchema = Infer<typeof schemas.UntitledMultiSelectEnumSchemaSchema>
/** Schema for multiple-selection enumeration with display titles for each option. */
export type TitledMultiSelectEnumSchema = Infer<typeof schemas.TitledMultiSelectEnumSchemaSchema>
/** A field of a form with several choices. */
export type MultiSelectEnumSchema = Infer<typeof schemas.MultiSelectEnumSchemaSchema>
/** A field of a form with choices. */
export type EnumSchema = Infer<typeof schemas.EnumSchemaSchema>
/** Restricted schema definitions that only allow primitive types without nested objects or arrays. */
export type PrimitiveSchemaDefinition = Infer<typeof schemas.PrimitiveSchemaDefinitionSchema>
/** The parameters for a request to elicit non-sensitive information from the user via a form in the client. */
export type ElicitRequestFormParams = Infer<typeof schemas.ElicitRequestFormParamsSchema>
/** The parameters for a request to elicit information from the user via a URL in the client. */
export type ElicitRequestURLParams = Infer<typeof schemas.ElicitRequestURLParamsSchema>
/** The parameters for a request to elicit additional information from the user via the client. */
export type ElicitRequestParams = Infer<typeof schemas.ElicitRequestParamsSchema>
/** A request from the server to elicit additional information from the user via the client. */
export type ElicitRequest = Infer<typeof schemas.ElicitRequestSchema>
/** Parameters of a `notifications/elicitation/complete` notification. */
export type ElicitationCompleteNotificationParams = Infer<typeof schemas.ElicitationCompleteNotificationParamsSchema>
/** An optional notification from the server to the client, informing it of a completion of a out-of-band elicitation request. */
export type ElicitationCompleteNotification = Infer<typeof schemas.ElicitationCompleteNotificationSchema>
/** The client's response to an elicitation request. */
export type ElicitResult = Infer<typeof schemas.ElicitResultSchema>
/** A reference to a resource or resource template definition. */
export type ResourceTemplateReference = Infer<typeof schemas.ResourceTemplateReferenceSchema>
/** The former name of ResourceTemplateReference. */
export type ResourceReference = ResourceTemplateReference
/** Identifies a prompt. */
export type PromptReference = Infer<typeof schemas.PromptReferenceSchema>
/** Parameters for a `completion/complete` request. */
export type CompleteRequestParams = Infer<typeof schemas.CompleteRequestParamsSchema>
/** A request from the client to the server, to ask for completion options. */
export type CompleteRequest = Infer<typeof schemas.CompleteRequestSchema>
/** The server's response to a completion/complete request */
export type CompleteResult = Infer<typeof schemas.CompleteResultSchema>
/** Represents a root directory or file that the server can operate on. */
export type Root = Infer<typeof schemas.RootSchema>
/** Sent from the server to request a list of root URIs from the client. Roots allow servers to ask for specific directories or files to operate on. A common example for roots is providing a set of repositories or directories a server should operate on. */
export type ListRootsRequest = Infer<typeof schemas.ListRootsRequestSchema>
/** The client's response to a roots/list request from the server. This result contains an array of Root objects, each representing a root directory or file that the server can operate on. */
export type ListRootsResult = Infer<typeof schemas.ListRootsResultSchema>
/** A notification from the client to the server, informing it that the list of roots has changed. This notification should be sent whenever the client adds, removes, or modifies any root. The server should then request an updated list of roots using the ListRootsRequest. */
export type RootsListChangedNotification = Infer<typeof schemas.RootsListChangedNotificationSchema>
/** Every request of a client. */
export type ClientRequest = Infer<typeof schemas.ClientRequestSchema>
/** Every notification of a client. */
export type ClientNotification = Infer<typeof schemas.ClientNotificationSchema>
/** Every result of a client. */
export type ClientResult = Infer<typeof schemas.ClientResultSchema>
/** Every request of a server. */
export type ServerRequest = Infer<typeof schemas.ServerRequestSchema>
/** Every notification of a server. */
export type ServerNotification = Infer<typeof schemas.ServerNotificationSchema>
/** Every result of a server. */
export type ServerResult = Infer<typeof schemas.ServerResultSchema>
