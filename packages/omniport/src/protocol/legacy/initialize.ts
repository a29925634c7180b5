import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isObject } from '../../values/json/is-object.js'
import { normaliseClientCapabilities } from '../exchange/normalise-client-capabilities.js'
import type { Peer } from '../exchange/peer.js'
import { assertPeerFits } from '../limits/assert-peer-fits.js'
import { defaultLimits, type Limits } from '../limits/limits.js'
import type { LegacyRevision, Revision } from '../revisions/revision.js'
import { isLegacy } from '../revisions/revision-profile.js'

/** The parameters of `initialize`. */
export interface Initialize {
  readonly offered: string
  readonly client: Peer
}

/**
 * Reads the parameters. spec: basic/lifecycle#initialization
 * @throws RpcError -32602 naming the missing member, or the limit that what is kept of the client exceeds.
 */
export function decodeInitialize(params: RpcParams = {}, limits: Limits = defaultLimits): Initialize {
  const { protocolVersion, capabilities, clientInfo } = params
  if (typeof protocolVersion !== 'string') throw RpcError.invalidParams('initialize: protocolVersion must be a string')
  if (!isObject(capabilities)) throw RpcError.invalidParams('initialize: capabilities must be an object')
  if (!isObject(clientInfo)) throw RpcError.invalidParams('initialize: clientInfo must be an object')
  const { name, version } = clientInfo
  if (typeof name !== 'string' || typeof version !== 'string') {
    throw RpcError.invalidParams('initialize: clientInfo needs a name and a version, both strings')
  }
  const client = { name, version, capabilities: normaliseClientCapabilities(capabilities) }
  assertPeerFits('initialize', client, limits)
  return { offered: protocolVersion, client }
}

/**
 * The revision a server answers to an offer: the same if it serves it, else its newest legacy one. Never a modern one, since
 * `initialize` opens a legacy session. Undefined: the server has no legacy revision.
 *
 * spec: basic/lifecycle#version-negotiation
 */
export function counterOffer(offered: string, served: readonly Revision[]): LegacyRevision | undefined {
  const legacy = served.filter(isLegacy)
  return legacy.find((revision) => revision === offered) ?? legacy.at(-1)
}
