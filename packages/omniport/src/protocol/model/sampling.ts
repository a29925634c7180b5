import type { Role } from './annotations.js'
import type { AudioContent, Binary, Content, ImageContent, TextContent } from './content.js'
import type { Meta } from './meta.js'
import type { Tool } from './tool.js'

/** A request to the client's model. The client may change or ignore any member. spec: client/sampling#creating-messages */
export interface SampleParams {
  readonly messages: readonly SampleMessage[]
  /** The model may stop sooner. */
  readonly maxTokens: number
  readonly systemPrompt?: string | undefined
  readonly temperature?: number | undefined
  readonly stopSequences?: readonly string[] | undefined
  readonly modelPreferences?: ModelPreferences | undefined
  /** Other than `none` is deprecated, and only for clients that declare `sampling.context`. */
  readonly includeContext?: 'none' | 'thisServer' | 'allServers' | undefined
  /** Tools the model may ask for; the server runs them. Only for clients that declare `sampling.tools`. */
  readonly tools?: readonly Tool[] | undefined
  /** Default: `{ mode: 'auto' }`. Only for clients that declare `sampling.tools`. */
  readonly toolChoice?: ToolChoice | undefined
  /** Passed on to the provider of the model. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** One message of a conversation with a model; a string stands for a block of text. */
export interface SampleMessage {
  readonly role: Role
  readonly content: string | SampleContent | readonly SampleContent[]
  readonly _meta?: Meta | undefined
}

/** A content block of a conversation with a model. */
export type SampleContent<B extends Binary = Binary> = SampleMedia<B> | ToolUse | ToolOutcome<B>

/** A content block of a conversation without tools. */
export type SampleMedia<B extends Binary = Binary> = TextContent | ImageContent<B> | AudioContent<B>

/** The model asks for a tool. spec: client/sampling#sampling-with-tools */
export interface ToolUse {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly _meta?: Meta | undefined
}

/** The result of a tool; every `ToolUse` needs one in the next message. spec: client/sampling#tool-use-and-result-balance */
export interface ToolOutcome<B extends Binary = Binary> {
  readonly type: 'tool_result'
  /** The `id` of the `ToolUse`. */
  readonly toolUseId: string
  readonly content: readonly Content<B>[]
  readonly structuredContent?: unknown
  readonly isError?: boolean | undefined
  readonly _meta?: Meta | undefined
}

/** The use of tools: the model decides, it must use at least one, or it must use none. */
export interface ToolChoice {
  readonly mode?: 'auto' | 'required' | 'none' | undefined
}

/** Advice on the choice of a model; priorities go from 0 to 1. spec: client/sampling#model-preferences */
export interface ModelPreferences {
  /** Parts of model names, the best first. */
  readonly hints?: readonly { readonly name?: string | undefined }[] | undefined
  readonly costPriority?: number | undefined
  readonly speedPriority?: number | undefined
  readonly intelligencePriority?: number | undefined
}

/** The answer of the model, always as a list of blocks. `C` is wider if the request offered tools. */
export interface SampleResult<C extends SampleContent = SampleMedia> {
  readonly role: 'assistant'
  readonly content: C[]
  readonly model: string
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or the provider's own word. */
  readonly stopReason?: string | undefined
  readonly _meta?: Meta | undefined
}
