import type { Roots } from '../../client/connect-options.js'
import type { Root } from '../../protocol/model/roots.js'
import type { InputHandlerOptions } from './answers-options.js'
import { requestConsent } from './decide.js'

/**
 * Tells one server the roots that a person let it know: those that the person was shown, though there may be others by then. Where
 * there are none nobody is asked; where it is denied there are none.
 *
 * spec: client/roots#security-considerations, client/roots#implementation-guidelines
 */
export function createRootsHandler(
  options: InputHandlerOptions,
  current: () => readonly Root[],
): Exclude<Roots, readonly Root[]> {
  const { server, audit, budget } = options
  return async ({ signal }) => {
    budget.roots()
    const roots = current()
    const isAllowed =
      roots.length > 0 && (await requestConsent(options, { type: 'roots', server, roots }, signal)).answer === 'allow'
    const disclosed = isAllowed ? roots : []
    await audit.append({ type: 'roots', server, uris: disclosed.map(({ uri }) => uri) })
    return disclosed
  }
}
