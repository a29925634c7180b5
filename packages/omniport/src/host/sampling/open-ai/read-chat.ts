import { readBytes } from '../../../client/http/read-bytes.js'
import { readEvents } from '../../../client/http/read-events.js'
import { OmniportError } from '../../../jsonrpc/omniport-error.js'
import type { HttpSendResponse } from '../../../transport/http-sender.js'
import { ChatAnswer } from './chat-answer.js'
import { parseJson } from './parse-json.js'

/**
 * Reads a reply that is an answer of a model: a stream of chunks, or all of it as JSON from a provider that does not stream.
 *
 * Rejects with OmniportError `invalid_result` for what is neither, or breaks off, and `limit` for more than `maxBytes`.
 */
export async function readChat({ header, body }: HttpSendResponse, maxBytes: number): Promise<ChatAnswer> {
  const answer = new ChatAnswer()
  const bounded = boundedBody(body, maxBytes)
  if (header('content-type')?.includes('json') === true) {
    answer.add(parseJson(new TextDecoder().decode(await readBytes(bounded, maxBytes))))
    return answer
  }
  for await (const { data } of readEvents(bounded, { maxBytes })) {
    if (data === '[DONE]') return answer
    answer.add(parseJson(data))
  }
  if (answer.isFinished) return answer
  throw new OmniportError('invalid_result', 'The answer of the model breaks off')
}

async function* boundedBody(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new OmniportError('limit', `The answer of the model is longer than maxBytes: ${maxBytes}`)
    yield chunk
  }
}
