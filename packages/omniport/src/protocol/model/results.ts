import type { Binary, Content } from './content.js'
import type { Meta } from './meta.js'
import type { Prompt, WirePromptMessage } from './prompt.js'
import type { Resource, ResourceContents, ResourceTemplate } from './resource.js'
import type { Tool } from './tool.js'

/** The callers that may share a cached result: all, or only those with the same authorization. */
export type CacheScope = 'public' | 'private'

/** The time a result stays fresh, and the callers that may share it. Absent: 0 and `private`. spec: server/utilities/caching */
export interface CacheHints {
  /** Milliseconds; 0 is stale at once. */
  readonly ttlMs?: number | undefined
  readonly cacheScope?: CacheScope | undefined
}

/**
 * The result of a tool. With `isError` the tool failed, and `content` explains it to the model; `structuredContent` is the
 * same result for programs.
 *
 * spec: server/tools#tool-result
 */
export interface CallToolResult<B extends Binary = Binary> {
  content: Content<B>[]
  /** Any JSON value at 2026-07-28; older revisions have objects only. */
  structuredContent?: unknown
  isError?: boolean | undefined
  _meta?: Meta | undefined
}

/** The contents of a resource. spec: server/resources#reading-resources */
export interface ReadResourceResult<B extends Binary = string> extends CacheHints {
  readonly contents: ResourceContents<B>[]
  readonly _meta?: Meta | undefined
}

/** The messages of a prompt. spec: server/prompts#getting-a-prompt */
export interface GetPromptResult<B extends Binary = string> {
  readonly description?: string | undefined
  readonly messages: WirePromptMessage<B>[]
  readonly _meta?: Meta | undefined
}

/** Suggestions for one argument: at most 100 values, of `total` where that is known. spec: server/utilities/completion */
export interface Completion {
  readonly values: string[]
  readonly total?: number | undefined
  readonly hasMore?: boolean | undefined
}

/** The result of a request for suggestions. spec: server/utilities/completion#completion-results */
export interface CompleteResult {
  readonly completion: Completion
  readonly _meta?: Meta | undefined
}

/** One page of a list. A `nextCursor`, even an empty one, says that there is more. spec: server/utilities/pagination */
export interface Page extends CacheHints {
  readonly nextCursor?: string | undefined
  readonly _meta?: Meta | undefined
}

/** One page of tools. spec: server/tools#listing-tools */
export interface ListToolsResult extends Page {
  readonly tools: Tool[]
}

/** One page of resources. spec: server/resources#listing-resources */
export interface ListResourcesResult extends Page {
  readonly resources: Resource[]
}

/** One page of templates. spec: server/resources#resource-templates */
export interface ListResourceTemplatesResult extends Page {
  readonly resourceTemplates: ResourceTemplate[]
}

/** One page of prompts. spec: server/prompts#listing-prompts */
export interface ListPromptsResult extends Page {
  readonly prompts: Prompt[]
}
