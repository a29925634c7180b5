import type { Attributes } from '@opentelemetry/api'
import { attributes, notifications, otherName, requests } from '../conventions/names.js'
import { spanNameOf } from './operation-attributes.js'

/** As many time series as the SDK of OpenTelemetry keeps of a metric. */
const maxNames = 2_000

/**
 * The methods, tools and prompts that a receiver has answered with a result. Only a result proves that a name is not made up:
 * errors may come before anybody looks whether there is such a thing.
 */
export class ServedNames {
  readonly #names = new Set<string>()

  /** Adds the names of a request that was answered with a result. */
  add(common: Attributes): void {
    if (this.#names.size < maxNames) this.#names.add(spanNameOf(common))
  }

  has(common: Attributes): boolean {
    return this.#names.has(spanNameOf(common))
  }

  /** The attributes of a metric without the names that a peer may have made up. */
  keepKnown(found: Attributes): Attributes {
    if (this.has(found)) return found
    const { [attributes.tool]: _tool, [attributes.prompt]: _prompt, ...known } = found
    const method = `${known[attributes.method]}`
    return requests.has(method) || notifications.has(method) ? known : { ...known, [attributes.method]: otherName }
  }
}
