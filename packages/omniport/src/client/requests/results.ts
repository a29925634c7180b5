import type {
  CompleteResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
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

/** Results by method, as the codec checks them. */
export interface Results extends ListResults {
  'resources/read': ReadResourceResult
  'prompts/get': GetPromptResult
  'completion/complete': CompleteResult
}
