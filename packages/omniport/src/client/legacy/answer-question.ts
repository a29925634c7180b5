import { isObject } from '../../jsonrpc/is-object.js'
import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages.js'
import type { Exchange } from '../../protocol/exchange.js'
import { profileOf } from '../../protocol/profile.js'
import { relatedTaskKey, relatedTaskMeta } from '../../protocol/related-task.js'
import type { ClientServices } from '../home.js'
import { prepareInputRequest } from './prepare-question.js'

/**
 * Answers a request of a server. The rejection for what a handler throws becomes "Internal error" where it is sent, and is
 * reported in full.
 *
 * Rejects as `prepareQuestion` says.
 */
export async function answerInputRequest(
  message: RpcRequest,
  { revision, signal }: Exchange,
  services: ClientServices,
): Promise<RpcResponse> {
  const answer = await prepareInputRequest(message, revision, services)(signal)
  const taskId = profileOf(revision).tasks === 'core' ? relatedTaskOf(message) : undefined
  return { jsonrpc: '2.0', id: message.id, result: taskId === undefined ? answer : withRelatedTask(answer, taskId) }
}

/** spec: 2025-11-25 basic/utilities/tasks#associating-task-related-messages */
function relatedTaskOf({ params = {} }: RpcRequest): string | undefined {
  const { _meta } = params
  const related = isObject(_meta) ? _meta[relatedTaskKey] : undefined
  const taskId = isObject(related) ? related['taskId'] : undefined
  return typeof taskId === 'string' ? taskId : undefined
}

function withRelatedTask(answer: Readonly<Record<string, unknown>>, taskId: string): object {
  const { _meta } = answer
  return { ...answer, _meta: relatedTaskMeta(taskId, isObject(_meta) ? _meta : undefined) }
}
