import type { AuthRefusal, HttpAuthorizer } from '../../transport/http-authorizer.js'
import type { HttpSender, HttpSendRequest, HttpSendResponse } from '../../transport/http-sender.js'
import type { SentSecrets } from '../http/sent-secrets.js'

export interface AuthorizingOptions {
  readonly authorizer: HttpAuthorizer
  /** The origin of the MCP server. No other origin gets credentials. */
  readonly origin: string
  /** Gets the credentials that are sent, to redact them in errors. */
  readonly secrets?: SentSecrets | undefined
  /** Called before a request is sent with other credentials than the one before. */
  readonly onNewCredentials?: (() => void) | undefined
}

/** One request is sent this often in all. */
const maxAttempts = 4

/** The part of the body of a refusal that is kept. */
const maxBufferedBytes = 64 * 1024

/**
 * Sends requests with credentials, and again with better ones when the server refuses them. Closes its sender.
 *
 * spec: basic/authorization#access-token-usage
 */
export class AuthorizingSender implements HttpSender {
  readonly #sender: HttpSender
  readonly #options: AuthorizingOptions
  /** Those of the last request; empty for none. Undefined: nothing was sent yet. */
  #credentials: string | undefined

  constructor(sender: HttpSender, options: AuthorizingOptions) {
    this.#sender = sender
    this.#options = options
  }

  /** Rejects as the sender does, and with OmniportError `unauthorized`. Settles with a refusal that remains. */
  async send(request: HttpSendRequest): Promise<HttpSendResponse> {
    const { method, url, abort, isQuiet } = request
    const { authorizer, origin } = this.#options
    if (new URL(url).origin !== origin) return this.#sender.send(request)
    for (let retries = 0; ; retries += 1) {
      const sent = await authorizer.headers({ method, url }, abort.signal)
      this.#noteCredentials(sent['authorization'])
      const received = await this.#sender.send({ ...request, headers: { ...request.headers, ...sent } })
      const { status, header } = received
      authorizer.onReply({ url, header })
      // No user is asked for credentials to end a session, which ends by itself.
      if (!refusals.has(status) || retries + 1 === maxAttempts || method === 'DELETE') return received
      const buffered = await bufferBody(received)
      const refusal: AuthRefusal = { method, url, status, sent, retries, isQuiet, header }
      if (!(await authorizer.recover(refusal, abort.signal))) return buffered
    }
  }

  close(): Promise<void> {
    return this.#sender.close()
  }

  #noteCredentials(credentials = ''): void {
    const { secrets, onNewCredentials } = this.#options
    if (credentials !== '') secrets?.addHeader(credentials)
    if (this.#credentials !== undefined && this.#credentials !== credentials) onNewCredentials?.()
    this.#credentials = credentials
  }
}

const refusals: ReadonlySet<number> = new Set([401, 403])

/** The reply with the start of its body, so that its connection is free while the user decides. */
async function bufferBody(received: HttpSendResponse): Promise<HttpSendResponse> {
  const chunks: Uint8Array[] = []
  let left = maxBufferedBytes
  for await (const chunk of received.body) {
    chunks.push(chunk.subarray(0, left))
    left -= chunk.length
    if (left <= 0) break
  }
  return { ...received, body: replay(chunks) }
}

async function* replay(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
