import { loadOnce } from '../../async/load-once.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ServerOptions } from '../server-options.js'

/** Asks legacy sessions for their roots when these changed. */
export interface RootsChanges {
  /**
   * Takes the notification of a change. Resolves when the server's function was called with the roots, or at once where the
   * session is being asked already. Rejects with what that function throws, and as `session.request` does.
   */
  changed(exchange: Exchange): Promise<undefined>
  /** Asks nobody any more. */
  close(): void
}

/** Loads what it needs for the first change. */
export function createRootsChanges(onRootsChange: NonNullable<ServerOptions['onRootsChange']>): RootsChanges {
  const closing = new AbortController()
  const load = loadOnce(async () => {
    const { RootsRequests } = await import('./roots-requests.js')
    return new RootsRequests(onRootsChange, closing.signal)
  })
  return {
    changed: async (exchange) => (await load()).changed(exchange),
    close: () => closing.abort(new OmniportError('closed', 'The server is closed')),
  }
}
