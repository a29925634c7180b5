import type { IncomingMessage } from 'node:http'
import { UsageError } from '../actions/usage-error.js'

/** Reads the JSON body of a request. Rejects with UsageError for another type, for what is no JSON, and for more than 16 MiB. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new UsageError('content-type must be application/json')
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new UsageError(`The request must have at most ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new UsageError('The request is not JSON')
  }
}

const maxBytes = 16_777_216
