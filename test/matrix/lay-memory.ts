import type { Server } from 'omniport'
import type { ConnectOptions } from 'omniport/client'
import { checkConnectOptions } from '../../packages/omniport/dist/client/check-connect-options.js'
import { connectThrough } from '../../packages/omniport/dist/client/connect-through.js'
import type { Dialer } from '../../packages/omniport/dist/client/dial/dialer.js'
import { createHome } from '../../packages/omniport/dist/client/home.js'
import { createMemoryLink } from '../../packages/omniport/dist/transport/memory/memory-link.js'
import type { JsonObject } from '../interop/json.js'
import type { Sent } from '../interop/wire.js'
import type { Road } from './road.js'

/**
 * Both ends in this process; messages travel as text if `wire`, else as values. It is what `connect` does with a server, but for
 * the tap, which no option gives.
 */
export async function layMemory(server: Server, wire: boolean): Promise<Road> {
  const messages: Sent[] = []
  let open = 0
  const connect = async (options: ConnectOptions) => {
    const checked = checkConnectOptions(options)
    const home = createHome(checked)
    const { limits, runtime, report } = home
    const tap = (from: Sent['from'], message: unknown) => void messages.push({ from, message: message as JsonObject })
    const dialer: Dialer = {
      reopens: false,
      open: async (serve) => {
        const link = createMemoryLink(server, { serve, onError: report, limits, runtime, wire, tap })
        open += 1
        void link.closed.then(() => {
          open -= 1
        })
        return link
      },
    }
    return (await connectThrough(dialer, home, checked)) as never // its tools may have any name
  }
  return { target: connect, messages, open: async () => open, close: () => server.close() }
}
