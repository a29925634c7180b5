import type { Server } from 'omniport'
import type { ConnectOptions } from 'omniport/client'
import { createClientServices } from '../../packages/omniport/src/client/client-services.js'
import { checkConnectOptions } from '../../packages/omniport/src/client/connect/check-connect-options.js'
import type { Connector } from '../../packages/omniport/src/client/connect/targets/connector.js'
import { connectThrough } from '../../packages/omniport/src/client/connect.js'
import { createMemoryConnection } from '../../packages/omniport/src/transport/memory/memory-connection.js'
import type { JsonObject } from '../interop/json.js'
import type { Sent } from '../interop/wire.js'
import type { Route } from './route.js'

/**
 * Both ends in this process; messages travel as text if `wire`, else as values. It is what `connect` does with a server, but for
 * the tap, which no option gives.
 */
export async function layMemory(server: Server, wire: boolean): Promise<Route> {
  const messages: Sent[] = []
  let open = 0
  const connect = async (options: ConnectOptions) => {
    const checked = checkConnectOptions(options)
    const services = createClientServices(checked)
    const { limits, runtime, report } = services
    const tap = (from: Sent['from'], message: unknown) => void messages.push({ from, message: message as JsonObject })
    const connector: Connector = {
      network: { transport: 'memory' as const },
      reopens: false,
      open: async (serve) => {
        const connection = createMemoryConnection(server, { serve, onError: report, limits, runtime, wire, tap })
        open += 1
        void connection.closed.then(() => {
          open -= 1
        })
        return connection
      },
    }
    return (await connectThrough(connector, services, checked)) as never // its tools may have any name
  }
  return { target: connect, messages, open: async () => open, close: () => server.close() }
}
