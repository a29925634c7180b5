import type { Call } from '../../../jsonrpc/call.js'
import type { RpcMessage, RpcRequest } from '../../../jsonrpc/messages.js'
import { RpcError } from '../../../jsonrpc/rpc-error.js'
import { isRequestMessage } from '../../../jsonrpc/serve.js'
import { counterOffer, decodeInitialize } from '../../../protocol/legacy/initialize.js'
import { unsupportedVersion } from '../../../protocol/unsupported-version.js'
import { Answer } from '../answer.js'
import { createDirectOutlet } from '../direct-outlet.js'
import { HttpError } from '../http-error.js'
import { HttpExchange } from '../http-exchange.js'
import type { Post } from '../post.js'
import { checkDraftHeaders } from './check-legacy-headers.js'
import type { SealedSession, SealedSessions } from './sealed-session.js'

/**
 * Serves `initialize` without keeping a session: the id that goes back says everything.
 *
 * @throws RpcError -32602 or -32022
 */
export async function initializeSealed(post: Post, sessions: SealedSessions, message: RpcRequest): Promise<void> {
  const { offered, client } = decodeInitialize(message.params)
  const revision = counterOffer(offered, post.settings.revisions)
  if (revision === undefined) throw unsupportedVersion(offered, post.settings.revisions)
  const session = { revision, client }
  post.setHeader('mcp-session-id', await sessions.seal(session, post.principal))
  startSealed(post, session, message)
}

/**
 * Serves one message of a session that nobody keeps: nothing can be asked, and what is not a request has no effect.
 *
 * @throws HttpError 400
 */
export function serveSealed(post: Post, session: SealedSession, message: RpcMessage | readonly unknown[]): void {
  if (Array.isArray(message)) {
    throw new HttpError(400, RpcError.invalidRequest('Batches need sessions, and this server keeps none'))
  }
  const single = message as RpcMessage // not an array
  checkDraftHeaders(post.request, single)
  if ('method' in single && isRequestMessage(single)) startSealed(post, session, single)
  else post.reply.send(202, post.headers())
}

function startSealed(post: Post, { revision, client }: SealedSession, message: RpcRequest): void {
  const { request, reply, settings, principal, headers, form } = post
  const { limits, runtime, target } = settings
  const release = post.traffic.startCall(principal)
  const openOutlet = () => createDirectOutlet(post.openEventStream())
  const statusOf = () => 200
  const answer = new Answer({ reply, headers, form, jsonMs: limits.jsonMs, runtime, openOutlet, statusOf })
  post.calls.start(message, {
    serve: target.serve,
    exchange: (call: Call) => {
      call.onEnd(release)
      return new HttpExchange({ request, revision, client, principal, call, answer })
    },
    reply: (response) => answer.respond(response),
    deadlineMs: limits.handlerMs ?? limits.handlerHttpMs,
    key: answer,
  })
}
