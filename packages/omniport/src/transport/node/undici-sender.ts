import { Agent, type Dispatcher } from 'undici'
import type { ConnectionUse, HttpSender, HttpSendRequest, HttpSendResponse } from '../http-sender.js'
import { UndiciBody } from './undici-body.js'

/**
 * Sends over connections of its own, which end with it. It limits only their number and the time to connect: the caller limits
 * the time for a reply.
 */
export class UndiciSender implements HttpSender {
  readonly #agents: Readonly<Record<ConnectionUse, Agent>>
  #lastTarget: RequestTarget | undefined

  /** `connections`: those that may be open to one origin, by their use. */
  constructor(connections: Readonly<Record<ConnectionUse, number>>) {
    const { request, stream, answer } = connections
    this.#agents = { request: createAgent(request), stream: createAgent(stream), answer: createAgent(answer) }
  }

  send({ method, url, headers, body, abort, use = 'request' }: HttpSendRequest): Promise<HttpSendResponse> {
    return new Promise((resolve, reject) => {
      const { origin, path } = this.#targetOf(url)
      const reply = new UndiciReply(resolve, reject)
      abort.listen((reason) => reply.abort(reason))
      this.#agents[use].dispatch({ origin, path, method, headers, body: body ?? null }, reply)
    })
  }

  async close(): Promise<void> {
    const { request, stream, answer } = this.#agents
    await Promise.all([request.destroy(), stream.destroy(), answer.destroy()])
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

function createAgent(connections: number): Agent {
  const limit = Number.isFinite(connections) ? Math.max(1, Math.floor(connections)) : null
  return new Agent({ headersTimeout: 0, bodyTimeout: 0, connections: limit })
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
