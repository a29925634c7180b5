import type { Records } from './records.js'

/**
 * Tasks by id. The node with the valid lease runs the task; a node that finds an expired lease claims it and replays the
 * journal.
 *
 * The owner is the key of a principal: the string `owner` in the value that a task is created with. Later values change neither
 * the owner nor the position of the task. A task without an owner is in no list.
 */
export interface Tasks extends Records {
  /**
   * Lists up to `limit` ids of an owner's tasks in the order of creation, after the id `after` (undefined: from the first).
   * Deleted and expired tasks are not listed, but their ids work as `after` for a while.
   *
   * Rejects with OmniportError `limit` if the position of `after` is forgotten, or if `after` was never a task of that owner.
   */
  list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]>
}
