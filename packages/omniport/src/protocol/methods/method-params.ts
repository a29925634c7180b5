import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { LogLevel } from '../exchange/log-level.js'

/** Parameters with the members that a method's check guarantees; other members are as they came. */
type Params<T> = RpcParams & Readonly<T>

/** spec: server/utilities/pagination */
export type ListParams = Params<{ cursor?: string }>

/** spec: server/tools#calling-tools */
export type CallToolParams = Params<{ name: string; arguments?: RpcParams }>

/** spec: server/resources#reading-resources */
export type UriParams = Params<{ uri: string }>

/** spec: server/prompts#getting-a-prompt */
export type GetPromptParams = Params<{ name: string; arguments?: Readonly<Record<string, string>> }>

/** spec: server/utilities/completion#requesting-completions */
export type CompleteParams = Params<{
  ref: CompletionReference
  argument: { readonly name: string; readonly value: string }
  context?: { readonly arguments?: Readonly<Record<string, string>> }
}>

/** The prompt or the resource template that a completion is for. */
export type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string }

/** spec: server/utilities/logging#setting-log-level */
export type SetLevelParams = Params<{ level: LogLevel }>

/** spec: basic/patterns/subscriptions */
export type ListenParams = Params<{ notifications: SubscriptionFilter }>

/** The changes that a subscription is about. Extensions add members. */
export type SubscriptionFilter = Params<{
  toolsListChanged?: boolean
  promptsListChanged?: boolean
  resourcesListChanged?: boolean
  resourceSubscriptions?: readonly string[]
}>

/** spec: 2025-11-25 basic/utilities/tasks#getting-tasks */
export type TaskParams = Params<{ taskId: string }>

/** spec: SEP-2663#task-update-requests */
export type UpdateTaskParams = Params<{ taskId: string; inputResponses: RpcParams }>

/** The parameters of each method that a client may call, in any revision. */
export interface MethodParams {
  readonly initialize: RpcParams
  readonly ping: RpcParams
  readonly 'server/discover': RpcParams
  readonly 'tools/list': ListParams
  readonly 'tools/call': CallToolParams
  readonly 'resources/list': ListParams
  readonly 'resources/templates/list': ListParams
  readonly 'resources/read': UriParams
  readonly 'resources/subscribe': UriParams
  readonly 'resources/unsubscribe': UriParams
  readonly 'prompts/list': ListParams
  readonly 'prompts/get': GetPromptParams
  readonly 'completion/complete': CompleteParams
  readonly 'logging/setLevel': SetLevelParams
  readonly 'subscriptions/listen': ListenParams
  readonly 'tasks/get': TaskParams
  readonly 'tasks/list': ListParams
  readonly 'tasks/cancel': TaskParams
  readonly 'tasks/result': TaskParams
}

/** A request whose method the revision has, with the parameters of that method. */
export type DecodedRequest = {
  readonly [M in keyof MethodParams]: { readonly method: M; readonly params: MethodParams[M] }
}[keyof MethodParams]
