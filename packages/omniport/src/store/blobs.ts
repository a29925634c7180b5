/**
 * Bytes by id, for a while: journals too large to travel, and marks of what may be used once.
 *
 * Every implementation keeps to this: each method is atomic, what one node put every node gets, and a blob is gone `ttlMs`
 * milliseconds after it was put.
 */
export interface Blobs {
  /** Keeps `bytes` where there is nothing yet. False, and nothing changed: there is. Of several creators one succeeds. */
  create(id: string, bytes: Uint8Array, ttlMs: number): Promise<boolean>
  /** Keeps `bytes`, in place of what was there. */
  put(id: string, bytes: Uint8Array, ttlMs: number): Promise<void>
  get(id: string): Promise<Uint8Array | undefined>
  /** Gets and deletes in one step: of several takers one gets it. */
  take(id: string): Promise<Uint8Array | undefined>
}
