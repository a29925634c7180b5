import { parseMessage } from '../../packages/omniport/src/jsonrpc/messages/parse-message.js'
import type { FetchHandler } from '../../packages/omniport/src/transport/http/create-fetch-handler.js'
import { parseEvents } from './parse-events.js'
import type { Subject } from './subject.js'

/** One request of a fuzz test; `headers` may hold what no client sends. */
export interface AnyRequest {
  readonly method?: string | undefined
  readonly path?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

/** How it was answered: what came in the body, each a message of JSON-RPC. */
export interface AnyAnswer {
  readonly status: number
  readonly headers: Headers
  readonly isStream: boolean
  readonly messages: readonly unknown[]
}

/** How a request may be answered, whatever it is. Never 500: that would be a mistake of the server. */
const statuses: readonly number[] = [200, 202, 204, 400, 401, 403, 404, 405, 406, 413, 415, 429, 503]

/**
 * Sends a request, lets time pass until it is answered, and reads the answer: of a stream until `isEnough`, when it is given
 * up. Rejects for anything that is no answer of this protocol.
 */
export async function postAny(
  { handler, subject }: { readonly handler: FetchHandler; readonly subject: Subject },
  { method = 'POST', path = '/mcp', headers, body }: AnyRequest,
  isEnough: (messages: readonly unknown[]) => boolean,
): Promise<AnyAnswer> {
  const abort = new AbortController()
  const init = { method, headers, signal: abort.signal, ...(body !== undefined && { body: body as BodyInit }) }
  const response = await subject.pass(handler(new Request(`http://localhost${path}`, init)))
  const { status } = response
  if (!statuses.includes(status)) throw new Error(`The status is ${status}: ${await response.text()}`)
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  const messages = isStream
    ? await readStream(response, subject, isEnough)
    : readWhole(await subject.pass(response.text()), status < 400 && method !== 'POST')
  abort.abort()
  for (const message of messages) parseMessage(message)
  return { status, headers: response.headers, isStream, messages }
}

/** A document is no message. */
function readWhole(text: string, isDocument: boolean): unknown[] {
  return text === '' || isDocument ? [] : [JSON.parse(text)].flat()
}

async function readStream(
  response: Response,
  subject: Subject,
  isEnough: (messages: readonly unknown[]) => boolean,
): Promise<unknown[]> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let bytes = new Uint8Array()
  let messages: unknown[] = []
  while (!isEnough(messages)) {
    const { done, value } = await subject.pass(reader.read())
    if (done || value === undefined) return messages
    bytes = Uint8Array.from([...bytes, ...value])
    const events = parseEvents(bytes).filter(({ type, data }) => type === 'message' && data !== '')
    messages = events.map(({ data }) => JSON.parse(data))
  }
  await reader.cancel()
  return messages
}
