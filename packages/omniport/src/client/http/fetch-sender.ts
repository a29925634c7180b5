import { chunksOf } from '../../async/streams/chunks-of.js'
import type { HttpSender, HttpSendRequest, HttpSendResponse } from '../../transport/http-sender.js'

/** Sends with a `fetch`, over the connections of the platform. */
export class FetchSender implements HttpSender {
  readonly #fetch: typeof fetch

  constructor(send: typeof fetch) {
    this.#fetch = send
  }

  async send({ method, url, headers, body, abort, onSent }: HttpSendRequest): Promise<HttpSendResponse> {
    const send = this.#fetch
    const { signal } = abort
    const replying = send(url, { method, headers, signal, redirect: 'manual', ...(body !== undefined && { body }) })
    onSent?.()
    const reply = await replying
    return {
      status: reply.status,
      header: (name) => reply.headers.get(name) ?? undefined,
      headers: () => reply.headers,
      body: chunksOf(reply.body?.getReader()),
    }
  }

  async close(): Promise<void> {}
}
