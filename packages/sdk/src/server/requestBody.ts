/** Bytes that the body of a request may have by default: 4 MiB. */
export const DEFAULT_MAX_REQUEST_BODY_SIZE = 4 * 1024 * 1024

/** Messages that one JSON-RPC batch may have. */
export const MAX_BATCH_SIZE = 100

/** The text of the 413 response. */
export function requestBodyTooLargeMessage(maxBytes: number): string {
  return `Payload Too Large: Request body must not exceed ${maxBytes} bytes`
}

/** Reads the option `maxRequestBodySize`. @throws RangeError for what is no positive number of bytes. */
export function resolveMaxRequestBodySize(value: number | undefined): number {
  if (value === undefined) return DEFAULT_MAX_REQUEST_BODY_SIZE
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
  throw new RangeError(`maxRequestBodySize must be a positive number of bytes, got ${String(value)}`)
}

/** Reads the body of a request as text, up to `maxBytes`. A declared length beyond it is refused before anything is read. */
export async function readRequestBody(
  request: Request,
  maxBytes: number = DEFAULT_MAX_REQUEST_BODY_SIZE,
): Promise<{ tooLarge: true } | { tooLarge: false; text: string }> {
  if (Number(request.headers.get('content-length')) > maxBytes) return { tooLarge: true }
  if (request.body === null) return { tooLarge: false, text: '' }
  const reader = request.body.getReader()
  const decoder = new TextDecoder()
  const parts: string[] = []
  let received = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      received += value.byteLength
      if (received > maxBytes) return { tooLarge: true }
      parts.push(decoder.decode(value, { stream: true }))
    }
  } finally {
    reader.releaseLock()
  }
  return { tooLarge: false, text: parts.join('') + decoder.decode() }
}
