import { Agent } from 'undici'
import type { HttpReceived, HttpSend, HttpSender } from '../http-sender.js'

/**
 * Sends over connections of its own, which nobody shares and which end with it. It knows no time limits but that of
 * connecting: how long a reply may take is decided by whoever waits for it.
 */
export class UndiciSender implements HttpSender {
  readonly #agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

  async send({ method, url, headers, body, signal }: HttpSend): Promise<HttpReceived> {
    const { origin, pathname, search } = new URL(url)
    const path = pathname + search
    const reply = await this.#agent.request({ origin, path, method, headers, body: body ?? null, signal })
    return {
      status: reply.statusCode,
      header: (name) => {
        const value = reply.headers[name]
        return Array.isArray(value) ? value.join(', ') : value
      },
      body: reply.body,
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }
}
