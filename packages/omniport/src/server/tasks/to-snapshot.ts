import { pollInterval } from './poll-interval.js'
import type { TaskQuestion } from './task-record.js'
import type { StoredTask } from './task-records.js'
import type { TaskSnapshot } from './task-snapshot.js'

/** What clients may know of a task at the time `now`. */
export function toSnapshot({ id, record, version }: StoredTask, now: number): TaskSnapshot {
  const { status, statusMessage, createdAt, updatedAt, ttlMs, outcome, job } = record
  return {
    task: {
      taskId: id,
      status,
      ...(statusMessage !== undefined && { statusMessage }),
      createdAt: new Date(createdAt).toISOString(),
      lastUpdatedAt: new Date(updatedAt).toISOString(),
      ttlMs,
      ...(job !== undefined && { pollIntervalMs: pollInterval(now - createdAt) }),
    },
    version,
    inputRequests: openRequests(job?.questions ?? []),
    ...(outcome !== undefined && { outcome }),
  }
}

function openRequests(questions: readonly TaskQuestion[]): TaskSnapshot['inputRequests'] {
  const open = questions.filter(({ state }) => state === 'open')
  return Object.fromEntries(open.map(({ key, request }) => [key, request]))
}
