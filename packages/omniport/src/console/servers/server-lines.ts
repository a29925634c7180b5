import type { ConsoleEvent, ServerLine } from '../contract.js'

/** The last lines that servers logged or wrote to stderr. */
export class ServerLines {
  readonly #publish: (event: ConsoleEvent) => void
  #lines: ServerLine[] = []
  #unpublished: ServerLine[] = []
  #timer: NodeJS.Timeout | undefined
  #count = 0

  constructor(publish: (event: ConsoleEvent) => void) {
    this.#publish = publish
  }

  get all(): readonly ServerLine[] {
    return this.#lines
  }

  add({ text, ...line }: Omit<ServerLine, 'seq' | 'at'>): void {
    this.#count += 1
    const added = { seq: this.#count, at: Date.now(), ...line, text: text.slice(0, maxCharacters) }
    this.#lines.push(added)
    if (this.#lines.length > 2 * maxLines) this.#lines = this.#lines.slice(-maxLines)
    this.#unpublished.push(added)
    this.#timer ??= setTimeout(() => this.#publishNow(), batchMs)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #publishNow(): void {
    this.#timer = undefined
    const lines = this.#unpublished.slice(-maxLines)
    this.#unpublished = []
    this.#publish({ type: 'lines', lines })
  }
}

const maxLines = 1_000
const maxCharacters = 8_192
const batchMs = 50
