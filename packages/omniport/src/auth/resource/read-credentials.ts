import type { AuthRequest, Denied } from '../../transport/http/auth/authenticate.js'

/** A token and its scheme. */
export interface Credentials {
  readonly scheme: 'bearer' | 'dpop'
  readonly token: string
}

/** Longer ones are refused. */
const longestToken = 16_384

const missing: Denied = Object.freeze({ denied: 'missing' })
const malformed: Denied = Object.freeze({ denied: 'malformed', description: 'Authorization must be one token' })

/**
 * Reads the token in `Authorization`, and never from the query or the body. Other schemes are ignored.
 *
 * spec: basic/authorization#access-token-usage
 */
export function readCredentials(request: AuthRequest): Credentials | Denied {
  const value = headerOf(request, 'authorization')
  if (value === undefined) return missing
  const found = /^(bearer|dpop) +([A-Za-z0-9\-._~+/]+=*)$/i.exec(value)
  const [, scheme, token] = found ?? []
  if (scheme !== undefined && token !== undefined && token.length <= longestToken) {
    return { scheme: scheme.length === 4 ? 'dpop' : 'bearer', token }
  }
  return /^(?:bearer|dpop)\b/i.test(value) || value.includes(',') ? malformed : missing
}

/** Reads one header, in the cheapest way. */
export function headerOf(request: AuthRequest, name: string): string | undefined {
  return request.header === undefined ? (request.headers.get(name) ?? undefined) : request.header(name)
}
