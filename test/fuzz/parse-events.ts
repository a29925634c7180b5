/** An event whose data was decoded; bytes that are not UTF-8 are U+FFFD. */
export interface ParsedEvent {
  readonly type: string
  readonly id: string | undefined
  readonly data: string
}

/**
 * The events of a whole stream, as https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 * says, but that an id belongs to its own event. `retries` gets what the stream says about coming back.
 */
export function parseEvents(bytes: Uint8Array, retries: number[] = []): ParsedEvent[] {
  const events: ParsedEvent[] = []
  let event = empty()
  for (const line of linesOf(new TextDecoder().decode(bytes))) {
    if (line === '') {
      if (event.data.length > 0) events.push(toParsed(event))
      event = empty()
    } else {
      const [, name, value = ''] = /^([^:]*)(?::[ ]?(.*))?$/s.exec(line) ?? []
      if (name === 'data') event.data.push(value)
      else if (name === 'event') event.type = value
      else if (name === 'id' && !value.includes('\0')) event.id = value
      else if (name === 'retry' && /^[0-9]+$/.test(value)) retries.push(Number(value))
    }
  }
  return events
}

const empty = () => ({ type: '', id: undefined as string | undefined, data: [] as string[] })

/** What follows the last line break is no line. */
function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).slice(0, -1)
}

/** An id that cannot go back as a header is none. */
function toParsed({ type, id, data }: ReturnType<typeof empty>): ParsedEvent {
  const isSendable = id !== undefined && id.length <= 1024 && /^[\x20-\x7e]+$/.test(id) && id.trim() === id
  return { type: type === '' ? 'message' : type, id: isSendable ? id : undefined, data: data.join('\n') }
}
