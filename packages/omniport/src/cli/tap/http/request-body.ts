import type { IncomingMessage } from 'node:http'

/** A body that is at most this long is read before it is sent on, so that it can be sent again on another connection. */
const maxHeldBytes = 1_048_576

/** The same where a request may be sent again with other credentials. */
const maxAuthorizedBytes = 67_108_864

/** The body of a request: a part that is held, and the rest, which is undefined if there is none. */
export interface RequestBody {
  readonly held: readonly Uint8Array[]
  readonly rest: AsyncIterable<Uint8Array> | undefined
}

export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong'
}

/**
 * Takes the body of a request. A short one is read as a whole; a long one is left to be streamed, or refused with BodyTooLong
 * where it may have to be sent again.
 */
export async function takeBody(request: IncomingMessage, isRepeatable: boolean): Promise<RequestBody> {
  const length = lengthOf(request)
  if (length === 0) return { held: [], rest: undefined }
  const limit = isRepeatable ? maxAuthorizedBytes : maxHeldBytes
  if (!isRepeatable && (length === undefined || length > limit)) return { held: [], rest: request }
  const held: Uint8Array[] = []
  let total = 0
  for await (const chunk of request) {
    total += (chunk as Uint8Array).length
    if (total > limit) throw new BodyTooLong(`The body is longer than ${limit} bytes`)
    held.push(chunk as Uint8Array)
  }
  return { held, rest: undefined }
}

/** Undefined: it is not known before the end. */
function lengthOf({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}
