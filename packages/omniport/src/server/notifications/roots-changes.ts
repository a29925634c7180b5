import { loadOnce } from '../../async/load-once.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Session } from '../../protocol/exchange/session.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { canRequestInput } from '../input/can-request-input.js'
import type { ServerOptions } from '../server-options.js'

/**
 * Asks legacy sessions for their roots when these changed. A session is asked once at a time: changes in the meantime are
 * one further request, however many they are. spec: 2025-11-25 client/roots#root-list-changes
 */
export class RootsChanges {
  readonly #onRootsChange: NonNullable<ServerOptions['onRootsChange']>
  readonly #closing = new AbortController()
  readonly #loadDecoder = loadOnce(() => import('../../protocol/input/decode-input-response.js'))
  readonly #asked = new WeakMap<Session, { isOutdated: boolean }>()

  constructor(onRootsChange: NonNullable<ServerOptions['onRootsChange']>) {
    this.#onRootsChange = onRootsChange
  }

  /**
   * Takes the notification of a change. Resolves when the server's function was called with the roots, or at once where the
   * session is being asked already. Rejects with what that function throws, and as `session.request` does.
   */
  async changed(exchange: Exchange): Promise<undefined> {
    const { session, revision } = exchange
    if (session === undefined || !isLegacy(revision) || !canRequestInput(exchange, { roots: {} })) return
    const asked = this.#asked.get(session)
    if (asked === undefined) await this.#ask(session, exchange)
    else asked.isOutdated = true
  }

  /** Asks nobody any more. */
  close(): void {
    this.#closing.abort(new OmniportError('closed', 'The server is closed'))
  }

  async #ask(session: Session, exchange: Exchange): Promise<void> {
    const state = { isOutdated: true }
    this.#asked.set(session, state)
    try {
      while (state.isOutdated) {
        state.isOutdated = false
        const answer = await session.request({ method: 'roots/list' }, { signal: this.#closing.signal })
        const { decodeInputResponse } = await this.#loadDecoder()
        const { roots } = decodeInputResponse('roots/list', answer)
        await this.#onRootsChange(roots, exchange)
      }
    } finally {
      this.#asked.delete(session)
    }
  }
}
