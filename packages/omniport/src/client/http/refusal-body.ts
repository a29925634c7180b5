import { isId } from '../../jsonrpc/messages/is-id.js'
import type { RpcErrorObject } from '../../jsonrpc/messages/messages.js'
import { isObject } from '../../values/json/is-object.js'
import type { HttpEndpoint } from './http-endpoint.js'
import { parseReceivedJson } from './parse-received-json.js'

/** The body of a reply that refuses a request. */
export interface RefusalBody {
  /** The JSON-RPC error in it, without secrets. */
  readonly error?: RpcErrorObject | undefined
  /** It is a JSON-RPC message, or may be one: a stream is not read. */
  readonly isMessage: boolean
  /** Its text has the word "session". */
  readonly namesSession: boolean
}

/** Reads a body that may be a JSON-RPC error. spec: basic/transports/streamable-http#sending-messages */
export function parseRefusal(
  bytes: Uint8Array,
  { limits, secrets }: Pick<HttpEndpoint, 'limits' | 'secrets'>,
): RefusalBody {
  let value: unknown
  try {
    value = secrets.cleanMessage(parseReceivedJson(bytes, limits))
  } catch {
    // What is no JSON is no message.
  }
  const isMessage = isObject(value) && value['jsonrpc'] === '2.0'
  return { error: errorIn(value), isMessage, namesSession: namesSession(bytes) }
}

/** Returns true if the beginning of a text has the word "session". */
export function namesSession(bytes: Uint8Array): boolean {
  return /session/i.test(new TextDecoder().decode(bytes.subarray(0, maxSearchedBytes)))
}

const maxSearchedBytes = 64 * 1024

function errorIn(value: unknown): RpcErrorObject | undefined {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return undefined
  const { id, error } = value
  if (id !== undefined && id !== null && !isId(id)) return undefined
  if (!isObject(error) || !Number.isInteger(error['code']) || typeof error['message'] !== 'string') return undefined
  return error as object as RpcErrorObject
}
