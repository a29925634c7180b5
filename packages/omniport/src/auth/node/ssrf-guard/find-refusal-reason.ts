import { BlockList, isIP } from 'node:net'
import type { GuardRules } from '../../ssrf-guard/guard-options.js'
import { isLoopbackHost } from '../../ssrf-guard/is-loopback-host.js'
import { loopbackName, refusedRanges } from '../../ssrf-guard/refused-ranges.js'

/**
 * Returns why a host, which has no brackets, must not lead to this address, as a phrase to follow the address; undefined if it
 * may. A loopback host must resolve to loopback, since it may use `http:`.
 */
export function findRefusalReason(hostname: string, address: string, rules: GuardRules): string | undefined {
  const name = nameOf(address)
  if (rules.allowLoopback === true && isLoopbackHost(isIP(hostname) === 6 ? `[${hostname}]` : hostname)) {
    return name === loopbackName ? undefined : 'not an address of this machine'
  }
  return rules.allowPrivateNetwork === true ? undefined : name
}

/** One list per range, to name the range. */
const lists = refusedRanges.map(({ family, network, prefix, name }) => {
  const list = new BlockList()
  list.addSubnet(network, prefix, family)
  return { family, name, list }
})

function nameOf(address: string): string | undefined {
  // A zone belongs to one link; `BlockList` never matches such an address.
  if (address.includes('%')) return 'a link-local address'
  const version = isIP(address)
  if (version === 0) return 'no address'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  // IPv4 addresses would match the range that is mapped to IPv6.
  return lists.find((range) => range.family === family && range.list.check(address, family))?.name
}
