import type { Task, TaskStatus } from '../../protocol/model/task.js'
import type { RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'

/** The state of a task, as far as a client needs it. */
export interface TaskSnapshot extends Pick<Task, 'taskId' | 'status' | 'statusMessage' | 'ttlMs' | 'pollIntervalMs'> {
  /** The whole state, as the server sent it. */
  readonly raw: Readonly<Record<string, unknown>>
}

/**
 * Decodes a task, without invalid durations. @throws OmniportError `invalid_result` naming the member.
 *
 * spec: SEP-2663#tasks, 2025-11-25 basic/utilities/tasks#task
 */
export function decodeTask(method: string, raw: unknown, { tasks }: RevisionProfile): TaskSnapshot {
  if (!isObject(raw)) throw invalid(method, 'the task must be an object')
  const { taskId, status, statusMessage } = raw
  if (typeof taskId !== 'string' || taskId === '') throw invalid(method, 'taskId must be a string that is not empty')
  if (!isStatus(status)) throw invalid(method, `status must be one of ${statuses.join(', ')}`)
  const isCore = tasks === 'core'
  const pollIntervalMs = raw[isCore ? 'pollInterval' : 'pollIntervalMs']
  const ttlMs = raw[isCore ? 'ttl' : 'ttlMs']
  return {
    taskId,
    status,
    ttlMs: isDuration(ttlMs) ? ttlMs : null,
    ...(isDuration(pollIntervalMs) && { pollIntervalMs }),
    ...(typeof statusMessage === 'string' && { statusMessage }),
    raw,
  }
}

const statuses: readonly TaskStatus[] = ['working', 'input_required', 'completed', 'failed', 'cancelled']

function isStatus(value: unknown): value is TaskStatus {
  return (statuses as readonly unknown[]).includes(value)
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

function invalid(method: string, problem: string): OmniportError {
  return new OmniportError('invalid_result', `${method}: ${problem}`)
}

/** The error of a call whose task was cancelled by the client or the server. */
export function taskCancelled({ taskId, statusMessage }: TaskSnapshot): OmniportError {
  const why = statusMessage === undefined ? '' : `: ${statusMessage.slice(0, 256)}`
  return new OmniportError('closed', `The task "${taskId.slice(0, 64)}" was cancelled${why}`)
}
