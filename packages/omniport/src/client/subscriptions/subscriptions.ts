import { booleanValue, objectValue } from '../../protocol/options/option-checks.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isStringArray } from '../../values/json/is-string-array.js'
import { type Check, checkOptions, mustBe, type OptionChecks } from '../../values/options/check-options.js'
import type { ClientServices } from '../client-services.js'
import type { ActiveConnection } from '../connect/active-connection.js'
import { ClientSubscription } from './client-subscription.js'
import type { Filter, Listening } from './listening.js'

/** All subscriptions of one client. */
export class Subscriptions {
  readonly #services: ClientServices
  readonly #open = new Set<ClientSubscription>()

  constructor(services: ClientServices) {
    this.#services = services
    services.changes.onGap(() => {
      for (const subscription of this.#open) subscription.markAllChanged()
    })
  }

  get size(): number {
    return this.#open.size
  }

  /** Rejects with TypeError for an invalid filter, or OmniportError `limit` when there are too many. */
  async open(
    { revisionClient }: ActiveConnection,
    requested: Filter,
    signal: AbortSignal | undefined,
  ): Promise<Listening> {
    const { limits, timeoutMs } = this.#services
    if (this.#open.size >= limits.subscriptions) {
      throw new OmniportError('limit', `Too many subscriptions: limits.subscriptions is ${limits.subscriptions}`)
    }
    const subscription = new ClientSubscription({
      filter: normalise(requested),
      limit: limits.items,
      services: this.#services,
      signal,
      onEnd: (ended) => this.#open.delete(ended),
    })
    this.#open.add(subscription)
    try {
      await subscription.start(revisionClient, { signal, timeoutMs })
      return subscription
    } catch (reason) {
      this.#open.delete(subscription)
      throw reason
    }
  }

  /** Subscribes again on a new connection. spec: basic/patterns/subscriptions#cancellation */
  async restore({ revisionClient }: ActiveConnection): Promise<void> {
    const { timeoutMs } = this.#services
    await Promise.all([...this.#open].map((subscription) => subscription.restart(revisionClient, { timeoutMs })))
  }

  endAll(reason: Error | undefined): void {
    for (const subscription of [...this.#open]) subscription.end(reason)
  }
}

function normalise(filter: Filter): Filter {
  objectValue('listen: filter', filter)
  const { uris, ...lists } = checkOptions('listen', filter, checks)
  return uris === undefined ? lists : { ...lists, uris: [...new Set(uris)] }
}

const uriList: Check = (path, value) => {
  if (!isStringArray(value)) throw mustBe(path, 'an array of strings', value)
}

const checks: OptionChecks<Filter> = {
  tools: booleanValue,
  prompts: booleanValue,
  resources: booleanValue,
  uris: uriList,
}
