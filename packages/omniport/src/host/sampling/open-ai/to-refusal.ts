import { isTransientStatus } from '../../../auth/is-transient-status.js'
import type { HttpSendResponse } from '../../../transport/http-sender.js'
import { OmniportError, type OmniportErrorCode } from '../../../values/errors/omniport-error.js'
import { truncate } from '../../../values/text/truncate.js'
import { parseJson } from './parse-json.js'
import { textOfError } from './text-of-error.js'

const maxBodyLength = 64 * 1024
const maxDetailLength = 256

/**
 * Converts an error response: `unauthorized` for 401 and 403, `unreachable` for errors that may be temporary, else
 * `invalid_result`. `redact` removes secrets from the provider's text.
 */
export async function toRefusal(
  { status, body }: HttpSendResponse,
  { address, redact }: { readonly address: string; readonly redact: (text: string) => string },
): Promise<OmniportError> {
  const text = isRedirect(status) ? 'redirects are not followed' : await startOf(body)
  const detail = textOfError(parseJson(text)) || text
  const reason = detail.trim() === '' ? '' : `: ${truncate(redact(detail.trim()), maxDetailLength)}`
  return new OmniportError(codeOf(status), `${address} answered HTTP ${status}${reason}`, { status })
}

function codeOf(status: number): OmniportErrorCode {
  if (status === 401 || status === 403) return 'unauthorized'
  return isTransientStatus(status) ? 'unreachable' : 'invalid_result'
}

/** Browsers report redirects as status 0. */
function isRedirect(status: number): boolean {
  return status === 0 || (status >= 300 && status < 400)
}

/** A body that breaks off is used as far as it came. */
async function startOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= maxBodyLength) break
    }
  } catch {
    // The status alone is enough.
  }
  return text
}
