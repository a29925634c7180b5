import {
  codecOf,
  type Exchange,
  encodeDefinition,
  type Implementation,
  profileOf,
  RpcError,
  type RpcResponse,
} from '#core/modern'
import { isRecord } from '../protocol/message-kind.js'
import type { JSONRPCErrorResponse, JSONRPCResultResponse, RequestId } from '../types.js'

const lists = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
} as const

export interface EncodeResponseContext {
  readonly id: RequestId
  readonly method: string
  readonly revision: Exchange['revision']
  readonly serverInfo: Implementation
}

/** Encodes the response of a handler for the revision of its client. */
export function encodeResponse(
  response: JSONRPCResultResponse | JSONRPCErrorResponse,
  { id, method, revision, serverInfo }: EncodeResponseContext,
): RpcResponse {
  const profile = profileOf(revision)
  if ('error' in response) {
    const { code, message, data } = response.error
    return { jsonrpc: '2.0', id, error: codecOf(revision).encodeError(new RpcError(code, message, data), profile) }
  }
  const listed = encodeList(response.result, method, revision)
  return { jsonrpc: '2.0', id, result: codecOf(revision).encodeResult(method, listed, { profile, serverInfo }) }
}

function encodeList(result: object, method: string, revision: Exchange['revision']): object {
  const kind = Object.hasOwn(lists, method) ? lists[method as keyof typeof lists] : undefined
  const items = kind === undefined ? undefined : (result as Record<string, unknown>)[kind]
  if (kind === undefined || !Array.isArray(items)) return result
  const profile = profileOf(revision)
  // A handler of a program may give anything; what is no definition stays as it is.
  return {
    ...result,
    [kind]: items.map((item) => (isRecord(item) ? encodeDefinition(kind, item as never, profile) : item)),
  }
}
