import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Session } from '../../protocol/exchange/session.js'
import { decodeInputResponse } from '../../protocol/input/decode-input-response.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { canRequestInput } from '../input/can-request-input.js'
import type { ServerOptions } from '../server-options.js'

/**
 * Asks legacy sessions for their roots. A session is asked once at a time: changes in the meantime are one further request, however
 * many they are. spec: 2025-11-25 client/roots#root-list-changes
 */
export class RootsRequests {
  readonly #onRootsChange: NonNullable<ServerOptions['onRootsChange']>
  readonly #signal: AbortSignal
  readonly #asked = new WeakMap<Session, { isOutdated: boolean }>()

  /** Asks nobody any more when `signal` aborts. */
  constructor(onRootsChange: NonNullable<ServerOptions['onRootsChange']>, signal: AbortSignal) {
    this.#onRootsChange = onRootsChange
    this.#signal = signal
  }

  /** See `RootsChanges`. */
  async changed(exchange: Exchange): Promise<undefined> {
    const { session, revision } = exchange
    if (session === undefined || !isLegacy(revision) || !canRequestInput(exchange, { roots: {} })) return
    const asked = this.#asked.get(session)
    if (asked === undefined) await this.#ask(session, exchange)
    else asked.isOutdated = true
  }

  async #ask(session: Session, exchange: Exchange): Promise<void> {
    const state = { isOutdated: true }
    this.#asked.set(session, state)
    try {
      while (state.isOutdated) {
        state.isOutdated = false
        const answer = await session.request({ method: 'roots/list' }, { signal: this.#signal })
        const { roots } = decodeInputResponse('roots/list', answer)
        await this.#onRootsChange(roots, exchange)
      }
    } finally {
      this.#asked.delete(session)
    }
  }
}
