import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { ListOptions } from '../call-options.js'
import type { ClientRequests } from './client-requests.js'
import { listAll } from './list-all.js'
import type { ResultCache } from './result-cache.js'

type Result = Readonly<Record<string, unknown>>

/** Sends requests whose answers may be kept, and answers from what was kept. */
export class CachedRequests {
  readonly #requests: ClientRequests
  readonly #cache: ResultCache
  readonly #limits: Limits

  constructor(requests: ClientRequests, cache: ResultCache, limits: Limits) {
    this.#requests = requests
    this.#cache = cache
    this.#limits = limits
  }

  /**
   * The key of an answer is all that it depends on; a question with a `_meta` of its own is never answered from the cache, and
   * what the server asked something for is never kept.
   *
   * spec: server/utilities/caching#cache-key
   */
  async request(method: string, params: RpcParams, { fresh, ...options }: ListOptions = {}): Promise<Result> {
    if (options.meta !== undefined) return this.#requests.send({ method, params, options })
    const key = JSON.stringify(params)
    const cached = fresh === true ? undefined : this.#cache.get(method, key)
    if (cached !== undefined) return cached
    const store = this.#cache.reserve(method, key)
    let isRetry = false
    const onRoundTrip = () => {
      isRetry = true
    }
    const result = await this.#requests.send({ method, params, options, onRoundTrip })
    if (this.#requests.profile.resultEnvelope && !isRetry) store(result)
    return result
  }

  /** All items of a list; none where the server has no such list. */
  async list(method: string, items: string, options: ListOptions = {}): Promise<readonly unknown[]> {
    await this.#requests.ready(options)
    const [capability = ''] = method.split('/')
    if (!this.#requests.declares(capability)) return []
    return listAll(
      {
        method,
        items,
        limits: this.#limits,
        page: (cursor, fresh) => this.request(method, cursor === undefined ? {} : { cursor }, { ...options, fresh }),
        onInvalidCursor: () => this.#cache.forget(method),
      },
      options.fresh === true,
    )
  }
}
