import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { OmniportError } from '../../jsonrpc/omniport-error.js'

/** One event of a stream. */
export interface ReceivedEvent {
  readonly type: string
  /** Undefined: the event has none that could be sent back. */
  readonly id: string | undefined
  readonly data: string
}

/** How to read a stream of events. */
export interface ReadEventsOptions {
  /** Of one event. */
  readonly maxBytes: number
  /** Gets how long the server wants to be left alone before anyone comes back, in milliseconds. */
  readonly onRetry?: ((ms: number) => void) | undefined
}

/**
 * The events of a body, in order; comments, and an event that its end cuts off, are skipped.
 *
 * Rejects with OmniportError `limit` for an event that is too long, having closed the connection.
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, onRetry }: ReadEventsOptions,
): AsyncGenerator<ReceivedEvent> {
  let events: EventSourceMessage[] = []
  let isTooLong = false
  const parser = createParser({
    maxBufferSize: maxBytes,
    onEvent: (event) => events.push(event),
    onRetry,
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') isTooLong = true
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    const ready = events
    events = []
    for (const { event, id, data } of ready) {
      if (data.length > maxBytes) isTooLong = true
      else yield { type: event ?? 'message', id: sendable(id), data }
    }
    if (isTooLong) throw new OmniportError('limit', `An event is longer than limits.responseBytes: ${maxBytes}`)
  }
}

/** An id goes back as a header. */
function sendable(id: string | undefined): string | undefined {
  return id !== undefined && /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/.test(id) ? id : undefined
}
