import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as sendHttp } from 'node:http'
import { Agent as HttpsAgent, request as sendHttps } from 'node:https'
import type { HttpAuthorizer } from '../../../entries/auth.js'
import type { RequestBody } from './request-body.js'

/** The server behind a tap. */
export interface UpstreamOptions {
  readonly url: URL
  /** Headers that are sent in place of those of the client; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly authorizer: HttpAuthorizer | undefined
  /** Receives credentials before they are sent. */
  readonly onCredentials: (value: string) => void
}

export interface UpstreamRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  /** Names and values in turn, without those that are replaced. */
  readonly headers: readonly string[]
  readonly body: RequestBody
  /** Receives each piece of a body that is streamed, before it is sent. */
  readonly onPiece: (bytes: Uint8Array) => Promise<void>
  /** Called at the end of a body that is streamed, before the server knows of it. */
  readonly onEnd: () => Promise<void>
  readonly signal: AbortSignal
}

/** One request is sent this often in all, with other credentials each time. */
const maxAttempts = 4

/** Sends the requests of a tap, over connections of its own. */
export class Upstream {
  readonly #options: UpstreamOptions
  readonly #agent: HttpAgent | HttpsAgent

  constructor(options: UpstreamOptions) {
    this.#options = options
    this.#agent =
      options.url.protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  }

  get origin(): string {
    return this.#options.url.origin
  }

  /** The names of the headers that are not taken from the client. */
  get replaced(): readonly string[] {
    const { headers, authorizer } = this.#options
    return ['host', ...Object.keys(headers), ...(authorizer === undefined ? [] : ['authorization', 'dpop'])]
  }

  /** Resolves with the response when its headers are there. Rejects if it does not come, or with the reason of the signal. */
  async send(request: UpstreamRequest): Promise<IncomingMessage> {
    const { authorizer, onCredentials, url } = this.#options
    if (authorizer === undefined) return this.#sendAnew(request, {})
    const target = { method: request.method, url: url.origin + request.path }
    for (let retries = 0; ; retries += 1) {
      const sent = await authorizer.headers(target, request.signal)
      for (const value of Object.values(sent)) onCredentials(value)
      const response = await this.#sendAnew(request, sent)
      const { statusCode: status = 500, headers } = response
      const header = (name: string) => {
        const value = headers[name]
        return Array.isArray(value) ? value.join(', ') : value
      }
      authorizer.onReply({ url: target.url, header })
      const isRefused = status === 401 || status === 403
      if (!isRefused || retries + 1 === maxAttempts || request.method === 'DELETE') return response
      const refusal = { ...target, status, sent, retries, header }
      if (!(await authorizer.recover(refusal, request.signal))) return response
      response.destroy()
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  /** A connection that was kept may have been closed by the server meanwhile: then the request was not read. */
  async #sendAnew(request: UpstreamRequest, sent: Readonly<Record<string, string>>): Promise<IncomingMessage> {
    for (;;) {
      const outgoing = this.#open(request, sent)
      try {
        return await respond(outgoing, request)
      } catch (reason) {
        const isStale = outgoing.reusedSocket && (reason as NodeJS.ErrnoException).code === 'ECONNRESET'
        if (!isStale || request.body.rest !== undefined || request.signal.aborted) throw reason
      }
    }
  }

  #open({ method, path, headers }: UpstreamRequest, sent: Readonly<Record<string, string>>): ClientRequest {
    const { url, headers: given } = this.#options
    const own = Object.entries({ host: url.host, ...given, ...sent }).flat()
    const send = url.protocol === 'https:' ? sendHttps : sendHttp
    const outgoing = send({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      method,
      path,
      headers: [...own, ...headers],
      agent: this.#agent,
    })
    outgoing.setNoDelay(true)
    return outgoing
  }
}

function respond(outgoing: ClientRequest, request: UpstreamRequest): Promise<IncomingMessage> {
  const { signal } = request
  return new Promise((resolve, reject) => {
    const onAbort = () => outgoing.destroy(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    outgoing.once('close', () => signal.removeEventListener('abort', onAbort))
    outgoing.on('error', reject)
    outgoing.once('response', resolve)
    sendBody(outgoing, request).catch((reason: unknown) => outgoing.destroy(reason as Error)) // what streams throw
  })
}

async function sendBody(outgoing: ClientRequest, { body, onPiece, onEnd }: UpstreamRequest): Promise<void> {
  for (const piece of body.held) outgoing.write(piece)
  if (body.rest !== undefined) {
    for await (const piece of body.rest) {
      await onPiece(piece)
      await new Promise<void>((resolve, reject) => {
        outgoing.write(piece, (error) => (error ? reject(error) : resolve()))
      })
    }
    await onEnd()
  }
  outgoing.end()
}
