import { codecOf } from '../../protocol/codec/codec-of.js'
import type { Definitions } from '../../protocol/content/encode-definition.js'
import type { Implementation } from '../../protocol/exchange/peer.js'
import type { CacheHints } from '../../protocol/model/results.js'
import { EncodedResult } from '../../protocol/results/encoded-result.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'

export interface EncodedPage extends CacheHints {
  readonly kind: keyof Definitions
  readonly items: readonly string[]
  readonly nextCursor: string | undefined
}

const encoder = new TextEncoder()

/**
 * The bytes that an entry counts beside its content: without them, a peer that invents cursors could fill the cache
 * with small entries.
 */
const overheadBytes = 512

const methods: { readonly [K in keyof Definitions]: string } = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
}

/** Puts encoded items into the result of their list, and caches the bytes of results. */
export class ListEncoder {
  readonly #serverInfo: Implementation
  readonly #cache: BoundedMap<EncodedResult>
  /** The lists that all callers see alike. */
  #alike: { [K in keyof Definitions]?: boolean } = {}

  constructor(serverInfo: Implementation, maxBytes: number) {
    this.#serverInfo = serverInfo
    this.#cache = new BoundedMap({
      maxSize: maxBytes,
      sizeOf: ({ bytes }, key) => bytes.length + key.length + overheadBytes,
    })
  }

  /** Gives the cached result of `key`, or encodes the one that `page` gives. */
  cached(key: string, revision: Revision, page: () => EncodedPage): EncodedResult {
    let result = this.#cache.get(key)
    if (result === undefined) {
      result = this.encode(revision, page())
      this.#cache.set(key, result)
    }
    return result
  }

  /** True if all callers see the same list, which is asked once until a list changes. */
  isAlike(kind: keyof Definitions, find: () => boolean): boolean {
    this.#alike[kind] ??= find()
    return this.#alike[kind]
  }

  clear(): void {
    this.#cache.clear()
    this.#alike = {}
  }

  encode(revision: Revision, { kind, items, nextCursor, ttlMs, cacheScope }: EncodedPage): EncodedResult {
    const empty = { [kind]: [], ...(nextCursor !== undefined && { nextCursor }), ttlMs, cacheScope }
    const context = { profile: profileOf(revision), serverInfo: this.#serverInfo }
    const envelope = JSON.stringify(codecOf(revision).encodeResult(methods[kind], empty, context))
    const start = `{"${kind}":[`
    return new EncodedResult(revision, encoder.encode(start + items.join(',') + envelope.slice(start.length)))
  }
}
