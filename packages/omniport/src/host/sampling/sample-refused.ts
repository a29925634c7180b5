import { OmniportError } from '../../values/errors/omniport-error.js'

/**
 * A server gets nothing of the model: `denied` by a person or a rule, or `limit`. Its name is that of an aborted dialog, of which
 * legacy servers are told that the user refused.
 *
 * spec: 2025-11-25 client/sampling#error-handling
 */
export class SampleRefused extends OmniportError {
  override readonly name = 'AbortError'

  constructor(code: 'denied' | 'limit', message: string) {
    super(code, message)
  }
}
