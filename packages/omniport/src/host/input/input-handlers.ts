import type { ConnectOptions, Roots } from '../../client/connect-options.js'
import type { Root } from '../../protocol/model/roots.js'
import { createFormHandler, createUrlHandler } from './elicitation-handlers.js'
import type { InputHandlerOptions } from './input-handler-options.js'
import { requestConsent } from './request-consent.js'
import { createSampleHandler } from './sample-handler.js'

/**
 * What one server of a host is answered: the members for `connect`, only those that there is a handler for, so that exactly
 * these are declared. Nothing reaches a handler that was not decided on, and nothing reaches the server that was not written
 * to the audit log before. Each rejects with what its handler or the audit log throws, with OmniportError `limit` for what is
 * over the budget, and with the reason of an aborted signal.
 *
 * spec: specification#key-principles, client/elicitation#user-interaction-model, client/sampling#user-interaction-model
 */
export function createInputHandlers(
  options: InputHandlerOptions,
): Pick<ConnectOptions, 'elicit' | 'elicitUrl' | 'sample' | 'roots'> {
  const { handlers, roots } = options
  const { elicit, elicitUrl, sample } = handlers
  return {
    ...(elicit !== undefined && { elicit: createFormHandler(options, elicit) }),
    ...(elicitUrl !== undefined && { elicitUrl: createUrlHandler(options, elicitUrl) }),
    ...(sample !== undefined && { sample: createSampleHandler(options, sample) }),
    ...(roots !== undefined && { roots: createRootsHandler(options, roots) }),
  }
}

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
