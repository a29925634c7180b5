import type { FetchHandler } from '../../packages/omniport/src/transport/http/create-fetch-handler.js'
import type { HttpTap } from './http-tap.js'
import type { Random } from './random.js'
import type { Scheduler } from './scheduler.js'
import { SimulatedExchange } from './simulated-exchange.js'

/** What a web is made from. */
export interface SimulatedWebOptions {
  readonly random: Random
  readonly scheduler: Scheduler
}

/** The network between HTTP clients and one address. */
export class SimulatedWeb {
  /** Who answers there: any of them. */
  handlers: readonly FetchHandler[] = []
  readonly #options: SimulatedWebOptions
  readonly #open = new Set<SimulatedExchange>()

  constructor(options: SimulatedWebOptions) {
    this.#options = options
  }

  /** The requests whose replies are not over, oldest first. */
  get open(): readonly SimulatedExchange[] {
    return [...this.#open]
  }

  /** A `fetch` over this network, for one client. */
  fetchFor(tap: HttpTap): typeof fetch {
    return async (input, init = {}) => {
      const headers = new Headers(init.headers)
      const { random } = this.#options
      const { method = 'GET', body, signal } = init
      const text = typeof body === 'string' ? body : undefined
      const exchange = new SimulatedExchange({
        ...this.#options,
        request: { url: String(input), method, headers, body: text, signal: signal ?? undefined },
        tap: tap.open({ method, headers, body: text }),
        handler: () => (this.handlers.length === 0 ? undefined : random.pick(this.handlers)),
        onOver: () => this.#open.delete(exchange),
      })
      this.#open.add(exchange)
      return exchange.response
    }
  }

  /** Breaks everything that is under way. */
  cutAll(): void {
    for (const exchange of this.open) exchange.cut()
  }
}
