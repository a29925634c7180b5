import { Semaphore } from '../../async/waiting/semaphore.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { ConnectionUse } from '../../transport/http-sender.js'

/** The connections to one server that may be open at once, whatever the server asks for, by their use. */
export function connectionLimits(limits: Limits): Readonly<Record<ConnectionUse, number>> {
  const { requestsPerServer, streamsPerServer, answersPerServer } = limits
  return { request: requestsPerServer, stream: streamsPerServer, answer: answersPerServer }
}

/** Gives the requests to one server their turns, so that no more of them are open than there may be connections. */
export class ServerConnections {
  readonly #semaphores: Readonly<Record<ConnectionUse, Semaphore>>

  constructor(limits: Limits) {
    const { request, stream, answer } = connectionLimits(limits)
    this.#semaphores = {
      request: new Semaphore(request),
      stream: new Semaphore(stream),
      answer: new Semaphore(answer),
    }
  }

  of(use: ConnectionUse): Semaphore {
    return this.#semaphores[use]
  }
}
