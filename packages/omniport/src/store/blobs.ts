/**
 * Bytes by id with a lifetime: large journals, and marks of values that are used once.
 *
 * Contract: each method is atomic, all nodes see what one node put, and a blob is gone `ttlMs` milliseconds after it was put.
 */
export interface Blobs {
  /** Stores `bytes` if the id is unused; else returns false. Of several concurrent callers one succeeds. */
  create(id: string, bytes: Uint8Array, ttlMs: number): Promise<boolean>
  /** Stores `bytes`, and replaces an earlier value. */
  put(id: string, bytes: Uint8Array, ttlMs: number): Promise<void>
  get(id: string): Promise<Uint8Array | undefined>
  /** Gets and deletes in one step: of several callers one gets it. */
  take(id: string): Promise<Uint8Array | undefined>
}
