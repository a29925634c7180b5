import { rangeOfHost } from './range-of-host.js'
import { loopbackName } from './refused-ranges.js'

/** Whether the host of a URL is this machine by its spelling, whatever it resolves to. spec: RFC 6761 section 6.3 */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:.+\.)?localhost\.?$/.test(hostname) || rangeOfHost(hostname)?.name === loopbackName
}
