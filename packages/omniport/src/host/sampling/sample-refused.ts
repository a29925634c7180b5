import { OmniportError } from '../../values/errors/omniport-error.js'

/**
 * Refuses a sampling request: `denied` by a person or a rule, or `limit`. It has the name of an aborted dialog, which legacy
 * servers see as a refusal by the user.
 *
 * spec: 2025-11-25 client/sampling#error-handling
 */
export class SampleRefused extends OmniportError {
  override readonly name = 'AbortError'

  constructor(code: 'denied' | 'limit', message: string) {
    super(code, message)
  }
}
