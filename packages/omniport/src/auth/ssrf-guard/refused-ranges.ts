/** A range of addresses that are not public. */
export interface RefusedRange {
  readonly family: 'ipv4' | 'ipv6'
  /** The first address, as `URL` spells it. */
  readonly network: string
  /** The number of bits that all addresses share. */
  readonly prefix: number
  /** A phrase to follow "is". */
  readonly name: string
}

export const loopbackName = 'a loopback address'

/**
 * All ranges that IANA does not list as globally reachable, and those that embed IPv4 addresses. Only 2000::/3 of IPv6 is
 * allocated, so the rest is refused as well. The first match names an address.
 *
 * spec: RFC 6890, and the registries of special-purpose addresses that it began
 */
export const refusedRanges: readonly RefusedRange[] = Object.freeze([
  ...ranges('ipv4', {
    '0.0.0.0/8': 'an unspecified address',
    '10.0.0.0/8': 'a private address',
    '100.64.0.0/10': 'a shared address',
    '127.0.0.0/8': loopbackName,
    '169.254.0.0/16': 'a link-local address',
    '172.16.0.0/12': 'a private address',
    '192.0.0.0/24': 'a reserved address',
    '192.0.2.0/24': 'a documentation address',
    '192.88.99.0/24': 'a 6to4 relay address',
    '192.168.0.0/16': 'a private address',
    '198.18.0.0/15': 'a benchmarking address',
    '198.51.100.0/24': 'a documentation address',
    '203.0.113.0/24': 'a documentation address',
    '224.0.0.0/4': 'a multicast address',
    '240.0.0.0/4': 'a reserved address',
  }),
  ...ranges('ipv6', {
    '::/128': 'an unspecified address',
    '::1/128': loopbackName,
    '::/96': 'an IPv4-compatible address',
    '::ffff:0:0/96': 'an IPv4-mapped address',
    '64:ff9b::/96': 'a NAT64 address',
    '64:ff9b:1::/48': 'a NAT64 address',
    '2001::/32': 'a Teredo address',
    '2001:2::/48': 'a benchmarking address',
    '2001::/23': 'a reserved address',
    '2001:db8::/32': 'a documentation address',
    '2002::/16': 'a 6to4 address',
    '3fff::/20': 'a documentation address',
    'fc00::/7': 'a private address',
    'fe80::/10': 'a link-local address',
    'fec0::/10': 'a site-local address',
    'ff00::/8': 'a multicast address',
    '::/3': 'a reserved address',
    '4000::/2': 'a reserved address',
    '8000::/1': 'a reserved address',
  }),
])

function ranges(family: RefusedRange['family'], names: Readonly<Record<string, string>>): readonly RefusedRange[] {
  return Object.entries(names).map(([cidr, name]) => {
    const [network = '', prefix = ''] = cidr.split('/')
    return Object.freeze({ family, network, prefix: Number(prefix), name })
  })
}
