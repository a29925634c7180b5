import type { Recorder } from '../../entries/protocol.js'
import { isObject } from './read-message.js'

/** A request of authorization that was answered, or failed. */
export interface AuthExchange {
  readonly url: URL
  readonly method: string
  /** True: it sent JSON, as a registration does. Forms are for tokens. */
  readonly isJson: boolean
  /** Undefined while it runs, and if it got no answer. */
  readonly status?: number | undefined
  readonly error?: string | undefined
}

/** Wraps the `fetch` of authorization: records it, with its secrets replaced. */
export function recordAuth(
  next: typeof fetch,
  { recorder, onExchange }: { readonly recorder: Recorder; readonly onExchange: (exchange: AuthExchange) => void },
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const { method } = request
    const body = bodyText(init?.body)
    markSecrets(body, recorder)
    const isJson = body.startsWith('{')
    const recording = recorder.exchange({ method, path: url.pathname + url.search, headers: request.headers })
    if (body !== '') recording.requestBody(Buffer.from(body))
    recording.endRequest()
    try {
      const response = await next(input, init)
      const text = await response.clone().text() // the guarded fetch returns complete replies, of bounded size
      markSecrets(text, recorder)
      recording.response({ status: response.status, headers: response.headers })
      recording.responseBody(Buffer.from(text))
      recording.endResponse()
      onExchange({ url, method, isJson, status: response.status })
      return response
    } catch (reason) {
      const error = reason instanceof Error ? reason.message : String(reason)
      recording.abort('server', error)
      onExchange({ url, method, isJson, error })
      throw reason
    }
  }
}

function bodyText(body: unknown): string {
  if (typeof body === 'string') return body
  return body instanceof URLSearchParams ? body.toString() : ''
}

function markSecrets(text: string, recorder: Recorder): void {
  for (const [name, value] of membersOf(text)) if (secretNames.has(name) && value !== '') recorder.addSecret(value)
}

/** The texts of a JSON object or of a form. */
function membersOf(text: string): readonly (readonly [string, string])[] {
  if (!text.trimStart().startsWith('{')) return [...new URLSearchParams(text)]
  try {
    const value: unknown = JSON.parse(text)
    const entries = isObject(value) ? Object.entries(value) : []
    return entries.flatMap(([name, member]) => (typeof member === 'string' ? [[name, member] as const] : []))
  } catch {
    return []
  }
}

const secretNames: ReadonlySet<string> = new Set([
  ...['access_token', 'refresh_token', 'id_token', 'registration_access_token', 'client_secret', 'client_assertion'],
  ...['code', 'code_verifier', 'assertion', 'subject_token', 'actor_token', 'password', 'state', 'nonce'],
])
