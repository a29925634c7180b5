import type { AuthInfo } from '../server/auth/types.js'
import type { CreateMessageRequestParams, Prompt, Resource, Tool } from './models.gen.js'

/** Headers as Node and browsers both have them. */
export type IsomorphicHeaders = Record<string, string | string[] | undefined>

/** The HTTP request that a message came with. */
export interface RequestInfo {
  headers: IsomorphicHeaders
  /** The whole URL. */
  url?: URL
}

/** What a transport knows of a message beside the message. */
export interface MessageExtraInfo {
  requestInfo?: RequestInfo
  authInfo?: AuthInfo
  /** Closes the event stream of this request, so that the client connects anew. Only with an event store. */
  closeSSEStream?: () => void
  /** Closes the event stream of the session, so that the client connects anew. Only with an event store. */
  closeStandaloneSSEStream?: () => void
}

/** Takes a changed list, or the error of fetching it. */
export type ListChangedCallback<T> = (error: Error | null, items: T[] | null) => void

/** A handler of changed lists. */
export type ListChangedOptions<T> = {
  /** Whether the list is fetched anew. Default true; without it `items` is null. */
  autoRefresh?: boolean
  /** Changes within this time are one. Default 300; 0 turns it off. */
  debounceMs?: number
  onChanged: ListChangedCallback<T>
}

/** Handlers of changed lists, each for what the server announces. */
export type ListChangedHandlers = {
  tools?: ListChangedOptions<Tool>
  prompts?: ListChangedOptions<Prompt>
  resources?: ListChangedOptions<Resource>
}

/** Parameters of a request to a model, without tools. */
export type CreateMessageRequestParamsBase = Omit<CreateMessageRequestParams, 'tools' | 'toolChoice'>

/** Parameters of a request to a model that may call tools. */
export interface CreateMessageRequestParamsWithTools extends CreateMessageRequestParams {
  tools: Tool[]
}
