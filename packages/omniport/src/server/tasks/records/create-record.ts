import { randomId } from '../../../async/runtime/random-id.js'
import { assertPeerFits } from '../../../protocol/limits/assert-peer-fits.js'
import { cloneJson } from '../../../values/json/clone-json.js'
import type { ServerServices } from '../../server-services.js'
import type { BeforeResult } from '../../tools/prepare-tool.js'
import type { TaskRequest } from '../service/task-service.js'
import { taskTimes } from '../task-times.js'
import type { LiveRecord } from './task-record.js'

export interface RecordOptions {
  readonly owner: string
  readonly prepared: BeforeResult
  readonly services: ServerServices
}

/** Creates the record of a new task. @throws TypeError when JSON cannot carry the caller, RpcError -32602 when it is too large. */
export function createRecord({ tool, call, ttlMs }: TaskRequest, options: RecordOptions): LiveRecord {
  const { owner, prepared, services } = options
  const { message, exchange } = call
  const { revision, client, principal } = exchange
  assertPeerFits(message.method, client, services.limits)
  const { inputResponses: _responses, requestState: _state, task: _task, ...stored } = call.params
  const now = services.runtime.now()
  const record: LiveRecord = {
    owner,
    createdAt: now,
    updatedAt: now,
    ttlMs: effectiveTtl(ttlMs, services.limits.taskMs),
    status: 'working',
    job: {
      tool: tool.name,
      requestId: message.id,
      params: stored,
      revision,
      client,
      principal,
      prepared: prepared.value === undefined ? [] : [prepared.value],
      correlationId: randomId(services.runtime, 16),
      fence: 0,
      questions: [],
      onces: [],
    },
  }
  return cloneJson(record) as LiveRecord // JSON keeps the shape
}

/** Gives the requested time, within the limits: an owner with many short tasks must not have more than others. */
function effectiveTtl(requestedTtl: number | undefined, limit: number): number {
  const most = Math.min(limit, maxTtlMs)
  if (requestedTtl === undefined || Number.isNaN(requestedTtl)) return Math.ceil(most)
  return Math.ceil(Math.min(Math.max(requestedTtl, taskTimes.shortestLife), most))
}

/** Longer than any task is kept, and small enough to add to a time. */
const maxTtlMs = 2 ** 45
