const decoder = new TextDecoder()

/**
 * A JSON value as the UTF-8 bytes that stand for it. Transports write `bytes` through untouched; `value` parses them on
 * first use and keeps the outcome. The bytes must be one complete JSON text without a line break outside its strings.
 */
export class RawJson {
  readonly bytes: Uint8Array
  #value: unknown
  #parsed = false

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** The parsed value. Shared by everyone who asks: treat it as read-only. */
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
