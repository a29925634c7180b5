import { exceedsDepth } from '../../jsonrpc/exceeds-depth.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'
import type { Limits } from '../../protocol/limits.js'
import { HttpError } from './http-error.js'
import type { HttpRequest } from './http-request.js'

/**
 * The JSON value in the body of a request.
 *
 * @throws HttpError 415 for another content type, 413, 408, or 400 for what is not JSON in UTF-8 or nests too deeply.
 */
export async function readJson(request: HttpRequest, limits: Limits): Promise<unknown> {
  const type = request.header('content-type')
  if (type === undefined || !/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new HttpError(415, RpcError.invalidRequest('Content-Type must be application/json'))
  }
  const body = await request.readBody({ maxBytes: limits.bodyBytes, timeoutMs: limits.bodyMs })
  const isDeep = 'value' in body ? isDeeper(body.value, limits.jsonDepth) : exceedsDepth(body.bytes, limits.jsonDepth)
  if (isDeep) throw new HttpError(400, RpcError.invalidRequest(`The message nests deeper than ${limits.jsonDepth}`))
  return 'value' in body ? body.value : parse(body.bytes)
}

function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((member) => isDeeper(member, left - 1))
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    throw new HttpError(400, RpcError.parseError('The body is not JSON in UTF-8'))
  }
}
