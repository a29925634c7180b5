import type { Call } from '../../../jsonrpc/call.js'
import type { RpcMessage, RpcRequest, RpcResponse } from '../../../jsonrpc/messages.js'
import { isRequestMessage } from '../../../jsonrpc/serve.js'
import { Answer } from '../answer.js'
import { createDirectOutlet } from '../direct-outlet.js'
import { HttpExchange } from '../http-exchange.js'
import type { Post } from '../post.js'
import type { SealedSession } from './sealed-session.js'

/** Serves one message of a session that nobody keeps: nothing can be asked, and what is not a request has no effect. */
export function serveSealed(post: Post, session: SealedSession, message: RpcMessage): void {
  if ('method' in message && isRequestMessage(message)) startSealed(post, session, message)
  else post.reply.send(202, post.headers())
}

function startSealed(post: Post, { revision, client }: SealedSession, message: RpcRequest): void {
  const { request, reply, settings, principal, headers, form } = post
  const { limits, runtime, target } = settings
  const release = post.traffic.startCall(principal)
  const openOutlet = () => createDirectOutlet(post.openEventStream())
  const statusOf = () => 200
  const answer = new Answer({ reply, headers, form, jsonMs: limits.jsonMs, runtime, openOutlet, statusOf })
  const exchange = (call: Call) => {
    call.onEnd(release)
    return new HttpExchange({ request, revision, client, principal, call, answer })
  }
  const send = (response: RpcResponse) => answer.respond(response)
  const deadlineMs = limits.handlerMs ?? limits.handlerHttpMs
  post.calls.start(message, { serve: target.serve, exchange, reply: send, deadlineMs, key: answer })
}
