import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isObject } from '../../values/json/is-object.js'
import { isStringArray } from '../../values/json/is-string-array.js'
import { truncate } from '../../values/text/truncate.js'
import { isLogLevel } from '../exchange/log-level.js'
import type {
  CallToolParams,
  CompleteParams,
  GetPromptParams,
  ListenParams,
  ListParams,
  SetLevelParams,
  TaskParams,
  UpdateTaskParams,
  UriParams,
} from './method-params.js'

/** Checks the parameters of one method. @throws RpcError -32602 naming the member and what was expected. */
export type ParamsCheck<P extends RpcParams = RpcParams> = (params: RpcParams) => asserts params is P

/** The method has no parameters of its own. */
export const noParams: ParamsCheck = () => {}

/** spec: server/utilities/pagination — an empty string is a cursor. */
export const listParams: ParamsCheck<ListParams> = ({ cursor }) => {
  if (cursor !== undefined && typeof cursor !== 'string') throw invalidParam('cursor', 'a string')
}

/** spec: server/tools#calling-tools */
export const callToolParams: ParamsCheck<CallToolParams> = (params) => {
  if (typeof params['name'] !== 'string') throw invalidParam('name', 'a string')
  if (params['arguments'] !== undefined && !isObject(params['arguments'])) throw invalidParam('arguments', 'an object')
}

/** spec: 2025-11-25 basic/utilities/tasks#getting-tasks */
export const taskParams: ParamsCheck<TaskParams> = ({ taskId }) => {
  if (typeof taskId !== 'string') throw invalidParam('taskId', 'a string')
}

/** spec: SEP-2663#task-update-requests */
export const updateTaskParams: ParamsCheck<UpdateTaskParams> = (params) => {
  taskParams(params)
  if (!isObject(params['inputResponses'])) throw invalidParam('inputResponses', 'an object')
}

/** spec: server/resources#reading-resources */
export const uriParams: ParamsCheck<UriParams> = ({ uri }) => {
  if (typeof uri !== 'string' || uri === '') throw invalidParam('uri', 'a string that is not empty')
}

/** spec: server/prompts#getting-a-prompt */
export const getPromptParams: ParamsCheck<GetPromptParams> = (params) => {
  if (typeof params['name'] !== 'string') throw invalidParam('name', 'a string')
  if (params['arguments'] !== undefined) assertStrings(params['arguments'], 'arguments')
}

/** spec: server/utilities/completion#requesting-completions */
export const completeParams: ParamsCheck<CompleteParams> = ({ ref, argument, context }) => {
  if (!isObject(ref)) throw invalidParam('ref', 'an object')
  if (ref['type'] === 'ref/prompt') {
    if (typeof ref['name'] !== 'string') throw invalidParam('ref.name', 'a string')
  } else if (ref['type'] === 'ref/resource') {
    if (typeof ref['uri'] !== 'string') throw invalidParam('ref.uri', 'a string')
  } else {
    throw invalidParam('ref.type', '"ref/prompt" or "ref/resource"')
  }
  if (!isObject(argument)) throw invalidParam('argument', 'an object')
  if (typeof argument['name'] !== 'string') throw invalidParam('argument.name', 'a string')
  if (typeof argument['value'] !== 'string') throw invalidParam('argument.value', 'a string')
  if (context !== undefined && !isObject(context)) throw invalidParam('context', 'an object')
  if (context?.['arguments'] !== undefined) assertStrings(context['arguments'], 'context.arguments')
}

/** spec: server/utilities/logging#setting-log-level */
export const setLevelParams: ParamsCheck<SetLevelParams> = ({ level }) => {
  if (!isLogLevel(level)) throw invalidParam('level', 'a log level')
}

/** spec: basic/patterns/subscriptions */
export const listenParams: ParamsCheck<ListenParams> = ({ notifications }) => {
  if (!isObject(notifications)) throw invalidParam('notifications', 'an object')
  for (const name of ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged']) {
    const value = notifications[name]
    if (value !== undefined && typeof value !== 'boolean') throw invalidParam(`notifications.${name}`, 'a boolean')
  }
  const uris = notifications['resourceSubscriptions']
  if (uris !== undefined && !isStringArray(uris)) {
    throw invalidParam('notifications.resourceSubscriptions', 'an array of strings')
  }
}

/** The members that every request may carry. spec: basic/patterns/progress#progress-flow */
export const metaParams: ParamsCheck = (params) => {
  const meta = params['_meta']
  if (meta === undefined) return
  if (!isObject(meta)) throw invalidParam('_meta', 'an object')
  const token = meta['progressToken']
  if (token !== undefined && typeof token !== 'string' && !Number.isInteger(token)) {
    throw invalidParam('_meta.progressToken', 'a string or an integer')
  }
}

function assertStrings(value: unknown, name: string): void {
  if (!isObject(value)) throw invalidParam(name, 'an object')
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'string') throw invalidParam(`${name}.${truncate(key, 64)}`, 'a string')
  }
}

function invalidParam(name: string, expected: string): RpcError {
  return RpcError.invalidParams(`params.${name} must be ${expected}`)
}
