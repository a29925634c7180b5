import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isObject } from '../../values/json/is-object.js'
import { isLogLevel, type LogLevel } from '../exchange/log-level.js'
import { normaliseClientCapabilities } from '../exchange/normalise-client-capabilities.js'
import type { Peer } from '../exchange/peer.js'
import { metaKeys } from '../meta/meta-keys.js'

/** The protocol fields of a modern request. */
export interface RequestMeta {
  readonly version: string
  readonly client: Peer
  /** Undefined: the client wants no log messages. */
  readonly logLevel: LogLevel | undefined
}

/** @throws RpcError -32602 naming the field that is missing or wrong. spec: basic/index#per-request-protocol-fields */
export function decodeRequestMeta(params: RpcParams = {}): RequestMeta {
  const meta = params['_meta']
  if (!isObject(meta)) throw RpcError.invalidParams(`params._meta must carry "${metaKeys.protocolVersion}"`)
  const version = meta[metaKeys.protocolVersion]
  if (typeof version !== 'string') throw invalidMeta(metaKeys.protocolVersion, 'a string')
  const capabilities = meta[metaKeys.clientCapabilities]
  if (!isObject(capabilities)) throw invalidMeta(metaKeys.clientCapabilities, 'an object')
  const logLevel = meta[metaKeys.logLevel]
  if (logLevel !== undefined && !isLogLevel(logLevel)) throw invalidMeta(metaKeys.logLevel, 'a log level')
  return { version, client: decodeClient(meta[metaKeys.clientInfo], capabilities), logLevel }
}

function decodeClient(info: unknown, capabilities: Readonly<Record<string, unknown>>): Peer {
  const declared = normaliseClientCapabilities(capabilities)
  if (info === undefined) return { capabilities: declared }
  if (!isObject(info)) throw invalidMeta(metaKeys.clientInfo, 'an object')
  const { name, version } = info
  if (typeof name !== 'string' || typeof version !== 'string') {
    throw invalidMeta(metaKeys.clientInfo, 'an object with a name and a version, both strings')
  }
  return { name, version, capabilities: declared }
}

function invalidMeta(key: string, expected: string): RpcError {
  return RpcError.invalidParams(`params._meta["${key}"] must be ${expected}`)
}
