import { truncate } from '../../../../jsonrpc/clip.js'
import type { Authorization } from '../../authorization.js'
import { OAuthRefusal } from '../oauth-refusal.js'

/**
 * A server that does not say that it knows S256 might let stolen codes through. Where it publishes nothing at all, it is used
 * all the same, as 2025-03-26 has it.
 *
 * spec: basic/authorization/security-considerations#authorization-code-protection
 *
 * @throws OmniportError `unauthorized`
 */
export function assertPkce({ server, isAssumed }: Authorization): void {
  const methods: unknown = server.code_challenge_methods_supported
  if (isAssumed || (Array.isArray(methods) && methods.includes('S256'))) return
  const what = methods === undefined ? 'names no code_challenge_methods_supported' : 'does not support S256'
  throw new OAuthRefusal(
    `${truncate(server.issuer, 256)} is not used: its metadata ${what}, so it may not protect codes by PKCE`,
  )
}
