import type { RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Revision } from '../../../protocol/revisions/revision.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import type { ClientServices } from '../../client-services.js'
import type { InputResponder } from '../input-handlers.js'

/**
 * Checks an input request. The returned function rejects with what the handler throws. Roots do not count.
 *
 * spec: 2025-11-25 client/sampling#error-handling, client/elicitation#error-handling, client/roots#error-handling
 *
 * @throws RpcError as `InputHandlers.prepare` does, and -32603 while `limits.questions` input requests are open.
 */
export function prepareInputRequest(
  message: RpcRequest,
  revision: Revision,
  { inputHandlers, limits }: ClientServices,
): InputResponder {
  const answer = inputHandlers.prepare(message, profileOf(revision))
  if (message.method !== 'roots/list' && inputHandlers.openRequests.size >= limits.questions) {
    throw RpcError.internal(`At most ${limits.questions} questions are open at once (limits.questions)`)
  }
  return async (ctx) => {
    try {
      return await answer(ctx)
    } catch (reason) {
      throw message.method === 'sampling/createMessage' && isRefusal(reason) ? userRejectedError() : reason
    }
  }
}

/** A handler that shows a dialog rejects with an AbortError when the user closes it. */
function isRefusal(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'AbortError'
}

function userRejectedError(): RpcError {
  return new RpcError(-1, 'User rejected sampling request')
}
