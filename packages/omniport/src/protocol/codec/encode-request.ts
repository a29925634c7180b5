import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import {
  encodeRequest as encodeModernRequest,
  encodeRequester as encodeModernRequester,
} from '../modern/encode-request.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'
import type { Requester } from './codec.js'

/** The members that name the client in every request. Undefined in a legacy revision, where `initialize` named it. */
export function encodeRequester(requester: Requester, profile: RevisionProfile): RpcParams | undefined {
  return profile.era === 'legacy' ? undefined : encodeModernRequester(requester, profile)
}

/** The parameters as they travel. `requesterMeta` comes from `encodeRequester` and goes into every request. */
export function encodeRequest(
  params: RpcParams | undefined,
  requesterMeta: RpcParams | undefined,
): RpcParams | undefined {
  return requesterMeta === undefined ? params : encodeModernRequest(params, requesterMeta)
}
