import type { Call } from '../../../jsonrpc/call.js'
import type { RpcRequest, RpcResponse } from '../../../jsonrpc/messages.js'
import { OmniportError } from '../../../jsonrpc/omniport-error.js'
import type { Exchange } from '../../../protocol/exchange.js'
import { counterOffer, decodeInitialize } from '../../../protocol/legacy/initialize.js'
import { unsupportedVersion } from '../../../protocol/unsupported-version.js'
import { Answer } from '../answer.js'
import { createDirectOutlet } from '../direct-outlet.js'
import { HttpExchange } from '../http-exchange.js'
import type { Post } from '../post.js'
import type { HttpSession } from './http-session.js'
import type { SessionTable } from './session-table.js'

/**
 * Serves `initialize`: a session begins if its answer succeeds, and its id goes back as a header.
 *
 * spec: 2025-11-25 basic/transports#session-management
 *
 * @throws RpcError -32602 or -32022, HttpError 429 or 503
 */
export function serveInitialize(post: Post, table: SessionTable, message: RpcRequest): void {
  const { settings, principal, request } = post
  const { offered, client } = decodeInitialize(message.params)
  const revision = counterOffer(offered, settings.revisions)
  if (revision === undefined) throw unsupportedVersion(offered, settings.revisions)
  const session = table.create({ revision, client, principal })
  const answer = createAnswer(post)
  post.calls.start(message, {
    serve: async (_message, exchange: Exchange) =>
      settle(post, { session, table }, await serve(post, message, exchange)),
    exchange: (call: Call) => {
      call.onEnd((end) => {
        if (end === 'cancelled') answer.skip()
      })
      return new HttpExchange({ request, revision, client, principal, call, answer, session })
    },
    reply: (response) => answer.respond(response),
    deadlineMs: settings.limits.handlerMs ?? settings.limits.handlerHttpMs,
    key: answer,
  })
}

/** The answer is no stream: the header comes with it, when the session exists. */
function createAnswer({ reply, headers, settings, forms, openEventStream }: Post): Answer {
  const openOutlet = () => createDirectOutlet(openEventStream())
  const form = forms.json ? 'json' : 'late'
  const { limits, runtime } = settings
  return new Answer({ reply, headers, form, jsonMs: limits.jsonMs, runtime, openOutlet, statusOf: statusOfInitialize })
}

function statusOfInitialize({ error }: RpcResponse): number {
  return error === undefined ? 200 : 400
}

async function serve({ settings }: Post, message: RpcRequest, exchange: Exchange): Promise<RpcResponse | undefined> {
  return settings.target.serve(message, exchange)
}

async function settle(
  post: Post,
  { session, table }: { readonly session: HttpSession; readonly table: SessionTable },
  response: RpcResponse | undefined,
): Promise<RpcResponse | undefined> {
  if (response === undefined || response.error !== undefined) {
    session.close(new OmniportError('closed', 'initialize failed'))
    return response
  }
  await table.add(session)
  post.setHeader('mcp-session-id', session.id)
  return response
}
