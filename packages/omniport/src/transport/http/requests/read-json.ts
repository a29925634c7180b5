import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import { parseJson } from '../../../values/json/text/parse-json.js'
import { HttpError } from './http-error.js'
import type { HttpRequest, RequestBody } from './http-request.js'

/**
 * Reads the JSON value in the body of a request, passes it to `handle` and settles with its result.
 *
 * Rejects with HttpError 413, 408, or 400 for a body that is not JSON in UTF-8, nests too deeply or holds too many values.
 * @throws HttpError 415 for another content type.
 */
export function readJson<T>(
  request: HttpRequest,
  limits: Limits,
  handle: (value: unknown) => T | Promise<T>,
): Promise<T> {
  const type = request.header('content-type')
  if (type !== jsonType && (type === undefined || !/^application\/json\s*(?:;|$)/i.test(type))) {
    throw new HttpError(415, RpcError.invalidRequest('Content-Type must be application/json'))
  }
  return request.readBody(limits.bodyBytes, limits.bodyMs).then((body) => handle(toValue(body, limits)))
}

const jsonType = 'application/json'

function toValue(body: RequestBody, limits: Limits): unknown {
  if ('value' in body) {
    // It is in memory already, so its size is not checked.
    if (isDeeper(body.value, limits.jsonDepth)) throw limitError(`it nests deeper than ${limits.jsonDepth} levels`)
    return body.value
  }
  try {
    return parseJson(body.bytes, limits)
  } catch (reason) {
    if (reason instanceof RangeError) throw limitError(reason.message)
    throw new HttpError(400, RpcError.parseError('The body is not JSON in UTF-8'))
  }
}

function limitError(violation: string): HttpError {
  return new HttpError(400, RpcError.invalidRequest(`Invalid message: ${violation}`))
}

function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((member) => isDeeper(member, left - 1))
}
