import type { RpcErrorObject } from '../../../jsonrpc/messages/messages.js'
import { codecOf } from '../../../protocol/codec/codec-of.js'
import type { Implementation } from '../../../protocol/exchange/peer.js'
import { encodeInputRequest } from '../../../protocol/input/encode-input-request.js'
import type { InputRequests } from '../../../protocol/model/input-request.js'
import type { Task } from '../../../protocol/model/task.js'
import type { Revision } from '../../../protocol/revisions/revision.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import type { TaskSnapshot } from '../service/task-snapshot.js'
import { toRpcError } from '../to-rpc-error.js'

export interface ExtensionTaskContext {
  readonly revision: Revision
  readonly serverInfo: Implementation
}

/** Encodes a task in the shape of the extension, without its outcome. spec: SEP-2663#tasks */
export function encodeExtensionTask(task: Task): object {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs } = task
  return {
    taskId,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt,
    lastUpdatedAt,
    ttlMs,
    ...(pollIntervalMs !== undefined && { pollIntervalMs }),
  }
}

/**
 * Encodes a task with its open input requests, its result or its error. The result is the one that the call would have
 * had. spec: SEP-2663#task-status
 */
export function encodeDetailedTask(snapshot: TaskSnapshot, context: ExtensionTaskContext): object {
  const { task, inputRequests, outcome } = snapshot
  const encoded = encodeExtensionTask(task)
  switch (task.status) {
    case 'input_required':
      return { ...encoded, inputRequests: encodeQuestions(inputRequests, context) }
    case 'completed':
      return outcome?.type === 'result' ? { ...encoded, result: encodeResult(outcome.result, context) } : encoded
    case 'failed':
      return outcome?.type === 'error' ? { ...encoded, error: encodeError(outcome.error, context) } : encoded
    default:
      return encoded
  }
}

function encodeQuestions(inputRequests: InputRequests, { revision }: ExtensionTaskContext): object {
  const profile = profileOf(revision)
  return Object.fromEntries(
    Object.entries(inputRequests).map(([key, question]) => [key, encodeInputRequest(question, profile)]),
  )
}

function encodeResult(result: object, { revision, serverInfo }: ExtensionTaskContext): object {
  return codecOf(revision).encodeResult('tools/call', result, { profile: profileOf(revision), serverInfo })
}

function encodeError(error: RpcErrorObject, { revision }: ExtensionTaskContext): RpcErrorObject {
  return codecOf(revision).encodeError(toRpcError(error), profileOf(revision))
}
