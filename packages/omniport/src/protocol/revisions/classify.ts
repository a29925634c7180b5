import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { metaKeys } from '../meta/meta-keys.js'
import { type Era, isRevision } from './revision.js'
import { isLegacy } from './revision-profile.js'

/** The context of a message that decides its era beside its body. */
export interface ClassifyContext {
  readonly headers?: Pick<Headers, 'get'> | undefined
  readonly session?: unknown
}

/**
 * The era of one message, from the message: a modern `_meta` or version header makes it modern, even inside a legacy
 * session and whatever its method; else `initialize` and everything within a session is legacy; the rest is undefined.
 *
 * spec: basic/versioning#backward-compatibility
 */
export function classify(message: RpcRequest | RpcNotification, context: ClassifyContext = {}): Era | undefined {
  if (hasModernMeta(message) || hasModernHeader(context.headers)) return 'modern'
  if (context.session !== undefined || message.method === 'initialize') return 'legacy'
  return modernMethods.has(message.method) ? 'modern' : undefined
}

/** Methods that no legacy revision has: without a session they can only be modern. */
const modernMethods: ReadonlySet<string> = new Set(['server/discover', 'subscriptions/listen'])

function hasModernMeta(message: RpcRequest | RpcNotification): boolean {
  const meta = message.params?.['_meta']
  if (typeof meta !== 'object' || meta === null) return false
  return metaKeys.protocolVersion in meta || metaKeys.clientCapabilities in meta
}

function hasModernHeader(headers: ClassifyContext['headers']): boolean {
  const version = headers?.get('mcp-protocol-version')
  return version !== undefined && version !== null && isRevision(version) && !isLegacy(version)
}
