import type { RpcNotification, RpcRequest, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import type { InFlightRequest } from '../../../jsonrpc/serving/in-flight-request.js'
import { counterOffer, decodeInitialize } from '../../../protocol/codec/codec-of.js'
import { unsupportedVersion } from '../../../protocol/errors/unsupported-version.js'
import type { Serve } from '../../../protocol/exchange/exchange.js'
import type { Peer } from '../../../protocol/exchange/peer.js'
import type { LegacyRevision } from '../../../protocol/revisions/revision.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { MessageExchange } from '../../exchange/message-exchange.js'
import type { HttpContext } from '../requests/http-context.js'
import { createPlainResponse } from '../responses/plain-response.js'
import { PostResponse } from '../responses/post-response.js'
import type { HttpSession } from './sessions/http-session.js'
import type { SealedSessions } from './sessions/sealed-session.js'
import type { SessionTable } from './sessions/session-table.js'

/**
 * Serves `initialize`: a session begins if its answer succeeds, and its id goes back as a header.
 *
 * spec: 2025-11-25 basic/transports#session-management
 *
 * @throws RpcError -32602 or -32022, HttpError 429 or 503
 */
export function serveInitialize(context: HttpContext, table: SessionTable, message: RpcRequest): void {
  const session = table.create({ ...negotiate(context, message), principal: context.principal })
  start(context, message, {
    session,
    establish: async () => {
      if (session.isOver) throw new OmniportError('closed', 'The session ended before it began')
      await table.establish(session)
      return session.id
    },
    onFailure: () => table.discard(session),
  })
}

/**
 * Serves `initialize` without keeping a session: the id that goes back says everything.
 *
 * @throws RpcError -32602 or -32022, HttpError 429
 */
export async function initializeSealed(
  context: HttpContext,
  sessions: SealedSessions,
  message: RpcRequest,
): Promise<void> {
  const { revision, client } = negotiate(context, message)
  const id = await sessions.seal({ revision, client }, context.principal)
  const release = context.concurrency.startRequest(context.principal)
  start(context, message, { session: { revision, client }, establish: async () => id, onEnd: release })
}

interface Negotiated {
  readonly revision: LegacyRevision
  readonly client: Peer
}

function negotiate({ settings }: HttpContext, message: RpcRequest): Negotiated {
  const { offered, client } = decodeInitialize(message.params)
  const revision = counterOffer(offered, settings.revisions)
  if (revision === undefined) throw unsupportedVersion(offered, settings.revisions)
  return { revision, client }
}

/** What becomes of a session that `initialize` asks for. */
interface NewSession {
  readonly session: HttpSession | Negotiated
  /** Called when the answer succeeds: gives the id of the session. */
  readonly establish: () => Promise<string>
  readonly onFailure?: (() => void) | undefined
  readonly onEnd?: (() => void) | undefined
}

function start(context: HttpContext, message: RpcRequest, { session, establish, onFailure, onEnd }: NewSession): void {
  const { settings } = context
  const { revision, client } = session
  // No stream: the header comes with the answer, when the session exists.
  const postResponse = new PostResponse(context, { form: context.forms.json ? 'json' : 'late', writer: plainResponse })
  const serve: Serve = async (_message, exchange) => {
    const response = await settings.target.serve(message, exchange)
    if (response?.result !== undefined) context.setHeader('mcp-session-id', await establish())
    return response
  }
  const send = (notification: RpcNotification) => postResponse.notify(notification)
  const exchange = (inFlight: InFlightRequest) => {
    inFlight.onEnd((end) => {
      onEnd?.()
      if (end !== 'result') onFailure?.()
      if (end === 'cancelled') postResponse.skip()
    })
    const storedSession = 'id' in session ? session : undefined
    return new MessageExchange({ revision, client, caller: context, inFlight, send, session: storedSession })
  }
  const reply = (response: RpcResponse) => postResponse.respond(response)
  const deadlineMs = settings.limits.handlerMs ?? settings.limits.handlerHttpMs
  context.inFlightRequests.start(message, { serve, exchange, reply, deadlineMs, key: postResponse })
}

const plainResponse = createPlainResponse(statusOfInitialize)

function statusOfInitialize({ error }: RpcResponse): number {
  return error === undefined ? 200 : 400
}
