import { clip } from '../../../jsonrpc/clip.js'
import { OmniportError, type OmniportErrorCode } from '../../../jsonrpc/omniport-error.js'
import type { HttpReceived } from '../../../transport/http-sender.js'
import { parseJson } from './parse-json.js'
import { textOfError } from './text-of-error.js'

/** Of what a provider says about why it refuses. */
const maxKept = 64 * 1024
const maxSaid = 256

/**
 * A reply that is no answer, as an error: `unauthorized` for 401 and 403, `unreachable` where it may work later, else
 * `invalid_result`. `clean` takes secrets out of what the provider says.
 */
export async function toRefusal(
  { status, body }: HttpReceived,
  { place, clean }: { readonly place: string; readonly clean: (text: string) => string },
): Promise<OmniportError> {
  const text = isRedirect(status) ? 'redirects are not followed' : await startOf(body)
  const said = textOfError(parseJson(text)) || text
  const reason = said.trim() === '' ? '' : `: ${clip(clean(said.trim()), maxSaid)}`
  return new OmniportError(codeOf(status), `${place} answered HTTP ${status}${reason}`, { status })
}

function codeOf(status: number): OmniportErrorCode {
  if (status === 401 || status === 403) return 'unauthorized'
  return status >= 500 || passing.has(status) ? 'unreachable' : 'invalid_result'
}

/** Browsers do not say which: it is 0 there. */
function isRedirect(status: number): boolean {
  return status === 0 || (status >= 300 && status < 400)
}

const passing: ReadonlySet<number> = new Set([408, 425, 429])

/** What has come when it breaks off will do. */
async function startOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= maxKept) break
    }
  } catch {
    // The status says enough.
  }
  return text
}
