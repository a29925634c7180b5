import { encodeImplementation } from '../../protocol/content/encode-definition.js'
import type { LogLevel } from '../../protocol/exchange/log-level.js'
import { isRevision, type LegacyRevision } from '../../protocol/revisions/revision.js'
import { isLegacy, profileOf } from '../../protocol/revisions/revision-profile.js'
import type { ClientTransport } from '../../transport/client-transport.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { ClientServices } from '../client-services.js'
import { type AnnouncedChanges, announcedChanges } from '../subscriptions/announced-changes.js'
import { subscribe } from '../subscriptions/legacy/subscribe.js'
import { UriSubscriptions } from '../subscriptions/legacy/uri-subscriptions.js'
import type { Filter } from '../subscriptions/listening.js'
import { type ActiveConnection, checkHandshake, decodeServerInfo, type OpenOptions } from './active-connection.js'
import { declaredCapabilities } from './declared-capabilities.js'
import type { ActiveSubscription, RevisionClient, SubscriptionEvents } from './revision-client.js'
import { type ConnectionRequestOptions, RevisionConnection } from './revision-connection.js'

export interface InitializeOptions extends OpenOptions {
  readonly offered: LegacyRevision
  /** True: an answer with another revision than the offered one is refused. */
  readonly exact: boolean
}

/** The answer of a server to `initialize`. */
export interface Initialized {
  readonly revision: LegacyRevision
  readonly result: Readonly<Record<string, unknown>>
}

/**
 * Asks for a connection in the revision that the server answers with. spec: basic/lifecycle#initialization
 *
 * Rejects with RpcError (the server refused) and OmniportError `unsupported` (it answered with a revision that this client
 * does not speak, or that has no `initialize`).
 */
export async function requestInitialize(
  transport: ClientTransport,
  services: ClientServices,
  options: InitializeOptions,
): Promise<Initialized> {
  const { offered, signal } = options
  const params = {
    protocolVersion: offered,
    capabilities: declaredCapabilities(services, profileOf(offered)),
    clientInfo: encodeImplementation(services.info, profileOf(offered)),
  }
  const connection = new RevisionConnection(transport, offered, services)
  const result = await connection.request('initialize', params, { signal })
  return { revision: agreedRevision(result['protocolVersion'], options), result }
}

/**
 * Opens the connection that the server agreed to. spec: basic/lifecycle#initialization
 * @throws OmniportError `limit` when the server says too much of itself.
 */
export function openInitialized(
  transport: ClientTransport,
  services: ClientServices,
  { revision, result }: Initialized,
): ActiveConnection {
  const capabilities = isObject(result['capabilities']) ? result['capabilities'] : {}
  const server = decodeServerInfo(result['serverInfo'], result['instructions'])
  const handshake = checkHandshake({ revision, server, capabilities }, services.limits)
  transport.revision = revision
  const connection = new RevisionConnection(transport, revision, services)
  connection.notify('notifications/initialized')
  return { connection, revisionClient: new LegacyRevisionClient(connection, capabilities), handshake }
}

/** spec: basic/lifecycle#version-negotiation */
function agreedRevision(answered: unknown, { offered, exact }: InitializeOptions): LegacyRevision {
  const isKnown = isRevision(answered) && isLegacy(answered)
  if (isKnown && (!exact || answered === offered)) return answered
  const version = JSON.stringify(answered)?.slice(0, 64)
  const wanted = exact ? `is not ${offered}` : 'this client does not speak after initialize'
  throw new OmniportError('unsupported', `The server answered initialize with the revision ${version}, which ${wanted}`)
}

/** The operations of a legacy connection, whose state the server keeps. */
class LegacyRevisionClient implements RevisionClient {
  readonly #connection: RevisionConnection
  readonly #announced: AnnouncedChanges
  readonly #uris: UriSubscriptions
  readonly #hasLogging: boolean

  constructor(connection: RevisionConnection, capabilities: Readonly<Record<string, unknown>>) {
    this.#connection = connection
    this.#uris = new UriSubscriptions(connection)
    this.#hasLogging = Object.hasOwn(capabilities, 'logging')
    this.#announced = announcedChanges(capabilities)
  }

  subscribe(
    filter: Filter,
    events: SubscriptionEvents,
    options: ConnectionRequestOptions,
  ): Promise<ActiveSubscription> {
    const { changes } = this.#connection.services
    return subscribe({ announced: this.#announced, uris: this.#uris, changes }, { filter, events, options })
  }

  /** spec: basic/utilities/ping */
  async ping(options: ConnectionRequestOptions): Promise<void> {
    await this.#connection.request('ping', undefined, options)
  }

  /** spec: server/utilities/logging#setting-log-level */
  async setLogLevel(level: LogLevel, options: ConnectionRequestOptions): Promise<void> {
    if (!this.#hasLogging) throw new OmniportError('unsupported', 'The server did not declare the capability logging')
    await this.#connection.request('logging/setLevel', { level }, options)
  }

  /** spec: 2025-11-25 client/roots#root-list-changes */
  notifyRootsChanged(): void {
    this.#connection.notify('notifications/roots/list_changed')
  }
}
