import type { Runtime } from '../../../async/runtime/runtime.js'
import { chunksOf } from '../../../async/streams/chunks-of.js'
import { readText } from '../../../async/streams/read-bytes.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { redact } from '../../../values/text/redact.js'
import { isTransientStatus } from '../../is-transient-status.js'

export interface DocumentSource {
  readonly fetch: typeof fetch | undefined
  readonly runtime: Runtime
}

const timeoutMs = 5_000
const maxBytes = 512 * 1024

/**
 * Fetches a JSON document. Undefined if it does not exist. Redirects are not followed.
 *
 * @throws OmniportError `unreachable` or `timeout`; the message contains nothing that was sent.
 */
export async function fetchDocument(url: string, init: RequestInit, source: DocumentSource): Promise<unknown> {
  const { origin, pathname } = new URL(url)
  const abort = new AbortController()
  const stop = source.runtime.after(timeoutMs, () => abort.abort(), { background: true })
  try {
    const send = source.fetch ?? fetch
    const response = await send(url, { ...init, redirect: 'manual', signal: abort.signal })
    const text = await readText(chunksOf(response.body?.getReader()), maxBytes, tooLarge)
    if (isMissing(response, init)) return undefined
    if (response.status !== 200) throw new Error(`HTTP status ${response.status}`)
    return JSON.parse(text)
  } catch (error) {
    if (abort.signal.aborted)
      throw new OmniportError('timeout', `${origin}${pathname} took longer than ${timeoutMs} ms`)
    const reason = error instanceof SyntaxError ? 'its response is not JSON' : String((error as Error)?.message)
    throw new OmniportError(
      'unreachable',
      `${origin}${pathname} cannot be read: ${redact(reason, findSentSecrets(url, init)).slice(0, 256)}`,
    )
  } finally {
    stop()
  }
}

/** Platforms may repeat these when a request fails: the query, the fields of a form, credentials. */
function findSentSecrets(url: string, { body, headers }: RequestInit): readonly string[] {
  const { search, searchParams } = new URL(url)
  const fields = typeof body === 'string' ? [body, ...new URLSearchParams(body).values()] : []
  const credentials = new Headers(headers).get('authorization')?.split(' ') ?? []
  return [search.slice(1), ...searchParams.values(), ...fields, ...credentials].filter(({ length }) => length >= 6)
}

/** True if the document does not exist. For GET that is any 4xx that is not retryable, since not every server answers 404. */
function isMissing({ status }: Response, { method = 'GET' }: RequestInit): boolean {
  if (method !== 'GET') return status === 404
  return status >= 400 && !isTransientStatus(status)
}

function tooLarge(bytes: number): Error {
  return new Error(`it is larger than ${bytes} bytes`)
}
