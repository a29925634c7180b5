import { loadOnce } from '../../async/load-once.js'
import type { MaybePromise } from '../../async/maybe-promise.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ServerOptions } from '../server-options.js'
import type { RootsRequests } from './roots-requests.js'

/** Asks legacy sessions for their roots when these changed, with what is loaded for the first change. */
export class RootsChanges {
  readonly #closing = new AbortController()
  readonly #load: () => MaybePromise<RootsRequests>

  constructor(onRootsChange: NonNullable<ServerOptions['onRootsChange']>) {
    this.#load = loadOnce(async () => {
      const { RootsRequests } = await import('./roots-requests.js')
      return new RootsRequests(onRootsChange, this.#closing.signal)
    })
  }

  /**
   * Takes the notification of a change. Resolves when the server's function was called with the roots, or at once where the
   * session is being asked already. Rejects with what that function throws, and as `session.request` does.
   */
  async changed(exchange: Exchange): Promise<undefined> {
    return (await this.#load()).changed(exchange)
  }

  /** Asks nobody any more. */
  close(): void {
    this.#closing.abort(new OmniportError('closed', 'The server is closed'))
  }
}
