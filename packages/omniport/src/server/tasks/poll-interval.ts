/**
 * How long a client is advised to wait before it looks again at a task that is not final, by the age of the task; both in
 * milliseconds. What ends at once is seen soon.
 */
export function pollInterval(ageMs: number): number {
  // A task from the future is one of a node whose clock is ahead: nothing is known of its age.
  return ageMs >= 0 && ageMs < 1_000 ? 100 : 1_000
}
