import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { OmniportError } from '../../values/errors/omniport-error.js'

export interface ReceivedEvent {
  readonly type: string
  /** Undefined: the event has no id, or one that a header cannot carry. */
  readonly id: string | undefined
  readonly data: string
}

export interface ReadEventsOptions {
  /** The limit for one event. */
  readonly maxBytes: number
  /** Gets the time in milliseconds that the server asks clients to wait before they connect again. */
  readonly onRetry?: ((ms: number) => void) | undefined
}

/** Skips comments and an event that is cut off. Rejects with OmniportError `limit`, and closes the connection. */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, onRetry }: ReadEventsOptions,
): AsyncGenerator<ReceivedEvent> {
  let events: EventSourceMessage[] = []
  let isTooLong = false
  const parser = createParser({
    maxBufferSize: maxBytes + slack,
    onEvent: (event) => events.push(event),
    onRetry,
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') isTooLong = true
    },
  })
  parser.feed('') // the decoder drops a byte order mark, and the parser would drop letters that look like one
  const decode = createDecoder()
  for await (const chunk of body) {
    parser.feed(decode(chunk))
    const ready = events
    events = []
    for (const { event, id, data } of ready) {
      if (data.length > maxBytes) throw tooLong(maxBytes)
      yield { type: event ?? 'message', id: sendable(id), data }
    }
    if (isTooLong) throw tooLong(maxBytes)
  }
}

/**
 * Creates a decoder whose lines end in line feeds. After a carriage return at the end of a chunk the parser would wait for
 * the next chunk, and delay the event.
 */
function createDecoder(): (chunk: Uint8Array) => string {
  const decoder = new TextDecoder()
  let isAfterReturn = false
  return (chunk) => {
    const text = decoder.decode(chunk, { stream: true })
    if (text === '') return ''
    const rest = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text
    isAfterReturn = text.endsWith('\r')
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest
  }
}

/** The rest of a line of data. */
const slack = 'data: '.length

function tooLong(maxBytes: number): OmniportError {
  return new OmniportError('limit', `An event is longer than limits.responseBytes: ${maxBytes}`)
}

/** An id is sent back as a header. */
function sendable(id: string | undefined): string | undefined {
  return id !== undefined && /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/.test(id) ? id : undefined
}
