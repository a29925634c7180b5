import type { Revision } from '../protocol/revisions/revision.js'
import type { Server, Tools } from '../server/server.js'
import type { Client } from './client.js'
import { type ClientServices, createClientServices } from './client-services.js'
import { checkConnectOptions, checkRareOptions } from './connect/check-connect-options.js'
import { negotiate } from './connect/negotiate.js'
import type { Connector } from './connect/targets/connector.js'
import { createConnector } from './connect/targets/create-connector.js'
import type { Target } from './connect/targets/target.js'
import type { ConnectOptions } from './connect-options.js'
import { ConnectedClient } from './connected-client.js'
import { createClientServe } from './input/client-serve.js'

/**
 * Connects to a server of any revision. The types of its tools come from a server in memory, or from a type argument:
 * `connect<typeof server>(…)`. The caller closes the client; a server that was started ends with it.
 *
 * spec: basic/versioning#backward-compatibility
 *
 * Rejects, with nothing left open, with OmniportError `unreachable`, `unauthorized` (with `options.auth`), `unsupported`
 * (no revision in common), `timeout` or `invalid_result`, with the RpcError of a server that refuses, with the reason of
 * `options.signal`, or with TypeError for an invalid target or option.
 */
export async function connect<S extends Server<Tools, never> = Server>(
  target: Target | S,
  options: ConnectOptions = {},
): Promise<Client<S extends Server<infer T, never> ? T : Tools>> {
  const checked = checkConnectOptions(options)
  await checkRareOptions(checked)
  const services = createClientServices(checked)
  const connector = createConnector(target, { services, wire: checked.wire ?? false, fetch: checked.fetch })
  // Only the types know the tools: at run time any tool may be called.
  return (await connectThrough(connector, services, checked)) as object as Client<never>
}

/** Connects through `connector`; `options` were checked. Rejects as `connect` does. */
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
    // The revision that the caller asked for holds on every connection.
    open: (lastRevision, giveUp) => open(lastRevision ?? revision, giveUp),
    autoAnswer,
    listeners: options,
  })
}
