import type { JsonValue } from '../../values/json/json-value.js'
import { toJsonText } from '../../values/json/to-json-text.js'
import { utf8Length } from '../../values/text/utf8-length.js'

/** An event as it is kept. Text takes a fraction of the memory of what it stands for, and nobody can change it. */
export class StoredEvent {
  /** UTF-8 bytes of the text that is kept. */
  readonly bytes: number
  readonly #text: string
  readonly #isString: boolean

  /** An event as it is kept; one for all that begin or end a stream. @throws TypeError when JSON cannot carry it. */
  static of(event: JsonValue): StoredEvent {
    if (event === '') return emptyEvent
    return event === null ? endEvent : new StoredEvent(event)
  }

  /** @throws TypeError when JSON cannot carry it. */
  constructor(event: JsonValue) {
    this.#isString = typeof event === 'string'
    this.#text = typeof event === 'string' ? event : toJsonText('event log: an event', event)
    this.bytes = utf8Length(this.#text)
  }

  /** The event, nobody else's. */
  get value(): JsonValue {
    return this.#isString ? this.#text : JSON.parse(this.#text)
  }
}

const emptyEvent = new StoredEvent('')
const endEvent = new StoredEvent(null)
