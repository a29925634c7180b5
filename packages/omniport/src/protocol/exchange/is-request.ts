import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'

/** The parameters of the requests that middleware reads most often, as they are on the wire. */
export interface RequestParams {
  'tools/call': { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> }
  'tools/list': { readonly cursor?: string }
  'resources/read': { readonly uri: string }
  'prompts/get': { readonly name: string; readonly arguments?: Readonly<Record<string, string>> }
}

/**
 * Tells if a message is a request of `method` with usable parameters, and narrows their type. Middleware runs before the check
 * of the method, so this is false for a malformed request.
 */
export function isRequest<M extends keyof RequestParams>(
  message: RpcRequest | RpcNotification,
  method: M,
): message is RpcRequest & { readonly method: M; readonly params: RequestParams[M] } {
  return message.method === method && 'id' in message && checks[method](message.params ?? {})
}

const checks: { readonly [M in keyof RequestParams]: (params: Readonly<Record<string, unknown>>) => boolean } = {
  'tools/call': (params) => typeof params['name'] === 'string' && isOptionalObject(params['arguments']),
  'tools/list': (params) => params['cursor'] === undefined || typeof params['cursor'] === 'string',
  'resources/read': (params) => typeof params['uri'] === 'string',
  'prompts/get': (params) => typeof params['name'] === 'string' && isOptionalObject(params['arguments']),
}

function isOptionalObject(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value))
}
