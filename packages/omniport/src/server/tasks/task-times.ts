/** The intervals of tasks, in milliseconds. */
export const taskTimes = Object.freeze({
  /** The time after which a silent node loses its tasks to another one. */
  lease: 15_000,
  /** Between renewals of a lease; also between reads of the record of a running task, since messages may be lost. */
  renew: 4_000,
  /** The least time without a word of a task after which another node looks at it. Longer than a lease. */
  silent: 20_000,
  /** Until the other nodes are told of a new task. */
  soon: 250,
  /** The least time after which a task that its node leaves is taken. */
  taken: 100,
  /** Between reads of the record of a task while a client waits for its change. */
  watch: 2_000,
  /** Between writes of progress messages. */
  status: 1_000,
  /** The least time that a task is kept, also where the client requests less. */
  shortestLife: 60_000,
  /** Before a failed write of an outcome is repeated. */
  retry: 1_000,
})
