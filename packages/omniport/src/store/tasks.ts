import type { Records } from './records.js'

/**
 * Tasks by id. The node whose lease is in force runs the task; whoever finds the lease expired claims it and replays the
 * journal.
 */
export interface Tasks extends Records {
  /**
   * The ids of an owner's tasks in the order they were created, at most `limit` of them after the id `after`. An owner is
   * the key of a principal, given as the `owner` member of the record's value.
   */
  list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]>
}
