import type { Records } from './records.js'

/**
 * Tasks by id. The node whose lease is in force runs the task; whoever finds the lease expired claims it and replays the
 * journal.
 *
 * An owner is the key of a principal: the `owner` member, a string, of the value that a task is created with. Later values
 * change neither the owner nor the place of the task. A task without an owner is in no list.
 */
export interface Tasks extends Records {
  /**
   * The ids of an owner's tasks in the order they were created, at most `limit` of them after the id `after` (undefined:
   * from the first). Tasks that are gone are not among them. An `after` that is gone keeps its place for a while.
   *
   * Rejects with OmniportError `limit` when the place of `after` is forgotten, or `after` was never a task of that owner:
   * what comes after it cannot be told.
   */
  list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]>
}
