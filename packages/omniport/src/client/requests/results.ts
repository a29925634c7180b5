import type { Resource } from '../../protocol/model/resource.js'
import type {
  CacheHints,
  CompleteResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  Page,
  ReadResourceResult,
} from '../../protocol/model/results.js'

/** The members of a result, by name. */
export type Result = Readonly<Record<string, unknown>>

/** One page of each list, by method. */
export interface ListResults {
  'tools/list': ListToolsResult
  'resources/list': ListResourcesResult
  'resources/templates/list': ListResourceTemplatesResult
  'prompts/list': ListPromptsResult
}

/** One page of each result that has pages. */
export interface PagedResults extends ListResults {
  /** The entries are not checked. */
  'skills/list': Page & { readonly skills: readonly unknown[] }
  'resources/directory/read': Page & { readonly resources: readonly Resource[] }
}

/** Results by method, as the codec checks them. */
export interface Results extends PagedResults {
  'resources/read': ReadResourceResult
  'prompts/get': GetPromptResult
  'completion/complete': CompleteResult
  /** The entry is not checked. */
  'skills/get': CacheHints & { readonly skill: Result }
}
