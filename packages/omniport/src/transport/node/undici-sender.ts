import { Agent } from 'undici'
import type { HttpSender, HttpSendRequest, HttpSendResponse } from '../http-sender.js'
import { UndiciReply } from './undici-reply.js'

/**
 * Sends over connections of its own, which nobody shares and which end with it. It knows no time limits but that of
 * connecting: how long a reply may take is decided by whoever waits for it.
 */
export class UndiciSender implements HttpSender {
  readonly #agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  #lastTarget: RequestTarget | undefined

  send({ method, url, headers, body, abort }: HttpSendRequest): Promise<HttpSendResponse> {
    return new Promise((resolve, reject) => {
      const { origin, path } = this.#targetOf(url)
      const reply = new UndiciReply(resolve, reject)
      abort.listen((reason) => reply.abort(reason))
      this.#agent.dispatch({ origin, path, method, headers, body: body ?? null }, reply)
    })
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }

  /** Most requests go where the last one went. */
  #targetOf(url: string): RequestTarget {
    if (this.#lastTarget?.url !== url) {
      const { origin, pathname, search } = new URL(url)
      this.#lastTarget = { url, origin, path: pathname + search }
    }
    return this.#lastTarget
  }
}

interface RequestTarget {
  readonly url: string
  readonly origin: string
  readonly path: string
}
