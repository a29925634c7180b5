/** How often things happen around tasks, in milliseconds. */
export const taskTimes = Object.freeze({
  /** How long a node may be silent before another one runs its tasks. */
  lease: 15_000,
  /** Between signs of life; also between looks at the record of a task that runs, since messages may be lost. */
  renew: 4_000,
  /** Between looks at the record of a task whose change somebody waits for. */
  watch: 2_000,
  /** Between writings of what a task says of its progress. */
  status: 1_000,
  /** What a task is kept at least, whatever was wished. */
  shortestLife: 60_000,
  /** Before the outcome of a task is written again, after the store failed. */
  retry: 1_000,
})
