import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Serve } from '../../protocol/exchange/exchange.js'
import {
  type LegacyRevision,
  newestLegacyRevision,
  type Revision,
  revisions,
} from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import type { ClientTransport } from '../../transport/client-transport.js'
import { hasCode } from '../../values/errors/has-code.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ClientServices } from '../client-services.js'
import type { ActiveConnection } from './active-connection.js'
import { chooseRevision, supportedIn } from './choose-revision.js'
import { initialize } from './legacy-revision-client.js'
import { legacyServerCache } from './legacy-server-cache.js'
import { discover, establish } from './modern-revision-client.js'
import { probe } from './probe.js'
import type { Connector } from './targets/connector.js'

export interface Attempt {
  readonly connector: Connector
  readonly serve: Serve
  readonly services: ClientServices
  /** Connects in this revision or fails. Undefined: the newest that both sides have. */
  readonly revision: Revision | undefined
  /** Aborting it gives up, and closes the transport. */
  readonly signal: AbortSignal | undefined
}

/**
 * Connects in the newest revision that both sides have, or in the requested one: sends a probe, and falls back to
 * `initialize`. A server that exits when its first message is another one is started again, and remembered.
 *
 * spec: basic/transports/stdio#backward-compatibility
 *
 * Rejects, with nothing left open, with OmniportError `unreachable`, `unauthorized`, `unsupported`, `timeout` or
 * `invalid_result`, with the RpcError of a server that refuses, or with the reason of the signal.
 */
export async function negotiate(attempt: Attempt): Promise<ActiveConnection> {
  try {
    return await connectNewest(attempt)
  } catch (reason) {
    attempt.signal?.throwIfAborted()
    throw hasCode(reason, 'closed') ? new OmniportError('unreachable', reason.message, { cause: reason }) : reason
  }
}

async function connectNewest(attempt: Attempt): Promise<ActiveConnection> {
  const { connector, revision, services } = attempt
  if (revision !== undefined) {
    return withTransport(attempt, (transport) => openLegacyOrModern(transport, revision, attempt))
  }
  if (legacyServerCache.has(connector.key, services.runtime.now())) {
    const active = await initializeAsRemembered(attempt)
    if (active !== undefined) return active
  }
  try {
    return await withTransport(attempt, (transport) => openProbed(transport, attempt))
  } catch (reason) {
    if (!hasCode(reason, 'closed') || !connector.reopens || connector.isRemote === true) throw reason
  }
  const active = await withTransport(attempt, (transport) => openLegacy(transport, newestLegacyRevision, attempt))
  legacyServerCache.add(connector.key, services.runtime.now())
  return active
}

/** Undefined: the server is not the remembered one any more. */
async function initializeAsRemembered(attempt: Attempt): Promise<ActiveConnection | undefined> {
  try {
    return await withTransport(attempt, (transport) => openLegacy(transport, newestLegacyRevision, attempt))
  } catch (reason) {
    if (!mayHaveChanged(reason, attempt.connector)) throw reason
    legacyServerCache.delete(attempt.connector.key)
    return undefined
  }
}

/** Returns true for errors that a server gives when it is not the remembered one any more. */
function mayHaveChanged(reason: unknown, { isRemote }: Connector): boolean {
  if (RpcError.is(reason) || hasCode(reason, 'closed') || hasCode(reason, 'unsupported')) return true
  return isRemote === true && OmniportError.is(reason) && reason.code !== 'timeout' && reason.code !== 'unauthorized'
}

/** Closes the transport when `open` fails. */
async function withTransport(
  attempt: Attempt,
  open: (transport: ClientTransport) => Promise<ActiveConnection>,
): Promise<ActiveConnection> {
  const { connector, serve, signal } = attempt
  signal?.throwIfAborted()
  const transport = await connector.open(serve)
  try {
    signal?.throwIfAborted()
    return await open(transport)
  } catch (reason) {
    await transport.close()
    throw reason
  }
}

async function openProbed(transport: ClientTransport, attempt: Attempt): Promise<ActiveConnection> {
  const { services, signal, connector } = attempt
  const probed = await probe(transport, services, signal)
  if (probed.type === 'legacy') {
    const active = await openLegacy(transport, newestLegacyRevision, attempt)
    if (connector.isRemote === true && probed.isProven) legacyServerCache.add(connector.key, services.runtime.now())
    return active
  }
  if (probed.type === 'refused') {
    // A server that lists the version it refused is asked once more: another node of it may have answered.
    return openLegacyOrModern(transport, chooseRevision(revisions, probed.supported, probed.reason), attempt)
  }
  const revision = chooseRevision(revisions, probed.discovered.supported)
  return isLegacy(revision)
    ? openLegacy(transport, revision, attempt)
    : establish(transport, services, probed.discovered)
}

function openLegacyOrModern(
  transport: ClientTransport,
  revision: Revision,
  attempt: Attempt,
): Promise<ActiveConnection> {
  return isLegacy(revision) ? openLegacy(transport, revision, attempt) : discover(transport, attempt.services, attempt)
}

/** Follows a refusal once: a modern server may be late. spec: basic/versioning#backward-compatibility */
async function openLegacy(
  transport: ClientTransport,
  offered: LegacyRevision,
  attempt: Attempt,
): Promise<ActiveConnection> {
  const { services, signal, revision } = attempt
  const exact = revision !== undefined
  try {
    return await initialize(transport, services, { offered, exact, signal })
  } catch (reason) {
    const supported = supportedIn(reason)
    if (supported === undefined) throw reason
    const others = supported.filter((other) => other !== offered)
    const next = chooseRevision(exact ? [offered] : revisions, others, reason)
    return isLegacy(next)
      ? initialize(transport, services, { offered: next, exact, signal })
      : discover(transport, services, attempt)
  }
}
