import { parseUrl } from '../../values/text/parse-url.js'
import { AddressRefusal } from './address-refusal.js'
import { formatHost } from './format-host.js'
import type { GuardRules } from './guard-options.js'
import { isLoopbackHost } from './is-loopback-host.js'
import { rangeOfHost } from './range-of-host.js'

/**
 * Checks a URL that a peer named: `https:`, without credentials, and with a public host. The addresses that a name resolves to
 * are not checked here.
 *
 * spec: security_best_practices#server-side-request-forgery-ssrf
 *
 * @throws OmniportError `unreachable` that names the host and the rule.
 */
export function assertPeerUrl(text: string | URL, rules: GuardRules): URL {
  const url = parseUrl(text)
  if (url === undefined) throw new AddressRefusal('the address that the peer names is not a URL')
  const host = formatHost(url)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new AddressRefusal(`${url.protocol.slice(0, 32)} is not https:`)
  if (url.username !== '' || url.password !== '') throw new AddressRefusal(`the URL of ${host} has credentials in it`)
  if (rules.allowLoopback === true && isLoopbackHost(url.hostname)) return url
  if (url.protocol === 'http:') throw new AddressRefusal(`${host} is named with http:, not https:`)
  const reason = rules.allowPrivateNetwork === true ? undefined : findPrivateReason(url.hostname)
  if (reason !== undefined) throw new AddressRefusal(`${host} is ${reason}`)
  return url
}

function findPrivateReason(hostname: string): string | undefined {
  const range = rangeOfHost(hostname)
  if (range !== undefined) return range.name
  if (hostname.startsWith('[')) return undefined
  const name = hostname.replace(/\.$/, '')
  return privateName.test(name) || !isFull.test(name) ? 'a private name' : undefined
}

/** Two or more labels, all non-empty: resolvers treat others differently. */
const isFull = /^[^.]+(?:\.[^.]+)+$/

/** `localdomain` is what many systems add to their own name. spec: RFC 6761 section 6.3, RFC 6762 section 3 and appendix G, RFC 8375 */
const privateName = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/
