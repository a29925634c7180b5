import type { Authenticate } from './authenticate.js'
import type { ProtectedResource } from './protected-resource.js'

/** @throws TypeError naming what is wrong with the option `auth`. */
export function checkAuth(auth: Authenticate | undefined): Authenticate | undefined {
  if (auth === undefined) return undefined
  if (typeof auth !== 'function') throw new TypeError(`auth must be a function, got ${typeof auth}`)
  if (auth.metadata !== undefined) checkMetadata(auth.metadata)
  if (auth.scopes !== undefined) checkStringArray('auth.scopes', auth.scopes)
  if (auth.credentialHeaders !== undefined) checkStringArray('auth.credentialHeaders', auth.credentialHeaders)
  return auth
}

function checkMetadata({
  resource,
  authorization_servers: servers,
  scopes_supported: scopes,
}: ProtectedResource): void {
  if (!isResource(resource)) {
    throw new TypeError(
      `auth.metadata.resource must be an https or http URL without a fragment, got ${JSON.stringify(resource)}`,
    )
  }
  checkStringArray('auth.metadata.authorization_servers', servers)
  if (servers.length === 0) throw new TypeError('auth.metadata.authorization_servers must name at least one issuer')
  if (scopes !== undefined) checkStringArray('auth.metadata.scopes_supported', scopes)
}

function isResource(resource: unknown): boolean {
  if (typeof resource !== 'string' || resource.includes('#') || !URL.canParse(resource)) return false
  return /^https?:$/.test(new URL(resource).protocol)
}

function checkStringArray(name: string, value: unknown): void {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return
  throw new TypeError(`${name} must be an array of strings`)
}
