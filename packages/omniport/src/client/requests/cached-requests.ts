import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { ListOptions } from '../call-options.js'
import { checkCallOptions } from './check-arguments.js'
import type { ClientRequests } from './client-requests.js'
import { listAll } from './list-all.js'
import type { ResultCache } from './result-cache.js'
import type { ListResults, PagedResults, Results } from './results.js'

/** A list of many pages: the parameters that each request for a page has, and the items of a page. */
interface PagedList<P, T> {
  readonly params?: RpcParams
  readonly itemsOf: (page: P) => readonly T[]
}

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
  async request(method: string, params: RpcParams, given: ListOptions = {}): Promise<object> {
    checkCallOptions(given)
    const { fresh, ...options } = given
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
    checkCallOptions(options)
    await this.#requests.ready(options)
    const [capability = ''] = method.split('/')
    return this.#requests.declares(capability) ? this.pages(method, { itemsOf }, options) : []
  }

  /** All items of a list that the server has. */
  async pages<M extends keyof PagedResults, T>(
    method: M,
    { params = {}, itemsOf }: PagedList<PagedResults[M], T>,
    options: ListOptions = {},
  ): Promise<readonly T[]> {
    return listAll(
      {
        method,
        itemsOf,
        limits: this.#limits,
        page: (cursor, fresh) =>
          this.request(method, cursor === undefined ? params : { ...params, cursor }, { ...options, fresh }),
        onInvalidCursor: () => this.#cache.forget(method),
      },
      options.fresh === true,
    )
  }
}
