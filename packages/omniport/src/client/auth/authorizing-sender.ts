import type { AuthRefusal, HttpAuthorizer } from '../../transport/http-authorizer.js'
import type { HttpSender, HttpSendRequest, HttpSendResponse } from '../../transport/http-sender.js'
import type { SentSecrets } from '../http/sent-secrets.js'

/** What credentials are added with. */
export interface AuthorizingOptions {
  readonly authorizer: HttpAuthorizer
  /** Of the MCP server: nobody else is sent credentials. */
  readonly origin: string
  /** Gets what is sent. */
  readonly secrets?: SentSecrets | undefined
}

/** How often one request is sent in all. */
const maxAttempts = 4

/** Of the body of a refusal. */
const maxBufferedBytes = 64 * 1024

/**
 * Sends requests with credentials, and again with better ones where they are refused for want of those. It closes the sender
 * that it was made with.
 *
 * spec: basic/authorization#access-token-usage
 */
export class AuthorizingSender implements HttpSender {
  readonly #sender: HttpSender
  readonly #options: AuthorizingOptions

  constructor(sender: HttpSender, options: AuthorizingOptions) {
    this.#sender = sender
    this.#options = options
  }

  /** Rejects as the sender does, and with OmniportError `unauthorized`. A refusal that stands is given as it is. */
  async send(request: HttpSendRequest): Promise<HttpSendResponse> {
    const { method, url, abort, isQuiet } = request
    const { authorizer, origin, secrets } = this.#options
    if (new URL(url).origin !== origin) return this.#sender.send(request)
    for (let retries = 0; ; retries += 1) {
      const sent = await authorizer.headers({ method, url }, abort.signal)
      if (sent['authorization'] !== undefined) secrets?.addHeader(sent['authorization'])
      const received = await this.#sender.send({ ...request, headers: { ...request.headers, ...sent } })
      const { status, header } = received
      authorizer.onReply({ url, header })
      // Ending a session is worth no person's time: it ends by itself.
      if (!refusals.has(status) || retries + 1 === maxAttempts || method === 'DELETE') return received
      const buffered = await bufferBody(received)
      const refusal: AuthRefusal = { method, url, status, sent, retries, isQuiet, header }
      if (!(await authorizer.recover(refusal, abort.signal))) return buffered
    }
  }

  close(): Promise<void> {
    return this.#sender.close()
  }
}

const refusals: ReadonlySet<number> = new Set([401, 403])

/** The reply with what there is of its body, so that its connection is free while somebody thinks. */
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
