import type { RpcId, RpcParams } from '../../jsonrpc/messages/messages.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { isObject } from '../../values/json/is-object.js'

export interface ParamsTarget {
  /** Describes the gateway to a modern upstream. */
  readonly requesterMeta: RpcParams | undefined
  /** Asks the upstream for progress. */
  readonly progressToken: RpcId | undefined
}

/**
 * The parameters as they go to an upstream. `_meta` passes, but for the members that describe one hop: those are of the gateway.
 * Without any change it is the same object.
 */
export function encodeParams(
  params: RpcParams | undefined,
  { requesterMeta, progressToken }: ParamsTarget,
): RpcParams | undefined {
  const given = params?.['_meta']
  if (given === undefined && requesterMeta === undefined) return params
  const meta: Record<string, unknown> = isObject(given) ? withoutHop(given) : {}
  if (requesterMeta !== undefined) Object.assign(meta, requesterMeta)
  if (progressToken !== undefined) meta['progressToken'] = progressToken
  return { ...params, _meta: meta }
}

function withoutHop(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const meta = { ...given }
  for (const key of hopKeys) if (key in meta) delete meta[key]
  return meta
}

const hopKeys = [
  'progressToken',
  metaKeys.protocolVersion,
  metaKeys.clientInfo,
  metaKeys.clientCapabilities,
  metaKeys.logLevel,
] as const
