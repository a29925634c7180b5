import { isLoopbackAuthority } from '#core/serve'
import { isStrict } from '../protocol/strict.js'

interface HostOptions {
  readonly allowedHosts?: readonly string[]
  readonly allowedOrigins?: readonly string[]
  readonly enableDnsRebindingProtection?: boolean
}

/** Names what is wrong with `Host` or `Origin`, where they are checked. */
export function findForbidden(
  host: string | null | undefined,
  origin: string | undefined,
  options: HostOptions,
): string | undefined {
  const { enableDnsRebindingProtection, allowedHosts = [], allowedOrigins = [] } = options
  if (enableDnsRebindingProtection === true) {
    if (allowedHosts.length > 0 && !(host && allowedHosts.includes(host))) return `Invalid Host header: ${host}`
    const isForeign = allowedOrigins.length > 0 && origin && !allowedOrigins.includes(origin)
    return isForeign ? `Invalid Origin header: ${origin}` : undefined
  }
  if (!isStrict()) return undefined
  if (!host || !isLoopbackAuthority(host)) return `Invalid Host header: ${host}`
  const isLocal = origin === undefined || isLoopbackAuthority(origin.replace(/^https?:\/\//i, ''))
  return isLocal ? undefined : `Invalid Origin header: ${origin}`
}
