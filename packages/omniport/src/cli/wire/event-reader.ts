/** Reads server-sent events from text in pieces. */
export class EventReader {
  readonly #onEvent: (event: string, data: string) => void
  readonly #maxCharacters: number
  #rest = ''
  #event = 'message'
  #data: string[] = []
  #size = 0

  /** `maxCharacters` is the size of one event; default: unlimited. */
  constructor(onEvent: (event: string, data: string) => void, maxCharacters = Number.POSITIVE_INFINITY) {
    this.#onEvent = onEvent
    this.#maxCharacters = maxCharacters
  }

  /** @throws Error if an event is too long. */
  push(text: string): void {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?=.)/s)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#readLine(line)
    if (this.#size + this.#rest.length > this.#maxCharacters) throw new Error('an event of the stream is too long')
  }

  #readLine(line: string): void {
    if (line !== '') {
      const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
      if (name === 'data') {
        this.#data.push(value)
        this.#size += value.length
      }
      if (name === 'event') this.#event = value
      return
    }
    const data = this.#data.join('\n')
    if (data !== '') this.#onEvent(this.#event, data)
    this.#event = 'message'
    this.#data = []
    this.#size = 0
  }
}
