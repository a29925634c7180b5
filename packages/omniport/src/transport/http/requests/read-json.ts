import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { hasPriority } from '../../../protocol/exchange/has-priority.js'
import { nestsDeeper } from '../../../values/json/nests-deeper.js'
import { measureJson } from '../../../values/json/text/measure-json.js'
import { characterBytes } from '../../../values/memory/json-bytes.js'
import { decodeUtf8 } from '../../../values/text/decode-utf8.js'
import { serverFull } from '../guards/concurrency-limits.js'
import type { HttpContext } from './http-context.js'
import { HttpError } from './http-error.js'

/**
 * Reads the JSON value in the body of a request, passes it to `handle` and settles with its result. The value is counted in
 * flight until `context.release`.
 *
 * Rejects with HttpError 413, 408, 503, or 400 for a body that is not JSON in UTF-8, nests too deeply or holds too many values.
 * @throws HttpError 415 for another content type.
 */
export function readJson<T>(context: HttpContext, handle: (value: unknown) => T | Promise<T>): Promise<T> {
  const { request, settings } = context
  const type = request.header('content-type')
  if (type !== jsonType && (type === undefined || !/^application\/json\s*(?:;|$)/i.test(type))) {
    throw new HttpError(415, RpcError.invalidRequest('Content-Type must be application/json'))
  }
  return request
    .readBody(settings.limits, context)
    .then((body) => handle('value' in body ? checkParsed(body.value, context) : parse(body.bytes, context)))
}

const jsonType = 'application/json'

/** Parses a body. What it takes is counted before anything is built from it. */
function parse(bytes: Uint8Array, context: HttpContext): unknown {
  const { limits } = context.settings
  try {
    const text = decodeUtf8(bytes)
    const size = measureJson(text, limits)
    if (context.tryCount(size, false)) return JSON.parse(text)
    if (!context.tryCount(size, true)) throw serverFull('inFlightBytes', limits)
    return onlyPriority(JSON.parse(text), context)
  } catch (reason) {
    if (reason instanceof HttpError) throw reason
    if (reason instanceof RangeError) throw limitError(reason.message)
    throw new HttpError(400, RpcError.parseError('The body is not JSON in UTF-8'))
  }
}

/** Checks a body that a framework has parsed. It is in memory already, so its size is not checked. */
function checkParsed(value: unknown, context: HttpContext): unknown {
  const { limits } = context.settings
  if (nestsDeeper(value, limits.jsonDepth)) throw limitError(`it nests deeper than ${limits.jsonDepth} levels`)
  const length = Number(context.request.header('content-length') ?? 0)
  if (!(length > 0) || context.tryCount(length * characterBytes, false)) return value
  return onlyPriority(value, context)
}

/** Returns a message for which there is room only if it has priority. @throws HttpError 503 */
function onlyPriority(value: unknown, { settings }: HttpContext): unknown {
  if (hasPriority(value)) return value
  throw serverFull('inFlightBytes', settings.limits)
}

function limitError(violation: string): HttpError {
  return new HttpError(400, RpcError.invalidRequest(`Invalid message: ${violation}`))
}
