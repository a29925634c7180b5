import type { ConnectOptions, Roots } from '../../client/connect-options.js'
import type { Root } from '../../protocol/model/roots.js'
import { createFormHandler, createUrlHandler } from './elicitation-handlers.js'
import type { InputHandlerOptions } from './input-handler-options.js'
import { requestConsent } from './request-consent.js'
import { createSampleHandler } from './sample-handler.js'

/**
 * Creates the input handlers of one server, as options for `connect`: only those that the host has, so that only these are
 * advertised. Each request needs consent before its handler runs, and an audit record before its answer is sent. Handlers
 * reject with errors of the host's handler or the audit log, with OmniportError `limit` beyond the budget, and with the reason
 * of an aborted signal.
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
 * Creates the handler that tells a server its roots, of those that are there exactly the ones that the person approved, even if
 * they have changed since.
 * Without roots no consent is requested; if denied, the list is empty.
 *
 * spec: client/roots#security-considerations, client/roots#implementation-guidelines
 */
export function createRootsHandler(
  options: InputHandlerOptions,
  available: NonNullable<InputHandlerOptions['roots']>,
): Exclude<Roots, readonly Root[]> {
  const { server, audit, budget } = options
  return async ({ signal }) => {
    budget.roots()
    const roots = await available()
    const isAllowed =
      roots.length > 0 && (await requestConsent(options, { type: 'roots', server, roots }, signal)).answer === 'allow'
    const disclosed = isAllowed ? roots : []
    await audit.append({ type: 'roots', server, uris: disclosed.map(({ uri }) => uri) })
    return disclosed
  }
}
