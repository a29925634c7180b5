import type { RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Revision } from '../../../protocol/revisions/revision.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import type { ClientServices } from '../../client-services.js'
import type { InputResponder } from '../input-handlers.js'

/**
 * Checks a request of a server. What gets the answer rejects with what a handler throws: where that is no RpcError it is no
 * business of the server.
 *
 * spec: 2025-11-25 client/sampling#error-handling, client/elicitation#error-handling, client/roots#error-handling
 *
 * A client has one connection at a time: what is open is what that connection asked. Roots take nobody any time, and are
 * never too many.
 *
 * @throws RpcError as `Answers.prepare`, and -32603 while `limits.questions` questions are open.
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
  return async (signal) => {
    try {
      return await answer(signal)
    } catch (reason) {
      throw message.method === 'sampling/createMessage' && isRefusal(reason) ? userRejectedError() : reason
    }
  }
}

/** Whoever puts up a dialog aborts what waits for it when the person closes it. */
function isRefusal(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'AbortError'
}

function userRejectedError(): RpcError {
  return new RpcError(-1, 'User rejected sampling request')
}
