import { checkGatewayOptions } from './check-gateway-options.js'
import type { Gateway } from './gateway.js'
import type { GatewayOptions } from './gateway-options.js'
import { RunningGateway } from './running-gateway.js'

/**
 * Creates a gateway: many servers as one, each of them of any revision, for clients of any revision. It is served like a server:
 * `serveStdio(gateway)`, `serveHttp(gateway)`, `connect(gateway)`.
 *
 * Upstreams are started when they are first needed. The caller closes the gateway, after the transports that serve it.
 *
 * @throws TypeError naming the option or upstream, and what it must be.
 */
export function createGateway(options: GatewayOptions): Gateway {
  return new RunningGateway(checkGatewayOptions(options))
}
