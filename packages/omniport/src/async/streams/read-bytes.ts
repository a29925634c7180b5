import { OmniportError } from '../../values/errors/omniport-error.js'

/** Reads a whole body. Beyond `maxBytes` it closes the connection, and rejects with OmniportError `limit`. */
export async function readBytes(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  toError: (maxBytes: number) => Error = tooLong,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw toError(maxBytes)
    chunks.push(chunk)
  }
  return joinBytes(chunks, length)
}

/** As `readBytes`, decoded as UTF-8; bytes that are not UTF-8 become U+FFFD. */
export async function readText(...args: Parameters<typeof readBytes>): Promise<string> {
  return new TextDecoder().decode(await readBytes(...args))
}

function tooLong(maxBytes: number): OmniportError {
  return new OmniportError('limit', `the reply has more than ${maxBytes} bytes`)
}

/** Joins chunks of `length` bytes in all; a single one is not copied. */
export function joinBytes(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks
  if (only !== undefined && chunks.length === 1) return only
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
