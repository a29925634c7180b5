import type { AuthOptions } from '../../auth/client/auth-options.js'
import type { ClientServices } from '../../client/client-services.js'
import { createClientServices } from '../../client/client-services.js'
import type { ActiveConnection } from '../../client/connect/active-connection.js'
import { negotiate } from '../../client/connect/negotiate.js'
import { createConnector } from '../../client/connect/targets/create-connector.js'
import type { Target } from '../../client/connect/targets/target.js'
import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { encodeRequester } from '../../protocol/codec/encode-request.js'
import type { Serve } from '../../protocol/exchange/exchange.js'
import type { LogLevel } from '../../protocol/exchange/log-level.js'
import type { Implementation } from '../../protocol/exchange/peer.js'
import { taskNameParams, tasksExtensionId } from '../../protocol/meta/tasks-extension-id.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf, type RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import type { ClientTransport } from '../../transport/client-transport.js'
import { cloneJson } from '../../values/json/clone-json.js'
import { constantJson } from '../../values/json/constant-json.js'
import { isObject } from '../../values/json/is-object.js'
import type { GatewayServices } from '../gateway-services.js'
import { createRawReader } from '../raw-results/create-raw-reader.js'
import type { UpstreamSettings } from '../upstream-settings.js'

export interface OpenUpstreamOptions {
  readonly settings: UpstreamSettings
  readonly auth: AuthOptions | undefined
  /** Declared to the upstream, as far as its revision has them: those of the client. */
  readonly capabilities: Readonly<Record<string, unknown>>
  /** Gets the requests and notifications of the upstream. */
  readonly serve: (services: ClientServices) => Serve
  readonly signal: AbortSignal
  readonly onStderr: (text: string) => void
  readonly onError: (error: Error) => void
}

/** Connects to an upstream in the newest revision that both sides have. Rejects as `connect` does. */
export async function openUpstream(options: OpenUpstreamOptions, gateway: GatewayServices): Promise<OpenUpstream> {
  const { settings, auth, capabilities, serve, signal, onStderr, onError } = options
  const { limits, revision, timeoutMs, maxTimeoutMs } = settings
  const own = createClientServices({
    name: gateway.info.name,
    version: gateway.info.version,
    runtime: gateway.runtime,
    limits: { ...gateway.limitOptions, ...limits },
    // The client's own extensions are declared.
    tasks: false,
    extensions: { [tasksExtensionId]: { revisions: [], nameParams: taskNameParams } },
    auth,
    timeoutMs,
    maxTimeoutMs,
    onStderr,
    onError,
  })
  const readRaw = createRawReader(own.limits)
  const services: ClientServices = {
    ...own,
    capabilities: inNewestShape(capabilities),
    readRaw: (bytes, accepts) => (gateway.acceptsRaw() ? readRaw(bytes, accepts) : undefined),
  }
  // Settings that have no target are refused before.
  const target = settings.target as Target
  const connector = createConnector(target, { services, wire: false, fetch: gateway.fetch })
  const active = await negotiate({ connector, serve: serve(services), services, revision, signal })
  return new OpenUpstream(active, services)
}

/** Only legacy clients announce changes of their roots; a legacy upstream is told so of all clients. */
function inNewestShape(capabilities: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return capabilities['roots'] === undefined ? capabilities : { ...capabilities, roots: {} }
}

/** A live connection to an upstream, in its revision. */
export class OpenUpstream {
  readonly active: ActiveConnection
  readonly services: ClientServices
  readonly transport: ClientTransport
  readonly revision: Revision
  readonly profile: RevisionProfile
  readonly info: Implementation
  readonly #requesters = new Map<LogLevel | undefined, RpcParams | undefined>()
  readonly #taskRequesters = new Map<LogLevel | undefined, RpcParams | undefined>()
  #settingLogLevel: Promise<void> | undefined

  constructor(active: ActiveConnection, services: ClientServices) {
    const { server, revision } = active.handshake
    const { instructions: _, ...info } = server
    this.active = active
    this.services = services
    this.transport = active.connection.transport
    this.revision = revision
    this.profile = profileOf(revision)
    this.info = info
  }

  /** True if it declared the capability. */
  declares(capability: string): boolean {
    return Object.hasOwn(this.active.handshake.capabilities, capability)
  }

  /** True if a legacy upstream has not answered yet that this is its lowest log level. */
  needsLogLevel(level: LogLevel): boolean {
    return this.services.logLevel !== level || this.#settingLogLevel !== undefined
  }

  /** Sets the lowest log level of a legacy upstream. Resolves when the upstream has answered; never rejects. */
  async setLogLevel(level: LogLevel): Promise<void> {
    const before = this.#settingLogLevel
    if (level === this.services.logLevel) return before
    this.services.logLevel = level
    const setting = this.#sendLogLevel(level, before).finally(() => {
      if (this.#settingLogLevel === setting) this.#settingLogLevel = undefined
    })
    this.#settingLogLevel = setting
    return setting
  }

  /** Levels are sent one after the other: over HTTP a later one could arrive first. */
  async #sendLogLevel(level: LogLevel, before: Promise<void> | undefined): Promise<void> {
    await before
    const { timeoutMs, report } = this.services
    await this.active.revisionClient.setLogLevel(level, { timeoutMs }).catch(report)
  }

  /**
   * The members of `_meta` that describe the gateway to a modern upstream. Undefined for a legacy one. `hasTasks`: they declare the
   * extension for tasks, whatever the client did.
   */
  requesterMeta(logLevel: LogLevel | undefined, hasTasks = false): RpcParams | undefined {
    if (!this.profile.resultEnvelope) return undefined
    const requesters = hasTasks ? this.#taskRequesters : this.#requesters
    let meta = requesters.get(logLevel)
    if (meta === undefined) {
      const { info } = this.services
      const capabilities = hasTasks ? withTasks(this.services.capabilities) : this.services.capabilities
      const encoded = encodeRequester({ info, capabilities, logLevel }, this.profile)
      meta = encoded && constantJson(cloneJson(encoded) as RpcParams)
      requesters.set(logLevel, meta)
    }
    return meta
  }
}

function withTasks(capabilities: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { extensions } = capabilities
  return { ...capabilities, extensions: { ...(isObject(extensions) && extensions), [tasksExtensionId]: {} } }
}
