import { chunksOf, type JsonBounds, parseJson, readBytes } from '#core/http'

/** Limits of a reply. */
export interface BodyLimits extends JsonBounds {
  readonly maxBytes: number
}

/**
 * Reads the JSON of a reply. A reply without a stream, as a user's own `fetch` may return, is asked for its JSON.
 *
 * @throws Error for too many bytes, RangeError for JSON beyond the limits, SyntaxError for what is not JSON.
 */
export async function readJson(response: Response, limits: BodyLimits): Promise<unknown> {
  const { body } = response
  if (typeof body?.getReader !== 'function') return response.json()
  return parseJson(await readStart(body, limits), limits)
}

/** Reads the text of a reply. Bytes that are not UTF-8 become U+FFFD. @throws Error for too many bytes. */
export async function readText(response: Response, limits: BodyLimits): Promise<string> {
  const { body } = response
  if (typeof body?.getReader !== 'function') return response.text()
  return new TextDecoder().decode(await readStart(body, limits))
}

function readStart(body: ReadableStream<Uint8Array>, { maxBytes }: BodyLimits): Promise<Uint8Array> {
  return readBytes(chunksOf(body.getReader()), maxBytes, tooLong)
}

function tooLong(maxBytes: number): Error {
  return new Error(`The reply has more than ${maxBytes} bytes`)
}

/** Reads nothing of a reply, so that its connection is free. */
export async function dropBody(response: Response | undefined): Promise<void> {
  await response?.body?.cancel()
}

/** Limits of documents: metadata, tokens, errors. */
export const documentLimits: BodyLimits = Object.freeze({ maxBytes: 1024 * 1024, jsonDepth: 64, jsonNodes: 100_000 })

/** Limits of a message, or of one event of a stream. */
export const messageLimits: BodyLimits = Object.freeze({
  maxBytes: 64 * 1024 * 1024,
  jsonDepth: 64,
  jsonNodes: 1_000_000,
})
