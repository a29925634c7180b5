import { chunksOf, parseJson, readEvents } from '#core/http'
import type { JSONRPCMessage } from '../types.js'
import { messageLimits } from './read-body.js'
import { toMessage } from './to-message.js'

/** What happens while a stream is read. */
export interface StreamListener {
  readonly onId: (id: string) => void
  readonly onRetry: (ms: number) => void
  readonly onMessage: (message: JSONRPCMessage) => void
  /** Gets the error of an event that is no message, or of a message that could not be delivered. The stream goes on. */
  readonly onError: (error: Error) => void
  /** Gets events of other types. */
  readonly onOther?: (type: string, data: string) => void
}

/** Reads the messages of a stream of server-sent events. Rejects when the stream breaks, or an event is too long. */
export async function readStream(body: ReadableStream<Uint8Array>, listener: StreamListener): Promise<void> {
  const { onRetry } = listener
  const decoder = new TextDecoder()
  for await (const event of readEvents(chunksOf(body.getReader()), { maxBytes: messageLimits.maxBytes, onRetry })) {
    if (event.id !== undefined) listener.onId(event.id)
    const text = decoder.decode(event.data)
    if (event.type !== 'message') {
      listener.onOther?.(event.type, text)
    } else if (text !== '') {
      try {
        listener.onMessage(toMessage(parseJson(text, messageLimits)))
      } catch (error) {
        listener.onError(error as Error)
      }
    }
  }
}
