import type { ServeTarget } from '../../transport/environment.js'
import { createMemoryConnection } from '../../transport/memory/memory-link.js'
import type { ClientServices } from '../home.js'
import type { Connector } from './dialer.js'

/** The way to a server in this process. It stays when the client goes. */
export function memoryConnector(
  target: ServeTarget,
  { limits, runtime, report }: ClientServices,
  wire: boolean,
): Connector {
  return {
    reopens: false,
    open: async (serve) => createMemoryConnection(target, { serve, onError: report, limits, runtime, wire }),
  }
}
