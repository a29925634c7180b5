import { OmniportError } from '../../values/errors/omniport-error.js'

/**
 * Reads a whole body.
 *
 * Closes the connection and rejects with OmniportError `limit` when the body is longer than `maxBytes`.
 */
export async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes)
      throw new OmniportError('limit', `The answer is longer than limits.responseBytes: ${maxBytes}`)
    chunks.push(chunk)
  }
  const [only] = chunks
  if (chunks.length === 1 && only !== undefined) return only
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
