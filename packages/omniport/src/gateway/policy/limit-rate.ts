import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import { createNameFilter } from '../../host/catalogue/server-catalogue.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange, Middleware } from '../../protocol/exchange/exchange.js'
import { functionValue, objectValue, positiveCount } from '../../protocol/options/option-checks.js'
import { CallerBuckets } from '../../server/requests/rate-limits.js'
import type { Records } from '../../store/records.js'
import { type Check, checkOptions, type OptionChecks } from '../../values/options/check-options.js'
import { announceRefusal, type RefusalOptions } from './announce-refusal.js'
import { type PolicyTarget, targetOf } from './policy-target.js'
import { withRawResults } from './raw-results.js'
import { SharedBuckets } from './shared-buckets.js'
import { refuse } from './unknown-target.js'

/** Options of `limitRate`. */
export interface RateOptions extends RefusalOptions {
  /** Calls of tools, prompts and reads of resources in a minute, of one caller. As many may come at once. Default: any number. */
  readonly perMinute?: number | undefined
  /** Calls of tools in a minute, of one caller, by name; `*` stands for any characters. All that match one entry are counted together. */
  readonly tools?: Readonly<Record<string, number>> | undefined
  /**
   * Counts for all nodes that share this store, such as `stores.sessions`. Each node counts for itself the calls of connections that
   * are no principal's and no network's, and all calls while the store fails. Default: each node counts for itself.
   */
  readonly store?: Records | undefined
  /** The clock. Default: that of the system. */
  readonly runtime?: Pick<Runtime, 'now'> | undefined
}

/**
 * Middleware that refuses what one caller asks too often, before anything runs: -32603 with `retryAfterSeconds` in its `data`,
 * over HTTP with 429 and `Retry-After`. A caller is an authenticated principal, else a network of HTTP clients, else a
 * connection. Each round of a call counts.
 *
 * spec: server/tools#security-considerations
 *
 * @throws TypeError naming an option that cannot be used.
 */
export function limitRate(options: RateOptions): Middleware {
  const given = checkOptions('limitRate', options, checks)
  const { perMinute, tools = {}, onEvent } = given
  const rates = Object.entries(tools).map(([pattern, rate]) => createRate(rate, given, pattern))
  if (perMinute !== undefined) rates.push(createRate(perMinute, given))
  return withRawResults((next) => async (message, exchange) => {
    const target = countedMethods.has(message.method) ? targetOf(message) : undefined
    const refusal = target && (await refusalBy(rates, target, exchange))
    if (refusal === undefined) return next(message, exchange)
    announceRefusal({ onEvent }, message, { rule: 'limitRate', exchange })
    return refuse(message, refusal, exchange)
  })
}

const countedMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])

const ratesByName: Check = (path, value) => {
  objectValue(path, value)
  for (const [name, rate] of Object.entries(value as object)) positiveCount(`${path}["${name}"]`, rate)
}

const checks: OptionChecks<RateOptions> = {
  perMinute: positiveCount,
  tools: ratesByName,
  store: objectValue,
  runtime: objectValue,
  onEvent: functionValue,
}

interface Rate {
  readonly perMinute: number
  readonly buckets: CallerBuckets | SharedBuckets
  /** For the message of the error. */
  readonly what: string
  counts(target: PolicyTarget): boolean
}

function createRate(perMinute: number, { store, runtime: clock = defaultRuntime }: RateOptions, pattern = ''): Rate {
  const buckets =
    store === undefined
      ? new CallerBuckets({ perMinute, clock })
      : new SharedBuckets({ store, name: pattern, perMinute, clock })
  if (pattern === '') return { perMinute, buckets, what: 'requests', counts: () => true }
  const matches = createNameFilter({ allow: [pattern] })
  const counts = ({ kind, name }: PolicyTarget) => kind === 'tool' && matches(name)
  return { perMinute, buckets, what: `calls of ${pattern}`, counts }
}

async function refusalBy(
  rates: readonly Rate[],
  target: PolicyTarget,
  exchange: Exchange,
): Promise<RpcError | undefined> {
  for (const { perMinute, buckets, what, counts } of rates) {
    const waitMs = counts(target) ? await buckets.take(exchange) : 0
    if (waitMs === 0) continue
    const retryAfterSeconds = Math.ceil(waitMs / 1000)
    return new RpcError(-32603, `Too many ${what} per minute: the limit is ${perMinute}`, { retryAfterSeconds })
  }
  return undefined
}
