import type { Clock } from '../../async/runtime/clock.js'
import { pause } from '../../async/waiting/pause.js'
import { waitAtMost } from '../../async/waiting/wait-at-most.js'
import { newestLegacyRevision } from '../../protocol/revisions/revision.js'
import type { ClientTransport } from '../../transport/client-transport.js'
import type { ClientServices } from '../client-services.js'
import { supportedIn } from './choose-revision.js'
import { type Initialized, requestInitialize } from './legacy-revision-client.js'
import { isAnswer, type ProbeResult, probe } from './probe.js'

export interface DetectionOptions {
  /** Ends both requests. The server is not told. */
  readonly signal: AbortSignal
  /** The time limit of the probe. */
  readonly probeMs: number
  /** True: both requests share a channel, and the era is not known. False: only the probe is sent. */
  readonly mayInitialize: boolean
  /** Called when the server has answered, with a result or an error. */
  readonly onAnswer: () => void
}

export interface DetectedEra {
  readonly probed: ProbeResult
  /** The answer to `initialize`, where that was sent. */
  readonly initialized: Promise<Initialized> | undefined
}

/**
 * Finds out the era of a server with a probe. Where nothing comes back for a second, `initialize` is sent as well: programs may
 * take long to start, and some legacy servers never answer what they do not know. One that starts late reads both in order, so a
 * modern server answers the probe first.
 *
 * spec: basic/transports/stdio#backward-compatibility
 *
 * Rejects as `probe` does.
 */
export async function detectEra(
  transport: ClientTransport,
  services: ClientServices,
  { signal, probeMs, mayInitialize, onAnswer }: DetectionOptions,
): Promise<DetectedEra> {
  const { runtime } = services
  const probing = probe(transport, services, { signal, timeoutMs: probeMs, onAnswer })
  if (!mayInitialize || !(await isSilent(probing, runtime))) return { probed: await probing, initialized: undefined }
  const initialized = requestInitialize(transport, services, { offered: newestLegacyRevision, exact: false, signal })
  const decided = initialized.then(
    async () => {
      onAnswer()
      await pause(runtime, graceMs, signal)
      return unanswered
    },
    (reason) => {
      if (isAnswer(reason)) onAnswer()
      // A modern server may refuse `initialize` before it has answered the probe.
      return supportedIn(reason) === undefined ? probing : unanswered
    },
  )
  return { probed: await Promise.race([probing, decided]), initialized }
}

/** The time without an answer after which `initialize` is sent. */
const silentMs = 1_000

/** The time after the answer to `initialize` in which the answer to the probe still counts. */
const graceMs = 250

const unanswered: ProbeResult = { type: 'legacy', isProven: false }

/** Settles with true when the probe has no result after `silentMs`. */
async function isSilent(probing: Promise<unknown>, clock: Clock): Promise<boolean> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  await waitAtMost(probing.then(settle, settle), clock, silentMs)
  return !isSettled
}
