import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { isObject } from '../../values/json/is-object.js'

/** The definitions that policy decides about. Resource templates and skills count as resources. */
export type PolicyKind = 'tool' | 'prompt' | 'resource'

/** A definition that a message names. */
export interface PolicyTarget {
  readonly kind: PolicyKind
  /** The name of a tool or prompt; the URI of a resource or skill, or that of a template as it is written. */
  readonly name: string
}

/** The definition that a message is about; undefined for other messages, and for malformed ones. */
export function targetOf({ method, params }: RpcRequest | RpcNotification): PolicyTarget | undefined {
  if (method === 'completion/complete') return isObject(params?.['ref']) ? targetOfReference(params['ref']) : undefined
  const named = namingMethods.get(method)
  const name = named === undefined ? undefined : params?.[named.member]
  return named !== undefined && typeof name === 'string' ? { kind: named.kind, name } : undefined
}

function targetOfReference({ type, name, uri }: Readonly<Record<string, unknown>>): PolicyTarget | undefined {
  if (type === 'ref/prompt' && typeof name === 'string') return { kind: 'prompt', name }
  return type === 'ref/resource' && typeof uri === 'string' ? { kind: 'resource', name: uri } : undefined
}

const namingMethods: ReadonlyMap<string, { readonly kind: PolicyKind; readonly member: string }> = new Map([
  ['tools/call', { kind: 'tool', member: 'name' }],
  ['prompts/get', { kind: 'prompt', member: 'name' }],
  ['resources/read', { kind: 'resource', member: 'uri' }],
  ['resources/subscribe', { kind: 'resource', member: 'uri' }],
  ['resources/unsubscribe', { kind: 'resource', member: 'uri' }],
  ['resources/directory/read', { kind: 'resource', member: 'uri' }],
  ['skills/get', { kind: 'resource', member: 'uri' }],
])
