/** One event of a stream: those without data are events here. */
export interface ScannedEvent {
  readonly id: string | undefined
  readonly data: string
}

/** Finds the events in an event stream of this library, however its bytes are cut. */
export class SseScan {
  readonly #onEvent: (event: ScannedEvent) => void
  readonly #decoder = new TextDecoder()
  #rest = ''

  constructor(onEvent: (event: ScannedEvent) => void) {
    this.#onEvent = onEvent
  }

  take(bytes: Uint8Array): void {
    const blocks = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line]))
      const data = fields.get('data')?.slice('data: '.length)
      if (data !== undefined) this.#onEvent({ id: fields.get('id')?.slice('id: '.length), data })
    }
  }
}
