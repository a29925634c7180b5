import type { JSONRPCErrorResponse, JSONRPCNotification, JSONRPCRequest, JSONRPCResultResponse } from '../types.js'

type Fields = Readonly<Record<string, unknown>>

/** A message by its kind, or nothing if it is malformed. */
export type KnownMessage =
  | { readonly kind: 'request'; readonly message: JSONRPCRequest }
  | { readonly kind: 'notification'; readonly message: JSONRPCNotification }
  | { readonly kind: 'result'; readonly message: JSONRPCResultResponse }
  | { readonly kind: 'error'; readonly message: JSONRPCErrorResponse }

export type MessageKind = KnownMessage['kind']

/** Tells the kind of a JSON-RPC message by its members alone; undefined for what is malformed or has other members. */
export function messageKindOf(value: unknown): MessageKind | undefined {
  if (!isRecord(value) || value['jsonrpc'] !== '2.0') return undefined
  if (value['method'] !== undefined) return kindOfCall(value)
  return value['error'] === undefined ? kindOfResult(value) : kindOfError(value)
}

function kindOfCall(value: Fields): MessageKind | undefined {
  if (typeof value['method'] !== 'string') return undefined
  const { params } = value
  if (params !== undefined && (!isRecord(params) || !isMeta(params['_meta']))) return undefined
  const hasId = 'id' in value && value['id'] !== undefined
  if (hasId && !isRequestId(value['id'])) return undefined
  return hasOnly(value, callMembers) ? (hasId ? 'request' : 'notification') : undefined
}

function kindOfResult(value: Fields): MessageKind | undefined {
  if (!isRequestId(value['id']) || !isRecord(value['result']) || !isMeta(value['result']['_meta'])) return undefined
  return hasOnly(value, resultMembers) ? 'result' : undefined
}

function kindOfError(value: Fields): MessageKind | undefined {
  const { id, error } = value
  if (id !== undefined && !isRequestId(id)) return undefined
  if (!isRecord(error) || !Number.isSafeInteger(error['code']) || typeof error['message'] !== 'string') return undefined
  return hasOnly(value, errorMembers) ? 'error' : undefined
}

/** Tells if a value may be `_meta` of a request, a notification or a result. */
export function isMeta(meta: unknown): boolean {
  if (meta === undefined) return true
  if (!isRecord(meta)) return false
  const { progressToken, 'io.modelcontextprotocol/related-task': task } = meta
  if (progressToken !== undefined && !isRequestId(progressToken)) return false
  return task === undefined || (isRecord(task) && typeof task['taskId'] === 'string')
}

export function isRequestId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const callMembers: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
const resultMembers: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'result'])
const errorMembers: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'error'])

function hasOnly(value: Fields, members: ReadonlySet<string>): boolean {
  for (const name in value) if (!members.has(name)) return false
  return true
}
