import type { RpcRequest, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import { counterOffer, decodeInitialize } from '../../../protocol/codec/codec-of.js'
import { unsupportedVersion } from '../../../protocol/errors/unsupported-version.js'
import type { Serve } from '../../../protocol/exchange/exchange.js'
import type { Peer } from '../../../protocol/exchange/peer.js'
import type { LegacyRevision } from '../../../protocol/revisions/revision.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { HttpContext } from '../requests/http-context.js'
import { type StartedRequest, startRequest } from '../requests/start-request.js'
import { PostResponse } from '../responses/post-response.js'
import type { HttpSession } from './sessions/http-session.js'
import type { SealedSessions } from './sessions/sealed-session.js'
import type { SessionTable } from './sessions/session-table.js'

export interface InitializeOptions {
  readonly table: SessionTable
  /** The session that the request names. It ends when the new one begins. */
  readonly replaced?: HttpSession | undefined
}

/**
 * Serves `initialize`. If it succeeds a session begins, and the reply has its id as a header.
 * spec: 2025-11-25 basic/transports#session-management
 * @throws RpcError -32602 or -32022, HttpError 429 or 503
 */
export function serveInitialize(
  context: HttpContext,
  { table, replaced }: InitializeOptions,
  message: RpcRequest,
): void {
  const negotiated = negotiate(context, message)
  const session = table.create(negotiated, context)
  start(context, message, {
    ...negotiated,
    session,
    establish: async () => {
      if (session.isOver) throw new OmniportError('closed', 'The session ended before it began')
      await table.establish(session)
      if (replaced !== undefined) await table.delete(replaced)
      return session.id
    },
    onEnd: (end) => end !== 'result' && table.discard(session),
  })
}

/**
 * Serves `initialize` on a server that keeps no sessions. The id in the reply holds the whole session, sealed.
 * @throws RpcError -32602 or -32022, HttpError 429
 */
export async function initializeSealed(
  context: HttpContext,
  sessions: SealedSessions,
  message: RpcRequest,
): Promise<void> {
  const negotiated = negotiate(context, message)
  const id = await sessions.seal(negotiated, context.principal)
  const onEnd = context.concurrency.startRequest(context.principal)
  start(context, message, { ...negotiated, establish: async () => id, onEnd })
}

interface Negotiated {
  readonly revision: LegacyRevision
  readonly client: Peer
}

function negotiate({ settings }: HttpContext, message: RpcRequest): Negotiated {
  const { offered, client } = decodeInitialize(message.params, settings.limits)
  const revision = counterOffer(offered, settings.revisions)
  if (revision === undefined) throw unsupportedVersion(offered, settings.revisions)
  return { revision, client }
}

interface NewSession extends Pick<StartedRequest, 'revision' | 'client' | 'session' | 'onEnd'> {
  /** Called when `initialize` has succeeded. Resolves with the id of the session. */
  readonly establish: () => Promise<string>
}

function start(context: HttpContext, message: RpcRequest, { establish, ...newSession }: NewSession): void {
  // A stream would send its headers too early: the id of the session is known with the result.
  const postResponse = new PostResponse(context, { form: context.forms.json ? 'json' : 'late', statusOf })
  const serve: Serve = async (_message, exchange) => {
    const response = await context.settings.target.serve(message, exchange)
    if (response?.result !== undefined) context.setHeader('mcp-session-id', await establish())
    return response
  }
  const { inFlightRequests } = context
  startRequest(context, { ...newSession, message, postResponse, inFlightRequests, key: postResponse, serve })
}

function statusOf({ error }: RpcResponse): number {
  return error === undefined ? 200 : 400
}
