import type { Clock } from '../../async/runtime/clock.js'
import { ExpiringMap } from '../../async/timers/expiring-map.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { Blobs } from '../blobs.js'

/** Options of `createMemoryBlobs`. */
export interface MemoryBlobsOptions {
  readonly clock: Clock
  /** The maximum number of blobs. Default: 10,000. */
  readonly maxEntries?: number | undefined
  /** The bytes of all blobs together. Default: 64 MiB. */
  readonly maxBytes?: number | undefined
}

/**
 * Creates `Blobs` in memory. `create` and `put` reject with OmniportError `limit` when it is full. There is nothing to close; a
 * timer of the clock runs while there are blobs.
 */
export function createMemoryBlobs(options: MemoryBlobsOptions): Blobs {
  const { clock, maxEntries = 10_000, maxBytes = 64 * 1024 * 1024 } = options
  let storedBytes = 0
  const blobs = new ExpiringMap<Uint8Array>(clock, (_id, { length }) => {
    storedBytes -= length
  })
  const put = (id: string, bytes: Uint8Array, ttlMs: number): void => {
    if (blobs.get(id) === undefined && blobs.size >= maxEntries) {
      throw new OmniportError('limit', `blobs: ${maxEntries} are stored already; raise maxEntries or try later`)
    }
    blobs.expire()
    const more = bytes.length - (blobs.get(id)?.length ?? 0)
    if (storedBytes + more > maxBytes) {
      throw new OmniportError('limit', `blobs: at most ${maxBytes} bytes are stored; raise maxBytes or try later`)
    }
    storedBytes += more
    blobs.set(id, bytes.slice(), ttlMs)
  }
  return {
    async create(id, bytes, ttlMs) {
      if (blobs.get(id) !== undefined) return false
      put(id, bytes, ttlMs)
      return true
    },
    async put(id, bytes, ttlMs) {
      put(id, bytes, ttlMs)
    },
    async get(id) {
      return blobs.get(id)?.slice()
    },
    async take(id) {
      const bytes = blobs.get(id)
      blobs.delete(id)
      return bytes
    },
  }
}
