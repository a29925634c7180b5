import { waitFor } from '../../../async/waiting/wait-for.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'

/**
 * A text that a function of the application gives. It need not listen to the signal.
 *
 * @throws OmniportError `unauthorized` that names the option, or the reason of the signal.
 */
export async function readFromApplication(
  option: string,
  give: () => string | Promise<string>,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted()
  try {
    const text: unknown = await waitFor((async () => give())(), { signal })
    if (typeof text === 'string' && text !== '') return text
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    throw OmniportError.is(cause) ? cause : new OmniportError('unauthorized', `${option} failed`, { cause })
  }
  throw new OmniportError('unauthorized', `${option} gave no text`)
}
