import { LinkedAbortController } from '../../../async/abort/linked-abort-controller.js'
import { pause } from '../../../async/waiting/pause.js'
import type { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { ClientServices } from '../../client-services.js'
import { allOrAbort } from '../all-or-abort.js'
import { createSilentContext } from '../answer-context.js'
import type { RequiredUrlElicitation } from './required-url-elicitations.js'

export interface CompleteUrlElicitationsOptions {
  readonly elicitations: readonly RequiredUrlElicitation[]
  /** The refusal that asks for them. */
  readonly error: RpcError
  readonly signal: AbortSignal | undefined
  /** The time limit for the server to say that the user is done, which it need not say. */
  readonly maxTimeoutMs: number
}

/**
 * Offers pages to the user, and settles when the server says that all are complete, or after `maxTimeoutMs`. An offer that is
 * still open when its page is complete is taken back.
 *
 * spec: 2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation
 *
 * Rejects with `error` when the user refuses a page, with what the handler throws, with OmniportError `timeout` when the
 * user does not decide within `limits.questionMs`, or with the reason of a signal.
 */
export async function completeUrlElicitations(
  { elicitations, error, signal, maxTimeoutMs }: CompleteUrlElicitationsOptions,
  services: ClientServices,
): Promise<void> {
  const { runtime, completions, ended, limits } = services
  const signals = [signal, ended.signal]
  const pages = elicitations.map(({ elicitationId, offer }) => ({ offer, ...completions.expect(elicitationId) }))
  const waiting = new LinkedAbortController(...signals)
  try {
    const offers = pages.map(({ offer }) => async (given: AbortSignal) => {
      if ((await offer(createSilentContext(given)))['action'] !== 'accept') throw error
    })
    await allOrAbort(offers, { clock: runtime, signals, timeoutMs: limits.questionMs })
    const complete = Promise.all(pages.map(({ done }) => done))
    await Promise.race([complete, pause(runtime, maxTimeoutMs, waiting.signal)])
    waiting.signal.throwIfAborted()
  } finally {
    waiting.abort()
    waiting.unlink()
    for (const { stop } of pages) stop()
  }
}
