/** Reads server-sent events from text in pieces. */
export class EventReader {
  readonly #onEvent: (event: string, data: string) => void
  #rest = ''
  #event = 'message'
  #data: string[] = []

  constructor(onEvent: (event: string, data: string) => void) {
    this.#onEvent = onEvent
  }

  push(text: string): void {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?=.)/)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#readLine(line)
  }

  #readLine(line: string): void {
    if (line !== '') {
      const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
      if (name === 'data') this.#data.push(value)
      if (name === 'event') this.#event = value
      return
    }
    const data = this.#data.join('\n')
    if (data !== '') this.#onEvent(this.#event, data)
    this.#event = 'message'
    this.#data = []
  }
}
