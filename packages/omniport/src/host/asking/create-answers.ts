import type { ConnectOptions } from '../../client/connect-options.js'
import { createFormHandler } from './answer-forms.js'
import { createUrlHandler } from './answer-pages.js'
import { createRootsHandler } from './answer-roots.js'
import { createSampleHandler } from './answer-samples.js'
import type { InputHandlerOptions } from './answers-options.js'

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
