import type { JsonValue } from '../../values/json/json-value.js'
import { toJsonText } from '../../values/json/to-json-text.js'
import { characterBytes } from '../../values/memory/json-bytes.js'
import { utf8Length } from '../../values/text/utf8-length.js'

/** A stored event. It is kept as JSON text, which takes less memory than objects. */
export class StoredEvent {
  /** The UTF-8 bytes of the text. */
  readonly bytes: number
  /** The bytes that it takes in memory. */
  readonly heldBytes: number
  readonly #text: string
  readonly #isString: boolean

  /** Creates a stored event; the first and last events of streams share theirs. @throws TypeError if it is not JSON. */
  static of(event: JsonValue): StoredEvent {
    if (event === '') return emptyEvent
    return event === null ? endEvent : new StoredEvent(event)
  }

  /** @throws TypeError if it is not JSON. */
  constructor(event: JsonValue) {
    this.#isString = typeof event === 'string'
    this.#text = typeof event === 'string' ? event : toJsonText('event log: an event', event)
    this.bytes = utf8Length(this.#text)
    this.heldBytes = eventBytes + this.#text.length * characterBytes
  }

  /** The event as JSON text. */
  get json(): string {
    return this.#isString ? JSON.stringify(this.#text) : this.#text
  }

  /** A new copy of the event. */
  get value(): JsonValue {
    return this.#isString ? this.#text : JSON.parse(this.#text)
  }
}

/** What an event takes beside its text. */
const eventBytes = 96

const emptyEvent = new StoredEvent('')
const endEvent = new StoredEvent(null)
