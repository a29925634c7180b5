import type { Listening } from '../../entries/client.js'
import type { Host } from '../../entries/host.js'
import { UsageError } from '../actions/usage-error.js'
import type { ConsoleEvent, Subscription, SubscriptionFilter } from '../contract.js'
import { toFailure } from './to-failure.js'

export interface SubscriptionsOptions {
  readonly host: () => Host
  readonly publish: (event: ConsoleEvent) => void
}

interface Open {
  subscription: Subscription
  readonly abort: AbortController
}

/** The subscriptions that the page opened. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions
  readonly #open = new Map<string, Open>()

  constructor(options: SubscriptionsOptions) {
    this.#options = options
  }

  get all(): readonly Subscription[] {
    return [...this.#open.values()].map(({ subscription }) => subscription)
  }

  /** Opens a subscription; events say how it goes. @throws UsageError for an id that is in use. */
  open(id: string, server: string, filter: SubscriptionFilter): void {
    if (this.#open.has(id)) throw new UsageError(`There is a subscription with the id ${id} already`)
    if (this.#open.size >= maxOpen) throw new UsageError(`There are ${maxOpen} subscriptions already`)
    const open: Open = {
      subscription: { id, server, filter, state: 'opening', count: 0, changes: [] },
      abort: new AbortController(),
    }
    this.#open.set(id, open)
    this.#change(open, {})
    this.#run(open).catch((reason: unknown) => {
      if (this.#open.get(id) === open) this.#change(open, { state: 'failed', error: toFailure(reason) })
    })
  }

  close(id: string): void {
    const open = this.#open.get(id)
    if (open === undefined) return
    this.#open.delete(id)
    open.abort.abort(new Error('The subscription was ended'))
    this.#options.publish({ type: 'subscription-ended', id })
  }

  closeAll(server?: string): void {
    for (const [id, { subscription }] of this.#open) {
      if (server === undefined || subscription.server === server) this.close(id)
    }
  }

  async #run(open: Open): Promise<void> {
    const { signal } = open.abort
    const { server, filter } = open.subscription
    const client = await this.#options.host().client(server)
    const listening: Listening = await client.listen(filter, { signal })
    this.#change(open, { state: 'live', acknowledged: toFilter(listening.filter) })
    for await (const change of listening) {
      const { count, changes } = open.subscription
      const entry = { at: Date.now(), type: change.type, ...('uri' in change && { uri: change.uri }) }
      this.#change(open, { count: count + 1, changes: [...changes, entry].slice(-maxChanges) })
    }
    if (!signal.aborted) this.#change(open, { state: 'failed', error: { code: 'closed', message: 'It has ended' } })
  }

  #change(open: Open, change: Partial<Subscription>): void {
    open.subscription = { ...open.subscription, ...change }
    this.#options.publish({ type: 'subscription', subscription: open.subscription })
  }
}

function toFilter({ tools, prompts, resources, uris }: Listening['filter']): SubscriptionFilter {
  return {
    ...(tools !== undefined && { tools }),
    ...(prompts !== undefined && { prompts }),
    ...(resources !== undefined && { resources }),
    ...(uris !== undefined && { uris }),
  }
}

const maxOpen = 100
const maxChanges = 50
