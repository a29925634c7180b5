import { rangeOfHost } from './range-of-host.js'
import { loopbackName } from './refused-ranges.js'

/** True if the host of a URL is spelled as this machine, without a lookup. spec: RFC 6761 section 6.3 */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:.+\.)?localhost\.?$/.test(hostname) || rangeOfHost(hostname)?.name === loopbackName
}
