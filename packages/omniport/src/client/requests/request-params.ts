import type { RpcId, RpcParams } from '../../jsonrpc/messages/messages.js'
import { isMetaKey, isReservedMetaKey } from '../../protocol/meta/is-meta-key.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { relatedTaskKey } from '../../protocol/meta/related-task.js'
import type { Meta } from '../../protocol/model/meta.js'
import { isObject } from '../../values/json/is-object.js'

export interface MetaOptions {
  readonly meta?: Meta | undefined
  /** Asks for progress under this token. */
  readonly progressToken?: RpcId | undefined
}

/** Adds `_meta`, if there is any. @throws TypeError for a key that only the protocol may set. spec: basic/index#meta */
export function requestParams(
  params: RpcParams | undefined,
  { meta, progressToken }: MetaOptions,
): RpcParams | undefined {
  const given = params?.['_meta']
  if (given === undefined && meta === undefined && progressToken === undefined) return params
  const merged = { ...(isObject(given) ? given : undefined), ...meta }
  for (const key of Object.keys(merged)) assertFree(key)
  if (meta === undefined && progressToken === undefined) return params
  return { ...params, _meta: progressToken === undefined ? merged : { ...merged, progressToken } }
}

function assertFree(key: string): void {
  if (key === 'progressToken') throw new TypeError('meta: progressToken is set by onProgress')
  if (reserved.has(key)) throw new TypeError(`meta: "${key}" is set by the client itself`)
  if (!isMetaKey(key))
    throw new TypeError(`meta: "${key}" is no key: a name, or a prefix and a name such as "com.example/depth"`)
  if (isReservedMetaKey(key) && key !== relatedTaskKey)
    throw new TypeError(`meta: "${key}" is reserved by the protocol`)
}

const reserved: ReadonlySet<string> = new Set(Object.values(metaKeys))
