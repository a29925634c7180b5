import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'
import type { Exchange } from '../../protocol/exchange.js'
import { profileOf } from '../../protocol/profile.js'
import type { Home } from '../home.js'

/**
 * Answers a request of a server. What a handler throws is no business of the server, unless it is an RpcError: the rejection
 * becomes "Internal error" where it is sent, and is reported in full.
 *
 * spec: 2025-11-25 client/sampling#error-handling, client/elicitation#error-handling, client/roots#error-handling
 */
export async function answerQuestion(
  message: RpcRequest,
  { revision, signal }: Exchange,
  { answers, limits }: Home,
): Promise<RpcResponse> {
  const answer = answers.prepare(message, profileOf(revision))
  if (answers.open.size >= limits.pipeInFlight) throw RpcError.internal('Too many questions are open')
  try {
    return { jsonrpc: '2.0', id: message.id, result: await answer(signal) }
  } catch (reason) {
    throw message.method === 'sampling/createMessage' && isRefusal(reason) ? refused() : reason
  }
}

/** Whoever puts up a dialog aborts what waits for it when the person closes it. */
function isRefusal(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'AbortError'
}

function refused(): RpcError {
  return new RpcError(-1, 'User rejected sampling request')
}
