export { consoleLogger, type Logger } from '../async/runtime/logger.js'
export { defaultRuntime, type Runtime } from '../async/runtime/runtime.js'
export type { AppCsp, AppMeta, AppPermissions } from '../protocol/apps/app-meta.js'
export {
  type ObservedConnection,
  type Operation,
  type OperationObserver,
  type OperationOutcome,
  operationChannel,
} from '../protocol/diagnostics/operation.js'
export { CapabilityMissing } from '../protocol/errors/capability-missing.js'
export type { AskOptions, Exchange, Middleware, Progress, Serve } from '../protocol/exchange/exchange.js'
export { isRequest, type RequestParams } from '../protocol/exchange/is-request.js'
export { type LogLevel, logLevels } from '../protocol/exchange/log-level.js'
export type { Icon, Implementation, Peer, Principal } from '../protocol/exchange/peer.js'
export type { Session } from '../protocol/exchange/session.js'
export { type RequestHeaderOptions, toRequestHeaders } from '../protocol/headers/to-request-headers.js'
export { defaultLimits, type Limits } from '../protocol/limits/limits.js'
export type { Annotations, Role } from '../protocol/model/annotations.js'
export type {
  AudioContent,
  Binary,
  Content,
  EmbeddedResource,
  ImageContent,
  ResourceLink,
  TextContent,
  WireContent,
} from '../protocol/model/content.js'
export type { ElicitAction, ElicitAnswer } from '../protocol/model/elicitation.js'
export type { Meta } from '../protocol/model/meta.js'
export type { ObjectSchema } from '../protocol/model/object-schema.js'
export type { Prompt, PromptArgument, PromptMessage, WirePromptMessage } from '../protocol/model/prompt.js'
export type {
  BlobResourceContents,
  Resource,
  ResourceContents,
  ResourceTemplate,
  TextResourceContents,
} from '../protocol/model/resource.js'
export type {
  CacheHints,
  CacheScope,
  CallToolResult,
  CompleteResult,
  Completion,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  Page,
  ReadResourceResult,
} from '../protocol/model/results.js'
export type { Root } from '../protocol/model/roots.js'
export type {
  ModelPreferences,
  SampleContent,
  SampleMedia,
  SampleMessage,
  SampleParams,
  SampleResult,
  ToolChoice,
  ToolOutcome,
  ToolUse,
} from '../protocol/model/sampling.js'
export type { TaskSupport } from '../protocol/model/task-support.js'
export type { Tool, ToolAnnotations } from '../protocol/model/tool.js'
export { type Encoded, EncodedResult } from '../protocol/results/encoded-result.js'
export { type Era, isRevision, type LegacyRevision, type Revision, revisions } from '../protocol/revisions/revision.js'
export type { SchemaTypes } from '../protocol/schemas/schema-of.js'
export { createRecorder, type Recorder, type RecorderOptions } from '../recording/create-recorder.js'
export type { ExchangeRecorder } from '../recording/exchange-recorder.js'
export {
  type LineProblem,
  parseRecording,
  type RecordedConversation,
  type Recording,
} from '../recording/parse-recording.js'
export { parseRecordingLine, type RecordingLine } from '../recording/parse-recording-line.js'
export type { PipeRecorder } from '../recording/pipe-recorder.js'
export { type LinePosition, type RecordingEntry, readRecording } from '../recording/read-recording.js'
export type { RecordedLine, RecordingHeader } from '../recording/recording-line.js'
export type { AppDefinition, AppOptions } from '../server/apps/app.js'
export type { ExtensionContext } from '../server/extensions/extension-context.js'
export type { ExtensionFilter } from '../server/extensions/extension-filter.js'
export {
  type ExtensionMethod,
  type ExtensionMethodOptions,
  extensionMethod,
} from '../server/extensions/extension-method.js'
export type { ExtensionResultType } from '../server/extensions/extension-result-type.js'
export type { ServerExtension } from '../server/extensions/server-extension.js'
export type { SkillFileContent, SkillOptions } from '../server/skills/skill.js'
export type { SkillFile, SkillFolder, SkillSource } from '../server/skills/skill-source.js'
export type { Skill, SkillFrontmatter, SkillResource } from '../skills/skill.js'
export type { JsonValue } from '../values/json/json-value.js'
export {
  type CheckMessageOptions,
  checkConversation,
  checkDefinition,
  checkMessage,
  protocolSchema,
} from '../wire/check-messages.js'
export type { ConversationProblem, RecordedMessage } from '../wire/conversation-problems.js'
