import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import type { Peer } from '../../../protocol/exchange/peer.js'
import { requestHeaders } from '../../../protocol/headers/request-headers.js'
import {
  assumedRevision,
  isRevision,
  type LegacyRevision,
  type Revision,
} from '../../../protocol/revisions/revision.js'
import { isLegacy } from '../../../protocol/revisions/revision-profile.js'
import type { HttpContext } from '../requests/http-context.js'
import { HttpError } from '../requests/http-error.js'
import { startRequest } from '../requests/start-request.js'
import { PostResponse } from '../responses/post-response.js'
import { statusInSession } from './check-legacy-headers.js'

/**
 * Serves one message that names no session, on a server that keeps none. Nothing is known of the client, so it has no
 * capabilities and cannot be asked anything. Notifications and responses are accepted and ignored: they cannot name a request.
 * spec: 2025-11-25 basic/transports#session-management
 * @throws HttpError 400 if the revision that the specification assumes is not served, 429
 */
export function serveWithoutSession(context: HttpContext, message: RpcMessage): void {
  const revision = revisionOf(context)
  if (!isRequestMessage(message)) {
    context.sendAccepted()
    return
  }
  const { inFlightRequests } = context
  const onEnd = context.concurrency.startRequest(context.principal)
  const postResponse = new PostResponse(context, { statusOf: statusInSession })
  // Different clients may use the same id, so a request is known by its response.
  const key = postResponse
  startRequest(context, { message, revision, client: unknownClient, postResponse, inFlightRequests, key, onEnd })
}

const unknownClient: Peer = { capabilities: {} }

/** The header was checked before. spec: 2025-11-25 basic/transports#protocol-version-header */
function revisionOf({ request, settings }: HttpContext): LegacyRevision {
  const revision = request.header(requestHeaders.version) ?? assumedRevision
  if (isServed(revision, settings.revisions)) return revision
  const names = settings.revisions.filter(isLegacy).join(', ')
  throw new HttpError(
    400,
    RpcError.invalidRequest(`The header MCP-Protocol-Version is missing: it must be one of ${names}`),
  )
}

function isServed(revision: string, served: readonly Revision[]): revision is LegacyRevision {
  return isRevision(revision) && isLegacy(revision) && served.includes(revision)
}
