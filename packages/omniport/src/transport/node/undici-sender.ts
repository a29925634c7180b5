import { Agent, type Dispatcher } from 'undici'
import type { HttpSender, HttpSendRequest, HttpSendResponse } from '../http-sender.js'
import { UndiciBody } from './undici-body.js'

/**
 * Sends over connections of its own, which end with it. It limits only the time to connect: the caller limits the time for a
 * reply.
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

  /** Remembers the last URL, since most requests go to the same one. */
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

type Controller = Dispatcher.DispatchController
type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Receives one reply from undici. A Node stream for each reply would cost more than all the rest of sending. */
class UndiciReply implements Dispatcher.DispatchHandler {
  readonly #resolve: (received: HttpSendResponse) => void
  readonly #reject: (reason: unknown) => void
  #controller: Controller | undefined
  #body: UndiciBody | undefined
  #aborted: Error | undefined

  /** `resolve` is called when the headers have arrived, `reject` if they will not arrive. */
  constructor(resolve: (received: HttpSendResponse) => void, reject: (reason: unknown) => void) {
    this.#resolve = resolve
    this.#reject = reject
  }

  /** Closes the connection. A request that waits for one is not sent. */
  abort(given: unknown): void {
    const reason = given instanceof Error ? given : new Error('The request was aborted', { cause: given })
    this.#aborted = reason
    this.#reject(reason)
    this.#body?.abort(reason)
    this.#controller?.abort(reason)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#aborted !== undefined) controller.abort(this.#aborted)
  }

  onResponseStart(controller: Controller, status: number, headers: Headers): void {
    if (status < 200) return // an informational response
    const body = new UndiciBody(controller)
    this.#body = body
    this.#resolve({
      status,
      header: (name) => {
        const value = headers[name]
        return Array.isArray(value) ? value.join(', ') : value
      },
      body,
    })
  }

  onResponseData(_controller: Controller, chunk: Uint8Array): void {
    this.#body?.push(chunk)
  }

  onResponseEnd(): void {
    this.#body?.end()
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#reject(error)
    this.#body?.end(error)
  }
}
