import { waitFor } from '../../../async/waiting/wait-for.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'

/**
 * Calls a function of the application that returns a string. Aborting ends the wait, even if the function ignores the signal.
 *
 * @throws OmniportError `unauthorized` that names the option, or the reason of the signal.
 */
export async function readFromApplication(
  option: string,
  read: () => string | Promise<string>,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted()
  try {
    const text: unknown = await waitFor((async () => read())(), { signal })
    if (typeof text === 'string' && text !== '') return text
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    throw OmniportError.is(cause) ? cause : new OmniportError('unauthorized', `${option} failed`, { cause })
  }
  throw new OmniportError('unauthorized', `${option} must return a string that is not empty`)
}
