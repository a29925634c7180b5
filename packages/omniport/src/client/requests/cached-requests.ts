import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { ListOptions } from '../call-options.js'
import type { ClientRequests } from './client-requests.js'
import { listAll } from './list-all.js'
import type { ResultCache } from './result-cache.js'
import type { ListResults, Results } from './results.js'

/** Sends requests whose results may be cached, and answers them from the cache. */
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
   * The key has everything that a result depends on. A request with its own `_meta` is never answered from the cache, and a
   * result that needed input is not cached.
   *
   * spec: server/utilities/caching#cache-key
   */
  request<M extends keyof Results>(method: M, params: RpcParams, options?: ListOptions): Promise<Results[M]>
  async request(method: string, params: RpcParams, { fresh, ...options }: ListOptions = {}): Promise<object> {
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

  /** All items of a list; empty where the server has no such list. */
  async list<M extends keyof ListResults, T>(
    method: M,
    itemsOf: (page: ListResults[M]) => readonly T[],
    options: ListOptions = {},
  ): Promise<readonly T[]> {
    await this.#requests.ready(options)
    const [capability = ''] = method.split('/')
    if (!this.#requests.declares(capability)) return []
    return listAll(
      {
        method,
        itemsOf,
        limits: this.#limits,
        page: (cursor, fresh) => this.request(method, cursor === undefined ? {} : { cursor }, { ...options, fresh }),
        onInvalidCursor: () => this.#cache.forget(method),
      },
      options.fresh === true,
    )
  }
}
