const decoder = new TextDecoder()

/**
 * A JSON value as UTF-8 bytes. Transports write `bytes` unchanged; `value` parses them on first use and stores the result. The
 * bytes must be one complete JSON text without a line break outside its strings.
 */
export class RawJson {
  readonly bytes: Uint8Array
  #value: unknown
  #parsed = false

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** The parsed value, shared by all readers: treat it as read-only. */
  get value(): unknown {
    if (!this.#parsed) {
      this.#value = JSON.parse(decoder.decode(this.bytes))
      this.#parsed = true
    }
    return this.#value
  }

  toJSON(): unknown {
    return this.value
  }
}
