import type { Principal } from '../../protocol/peer.js'

/**
 * The principal that claims are about; undefined where they name none. Where there are several issuers, its id names the
 * issuer too: each gives out its subjects by itself.
 */
export function principalOf(
  claims: Readonly<Record<string, unknown>>,
  issuers: readonly string[],
): Principal | undefined {
  const subject = [claims['sub'], claims['client_id'], claims['azp']].find(isName)
  if (subject === undefined) return undefined
  const id = issuers.length > 1 ? `${String(claims['iss'])} ${subject}` : subject
  return { id, scopes: scopesOf(claims), claims }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** `scope` separated by spaces (RFC 8693), or `scp`, which may be an array. */
function scopesOf({ scope, scp }: Readonly<Record<string, unknown>>): readonly string[] {
  const granted = scope ?? scp
  if (typeof granted === 'string') return granted.split(' ').filter((name) => name !== '')
  return Array.isArray(granted) ? granted.filter(isName) : []
}
