import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { newestRevision } from '../../protocol/revisions/revision.js'
import type { ClientTransport } from '../../transport/client-transport.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { ClientServices } from '../client-services.js'
import { type AnnouncedChanges, announcedChanges } from '../subscriptions/announced-changes.js'
import type { Filter } from '../subscriptions/listening.js'
import { subscribe } from '../subscriptions/modern/subscribe.js'
import { type ActiveConnection, checkHandshake, decodeServerInfo, type OpenOptions } from './active-connection.js'
import { chooseRevision, supportedIn } from './choose-revision.js'
import type { ActiveSubscription, RevisionClient, SubscriptionEvents } from './revision-client.js'
import { type ConnectionRequestOptions, RevisionConnection } from './revision-connection.js'

export interface Discovery {
  readonly supported: readonly string[]
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly server: ReturnType<typeof decodeServerInfo>
}

/** Reads the capabilities of a modern server. Rejects with OmniportError `unsupported`. spec: server/discover */
export async function discover(
  transport: ClientTransport,
  services: ClientServices,
  { signal }: OpenOptions,
): Promise<ActiveConnection> {
  const connection = new RevisionConnection(transport, newestRevision, services)
  const result = await connection.request('server/discover', undefined, { signal }).catch(throwUnsupported)
  const discovered = decodeDiscovered(result)
  chooseRevision([newestRevision], discovered.supported)
  return establish(transport, services, discovered)
}

/** A connection to a discovered server that speaks the newest revision. */
export function establish(
  transport: ClientTransport,
  services: ClientServices,
  { server, capabilities }: Discovery,
): ActiveConnection {
  transport.revision = newestRevision
  const connection = new RevisionConnection(transport, newestRevision, services)
  return {
    connection,
    revisionClient: new ModernRevisionClient(connection, announcedChanges(capabilities)),
    handshake: checkHandshake({ revision: newestRevision, server, capabilities }, services.limits),
  }
}

/** Decodes a result that the codec checked. spec: server/discover#response */
export function decodeDiscovered(result: Readonly<Record<string, unknown>>): Discovery {
  const { supportedVersions, capabilities, instructions, _meta } = result
  const info = isObject(_meta) ? _meta[metaKeys.serverInfo] : undefined
  return {
    supported: Array.isArray(supportedVersions)
      ? supportedVersions.filter((version) => typeof version === 'string')
      : [],
    capabilities: isObject(capabilities) ? capabilities : {},
    server: decodeServerInfo(info, instructions),
  }
}

function throwUnsupported(reason: unknown): never {
  const others = supportedIn(reason)?.filter((other) => other !== newestRevision)
  if (others !== undefined) chooseRevision([newestRevision], others, reason)
  if (!RpcError.is(reason) || reason.code !== -32601) throw reason
  const message = `The server does not speak ${newestRevision}: ${reason.message}`
  throw new OmniportError('unsupported', message, { cause: reason })
}

/** The operations of a modern connection, whose requests carry all state. */
class ModernRevisionClient implements RevisionClient {
  readonly #connection: RevisionConnection
  readonly #announced: AnnouncedChanges

  constructor(connection: RevisionConnection, announced: AnnouncedChanges) {
    this.#connection = connection
    this.#announced = announced
  }

  subscribe(
    filter: Filter,
    events: SubscriptionEvents,
    options: ConnectionRequestOptions,
  ): Promise<ActiveSubscription> {
    return subscribe({ connection: this.#connection, announced: this.#announced }, { filter, events, options })
  }

  /** Sends `server/discover`, which every server answers, since there is no `ping`. spec: server/discover */
  async ping(options: ConnectionRequestOptions): Promise<void> {
    await this.#connection.request('server/discover', undefined, options)
  }

  /** Does nothing, since every request names the level. spec: server/utilities/logging#per-request-log-level */
  async setLogLevel(): Promise<void> {}

  /** Does nothing, since a server asks for roots when it needs them. */
  notifyRootsChanged(): void {}
}
