import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { toDirect, toServe } from '../../jsonrpc/serving/direct-serve.js'
import { announceServed } from '../../protocol/diagnostics/announce.js'
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
import { pausableRequest } from '../input/pausable-request.js'
import type { ActiveConnection } from './active-connection.js'
import { AnnouncedTransport } from './announced-transport.js'
import { chooseRevision, supportedIn } from './choose-revision.js'
import { type DetectionOptions, detectEra } from './detect-era.js'
import { eraCache } from './era-cache.js'
import { type Initialized, openInitialized, requestInitialize } from './legacy-revision-client.js'
import { discover, establish } from './modern-revision-client.js'
import type { ProbeResult } from './probe.js'
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
 * `initialize`. A program that ends before it answered is started a second time, with `initialize` first, unless its era is
 * remembered. All of it together may take `timeoutMs`, not counting the time in which the user is asked.
 *
 * spec: basic/transports/stdio#backward-compatibility
 *
 * Rejects, with nothing left open, with OmniportError `unreachable`, `unauthorized`, `unsupported`, `timeout` or
 * `invalid_result`, with the RpcError of a server that refuses, or with the reason of the signal.
 */
export async function negotiate(attempt: Attempt): Promise<ActiveConnection> {
  const { services, signal } = attempt
  return pausableRequest({ signal, maxTimeoutMs: services.timeoutMs }, services, async (times) => {
    try {
      return await connectNewest({ ...attempt, signal: times.signal })
    } catch (reason) {
      if (!isExplained(reason, times.signal)) times.signal?.throwIfAborted()
      throw hasCode(reason, 'closed') ? new OmniportError('unreachable', reason.message, { cause: reason }) : reason
    }
  })
}

async function connectNewest(attempt: Attempt): Promise<ActiveConnection> {
  const { connector, revision, services } = attempt
  if (revision !== undefined) {
    return withTransport(attempt, (transport) => openLegacyOrModern(transport, revision, attempt))
  }
  const era = eraCache.get(connector.key, services.runtime.now())
  const remembered = era === 'legacy' ? await initializeAsRemembered(attempt) : undefined
  if (remembered !== undefined) return remembered
  let isAnswered = false
  const onAnswer = () => {
    isAnswered = true
  }
  const mayInitialize = connector.isRemote !== true && era !== 'modern'
  try {
    return await withTransport(attempt, (transport) => openProbed(transport, attempt, { mayInitialize, onAnswer }))
  } catch (reason) {
    if (reason instanceof TookInitialize) {
      return withTransport(attempt, (transport) => discover(transport, services, attempt))
    }
    if (!hasCode(reason, 'closed') || !isStarted(connector)) throw reason
    eraCache.delete(connector.key)
    if (isAnswered || era !== undefined) throw reason
  }
  const active = await withTransport(attempt, (transport) => openLegacy(transport, newestLegacyRevision, attempt))
  eraCache.set(connector.key, 'legacy', services.runtime.now())
  return active
}

/** True: this client starts the server, a new one for each connection. */
function isStarted({ reopens, isRemote }: Connector): boolean {
  return reopens && isRemote !== true
}

