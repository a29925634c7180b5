import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { addressRefused } from '../guard/refused.js'
import type { NodeGuardOptions } from './node-guard-options.js'
import { findRefusalReason } from './why-refused.js'

/**
 * The address to connect to for a host, which has no brackets: itself, or the first that its name resolves to, which is asked for once. One address
 * that may not be connected to refuses the name, whichever others it has: who answers so tries to be let through.
 *
 * @throws OmniportError `unreachable`, or what the lookup rejects with.
 */
export async function checkedAddress(hostname: string, options: NodeGuardOptions): Promise<string> {
  if (isIP(hostname) !== 0) {
    const reason = findRefusalReason(hostname, hostname, options)
    if (reason !== undefined) throw addressRefused(`${hostname} is ${reason}`)
    return hostname
  }
  const lookup = options.lookup ?? ((name) => systemLookup(name, { all: true }))
  const addresses = await lookup(hostname)
  for (const { address } of addresses) {
    const reason = findRefusalReason(hostname, address, options)
    if (reason !== undefined) throw addressRefused(`${hostname} resolves to ${address}, ${reason}`)
  }
  const [first] = addresses
  if (first === undefined) throw addressRefused(`${hostname} has no address`)
  return first.address
}
