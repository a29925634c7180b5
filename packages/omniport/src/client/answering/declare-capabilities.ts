import type { ConnectOptions } from '../connect-options.js'

/**
 * What a client declares that it can be asked, in newest shape: exactly what has a handler. Tools in sampling are handed to
 * the handler, as they come.
 *
 * spec: client/elicitation#capabilities, client/sampling#capabilities, client/roots#capabilities
 */
export function declareCapabilities({ elicit, elicitUrl, sample, roots }: ConnectOptions): Capabilities {
  return {
    ...((elicit !== undefined || elicitUrl !== undefined) && {
      elicitation: { ...(elicit !== undefined && { form: {} }), ...(elicitUrl !== undefined && { url: {} }) },
    }),
    ...(sample !== undefined && { sampling: { tools: {} } }),
    ...(roots !== undefined && { roots: {} }),
  }
}

/** Client capabilities. */
export type Capabilities = Readonly<Record<string, unknown>>