/** Undefined: the server is not the remembered one any more. One that ends is not started again. */
async function initializeAsRemembered(attempt: Attempt): Promise<ActiveConnection | undefined> {
  const { connector } = attempt
  try {
    return await withTransport(attempt, (transport) => openLegacy(transport, newestLegacyRevision, attempt))
  } catch (reason) {
    if (!mayHaveChanged(reason, connector)) throw reason
    eraCache.delete(connector.key)
    if (hasCode(reason, 'closed') && isStarted(connector)) throw reason
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
  const announced = toServe(announceServed(toDirect(serve), connector.network.transport))
  const transport = new AnnouncedTransport(await connector.open(announced), connector.network)
  try {
    signal?.throwIfAborted()
    return await open(transport)
  } catch (reason) {
    const problem = withOutput(reason, transport)
    await transport.close()
    throw problem
  }
}

/** Adds to a timeout what the program wrote in place of an answer. */
function withOutput(reason: unknown, { output = '' }: ClientTransport): unknown {
  if (output === '' || !hasCode(reason, 'timeout')) return reason
  return new OmniportError('timeout', `${reason.message}${output}`, { cause: reason })
}

/** True: `reason` is the timeout of the whole attempt, with what the program wrote. */
function isExplained(reason: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && hasCode(reason, 'timeout') && reason.cause === signal.reason
}

async function openProbed(
  transport: ClientTransport,
  attempt: Attempt,
  options: Pick<DetectionOptions, 'mayInitialize' | 'onAnswer'>,
): Promise<ActiveConnection> {
  const { services, connector } = attempt
  const { limits, timeoutMs } = services
  // Over HTTP there has to be time for `initialize` afterwards.
  const probeMs = connector.isRemote === true ? Math.min(limits.probeMs, timeoutMs / 2) : limits.probeMs
  const ending = new LinkedAbortController(attempt.signal)
  const { signal } = ending
  try {
    const { probed, initialized } = await detectEra(transport, services, { ...options, probeMs, signal })
    return await openDetected(transport, probed, { ...attempt, initialized })
  } finally {
    ending.abort()
    ending.unlink()
  }
}

interface DetectedAttempt extends Attempt {
  /** The answer to `initialize`, where that was sent. */
  readonly initialized?: Promise<Initialized> | undefined
}

async function openDetected(
  transport: ClientTransport,
  probed: ProbeResult,
  attempt: DetectedAttempt,
): Promise<ActiveConnection> {
  const { services, connector } = attempt
  if (probed.type === 'legacy') {
    const active = await openLegacy(transport, newestLegacyRevision, attempt)
    if (connector.isRemote === true && probed.isProven) eraCache.set(connector.key, 'legacy', services.runtime.now())
    return active
  }
  if (probed.type === 'refused') {
    // A server that lists the version it refused is asked once more: another node of it may have answered.
    return openLegacyOrModern(transport, chooseRevision(revisions, probed.supported, probed.reason), attempt)
  }
  const revision = chooseRevision(revisions, probed.discovered.supported)
  if (isLegacy(revision)) return openLegacy(transport, revision, attempt)
  if (isStarted(connector)) eraCache.set(connector.key, 'modern', services.runtime.now())
  if (attempt.initialized !== undefined) return confirmModern(transport, attempt)
  return establish(transport, services, probed.discovered)
}

/**
 * Asks a modern server again that was sent `initialize` as well: there are servers of both eras for which that is the choice of the
 * client, although they answered the probe. Where this client starts the server, it starts it again.
 *
 * spec: basic/versioning#backward-compatibility
 */
async function confirmModern(transport: ClientTransport, attempt: DetectedAttempt): Promise<ActiveConnection> {
  try {
    return await discover(transport, attempt.services, attempt)
  } catch (cause) {
    if (isStarted(attempt.connector)) throw new TookInitialize('The server took initialize for a choice', { cause })
    return openLegacy(transport, newestLegacyRevision, attempt)
  }
}

/** A modern server that serves legacy requests now, and has to be started again. */
class TookInitialize extends Error {}

function openLegacyOrModern(
  transport: ClientTransport,
  revision: Revision,
  attempt: DetectedAttempt,
): Promise<ActiveConnection> {
  return isLegacy(revision) ? openLegacy(transport, revision, attempt) : discover(transport, attempt.services, attempt)
}

/** Follows a refusal once: a modern server may be late. spec: basic/versioning#backward-compatibility */
async function openLegacy(
  transport: ClientTransport,
  offered: LegacyRevision,
  attempt: DetectedAttempt,
): Promise<ActiveConnection> {
  const { services, signal, revision } = attempt
  const exact = revision !== undefined
  const request = (wanted: LegacyRevision) => requestInitialize(transport, services, { offered: wanted, exact, signal })
  try {
    return openInitialized(transport, services, await (attempt.initialized ?? request(offered)))
  } catch (reason) {
    const supported = supportedIn(reason)
    if (supported === undefined) throw reason
    const others = supported.filter((other) => other !== offered)
    const next = chooseRevision(exact ? [offered] : revisions, others, reason)
    return isLegacy(next)
      ? openInitialized(transport, services, await request(next))
      : discover(transport, services, attempt)
  }
}
