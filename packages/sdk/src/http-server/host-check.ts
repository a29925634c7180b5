import { isLoopbackAuthority } from '#core/serve'
import { isStrict } from '../protocol/strict.js'

interface HostOptions {
  readonly allowedHosts?: readonly string[]
  readonly allowedOrigins?: readonly string[]
  readonly enableDnsRebindingProtection?: boolean
}

/** Names what is wrong with `Host` or `Origin` of a request. */
export type HostCheck = (host: string | null | undefined, origin: string | undefined) => string | undefined

/** Creates the check of a transport. Undefined where nothing is checked. */
export function createHostCheck(options: HostOptions): HostCheck | undefined {
  const { enableDnsRebindingProtection, allowedHosts = [], allowedOrigins = [] } = options
  if (enableDnsRebindingProtection !== true) return isStrict() ? checkLocal : undefined
  return (host, origin) => {
    if (allowedHosts.length > 0 && !(host && allowedHosts.includes(host))) return `Invalid Host header: ${host}`
    const isForeign = allowedOrigins.length > 0 && origin && !allowedOrigins.includes(origin)
    return isForeign ? `Invalid Origin header: ${origin}` : undefined
  }
}

const checkLocal: HostCheck = (host, origin) => {
  if (!host || !isLoopbackAuthority(host)) return `Invalid Host header: ${host}`
  const isLocal = origin === undefined || isLoopbackAuthority(origin.replace(/^https?:\/\//i, ''))
  return isLocal ? undefined : `Invalid Origin header: ${origin}`
}
