import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { isObject } from '../../values/json/is-object.js'
import type { Requester } from '../codec/codec.js'
import { encodeImplementation } from '../content/encode-definition.js'
import { metaKeys } from '../meta/meta-keys.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'

/** Every request names its revision, its client, and the client's capabilities. spec: basic/index#per-request-protocol-fields */
export function encodeRequester({ info, capabilities, logLevel }: Requester, profile: RevisionProfile): RpcParams {
  return {
    [metaKeys.protocolVersion]: profile.revision,
    [metaKeys.clientCapabilities]: capabilities,
    [metaKeys.clientInfo]: encodeImplementation(info, profile),
    ...(logLevel !== undefined && { [metaKeys.logLevel]: logLevel }),
  }
}

/** spec: basic/index#per-request-protocol-fields */
export function encodeRequest(params: RpcParams = {}, requesterMeta: RpcParams): RpcParams {
  const encoded = { _meta: requesterMeta, ...params } // engines are slow at adding members to a copy
  const given = params['_meta']
  encoded._meta = isObject(given) ? { ...given, ...requesterMeta } : requesterMeta
  return encoded
}
