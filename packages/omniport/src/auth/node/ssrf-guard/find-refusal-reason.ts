import { BlockList, isIP } from 'node:net'
import type { GuardRules } from '../../ssrf-guard/guard-options.js'
import { isLoopbackHost } from '../../ssrf-guard/is-loopback-host.js'
import { loopbackName, refusedRanges } from '../../ssrf-guard/refused-ranges.js'

/**
 * Why no connection may be made to an address for the sake of a host, which has no brackets, to be read after the address; undefined if one may. A host
 * that is this machine by its spelling must be just that, since it may be sent to in clear text.
 */
export function findRefusalReason(hostname: string, address: string, rules: GuardRules): string | undefined {
  const name = nameOf(address)
  if (rules.allowLoopback === true && isLoopbackHost(isIP(hostname) === 6 ? `[${hostname}]` : hostname)) {
    return name === loopbackName ? undefined : 'not an address of this machine'
  }
  return rules.allowPrivateNetwork === true ? undefined : name
}

/** A list for each range, which says more than that an address is in one of them. */
const lists = refusedRanges.map(({ family, network, prefix, name }) => {
  const list = new BlockList()
  list.addSubnet(network, prefix, family)
  return { family, name, list }
})

function nameOf(address: string): string | undefined {
  // A zone belongs to one link, and `BlockList` finds nothing for an address that has one.
  if (address.includes('%')) return 'a link-local address'
  const version = isIP(address)
  if (version === 0) return 'no address'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  // An IPv4 address would be found in the range of those that are mapped to IPv6.
  return lists.find((range) => range.family === family && range.list.check(address, family))?.name
}
