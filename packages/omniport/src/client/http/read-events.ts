import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { OmniportError } from '../../values/errors/omniport-error.js'

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
    maxBufferSize: maxBytes + slack,
    onEvent: (event) => events.push(event),
    onRetry,
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') isTooLong = true
    },
  })
  parser.feed('') // it would take letters at the start for a byte order mark, which the decoder drops
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
 * Gives text whose lines end in line feeds: of a carriage return at the end of a chunk the parser would wait for what follows
 * it, and with it whoever waits for the event that it ends.
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

/** What a line of data holds beside that. */
const slack = 'data: '.length

function tooLong(maxBytes: number): OmniportError {
  return new OmniportError('limit', `An event is longer than limits.responseBytes: ${maxBytes}`)
}

/** An id goes back as a header. */
function sendable(id: string | undefined): string | undefined {
  return id !== undefined && /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/.test(id) ? id : undefined
}
