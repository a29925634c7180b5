import { isRecord } from '../wire/is-record.js'

/** The value of a JSON text in a transcript. Throws a `TypeError` that quotes the line it stands in. */
export function parseJson(json: string, line: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new TypeError(`not JSON: ${line}`, { cause })
  }
}

/** A message, or a batch, with the `jsonrpc` that transcripts leave out. */
export function withJsonrpc(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(withJsonrpc)
  return isRecord(message) ? { jsonrpc: '2.0', ...message } : message
}

/** The same without it. */
export function withoutJsonrpc(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(withoutJsonrpc)
  if (!isRecord(message)) return message
  const { jsonrpc: _, ...rest } = message
  return rest
}
