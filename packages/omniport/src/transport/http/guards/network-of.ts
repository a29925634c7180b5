/**
 * The network that an IP address belongs to, as one client may have all of it: an IPv4 address itself, and the first 64 bits
 * of an IPv6 address. Addresses in forms of their own, or none, are one network.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return ''
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  return firstGroups(address) ?? expandedGroups(address)
}

/** Cuts off the first four groups, unless zeros are left out of them: most addresses take no more work than that. */
function firstGroups(address: string): string | undefined {
  let end = -1
  for (let group = 0; group < 4; group += 1) {
    const next = address.indexOf(':', end + 1)
    if (next <= end + 1) return undefined
    end = next
  }
  return address.slice(0, end)
}

function expandedGroups(address: string): string {
  const [before = '', after = ''] = address.split('::')
  const [first, last] = [groupsOf(before), groupsOf(after)]
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':')
}
