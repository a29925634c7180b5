import type { Dispatcher } from 'undici'
import type { HttpSendResponse } from '../http-sender.js'
import { UndiciBody } from './undici-body.js'

type Controller = Dispatcher.DispatchController
type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Takes one reply from undici as it arrives. A stream for each would cost more than all else that sending takes. */
export class UndiciReply implements Dispatcher.DispatchHandler {
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
