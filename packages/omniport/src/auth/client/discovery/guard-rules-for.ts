import type { GuardRules } from '../../ssrf-guard/guard-options.js'
import { isLoopbackHost } from '../../ssrf-guard/is-loopback-host.js'
import type { AuthServices } from '../auth-services.js'

/** Which addresses the peers of an MCP server may name: those on this machine only if it is there itself. */
export function guardRulesFor({ serverUrl, options }: Pick<AuthServices, 'serverUrl' | 'options'>): GuardRules {
  return {
    allowLoopback: isLoopbackHost(serverUrl.hostname),
    allowPrivateNetwork: options.allowPrivateNetwork,
  }
}
