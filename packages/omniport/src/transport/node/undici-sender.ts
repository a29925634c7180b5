import { Agent, type Dispatcher } from 'undici'
import type { HttpSender, HttpSendRequest, HttpSendResponse } from '../http-sender.js'
import { UndiciBody } from './undici-body.js'

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

type Controller = Dispatcher.DispatchController
type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Takes one reply from undici as it arrives. A stream for each would cost more than all else that sending takes. */
class UndiciReply implements Dispatcher.DispatchHandler {
  readonly #resolve: (received: HttpSendResponse) => void
  readonly #reject: (reason: unknown) => void
  #controller: Controller | undefined
  #body: UndiciBody | undefined
  #aborted: Error | undefined

  /** `resolve` is called when the headers are there, `reject` where they will not be. */
  constructor(resolve: (received: HttpSendResponse) => void, reject: (reason: unknown) => void) {
    this.#resolve = resolve
    this.#reject = reject
  }

  /** Closes the connection. What waits for a free one is not sent. */
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
    if (status < 200) return // what is only informational
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
