import type { GuardRules } from '../../ssrf-guard/guard-options.js'
import { isLoopbackHost } from '../../ssrf-guard/is-loopback-host.js'
import type { AuthServices } from '../auth-services.js'

/** The address rules for one MCP server: loopback is allowed only if the server is on this machine. */
export function guardRulesFor({ serverUrl, options }: Pick<AuthServices, 'serverUrl' | 'options'>): GuardRules {
  return {
    allowLoopback: isLoopbackHost(serverUrl.hostname),
    allowPrivateNetwork: options.allowPrivateNetwork,
  }
}
