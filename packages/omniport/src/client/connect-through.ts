import type { Revision } from '../protocol/revision.js'
import { createClientServe } from './client-serve.js'
import type { ConnectOptions } from './connect-options.js'
import { ConnectedClient } from './connected-client.js'
import type { Connector } from './dial/dialer.js'
import type { ClientServices } from './home.js'
import { negotiate } from './negotiate.js'

/** Connects to the server that a dialer leads to; the options were checked. Rejects as `connect` does. */
export async function connectThrough(
  connector: Connector,
  services: ClientServices,
  options: ConnectOptions,
): Promise<ConnectedClient> {
  const { revision, signal, autoAnswer = true } = options
  const serve = createClientServe(services)
  const open = (wanted: Revision | undefined, giveUp: AbortSignal | undefined) =>
    negotiate({ connector, serve, services, revision: wanted, signal: giveUp })
  return new ConnectedClient({
    services,
    first: await open(revision, signal),
    reopens: connector.reopens,
    isRemote: connector.isRemote ?? false,
    // What the caller asked for holds on every connection.
    open: (lastRevision, giveUp) => open(lastRevision ?? revision, giveUp),
    autoAnswer,
    listeners: options,
  })
}
