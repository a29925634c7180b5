import { OmniportError } from '../../values/errors/omniport-error.js'

/**
 * Reads a body, and cancels it when it has too many bytes.
 *
 * @throws OmniportError `limit`
 */
export async function readBounded(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    length += chunk.value.length
    if (length > maxBytes) {
      await reader.cancel().catch(() => {})
      throw new OmniportError('limit', `the reply has more than ${maxBytes} bytes`)
    }
    chunks.push(chunk.value)
  }
  return join(chunks, length)
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
