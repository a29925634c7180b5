import type { ContentOptions, RecordedContent } from './recorded-content.js'
import type { RecordedLine, RecordingHeader } from './recording-line.js'

export interface RecordingWriterOptions {
  readonly write: (line: string) => void
  readonly onLine: ((line: RecordedLine) => void) | undefined
  readonly content: ContentOptions
  readonly maxContentBytes: number
  /** Milliseconds of a clock that is never set. */
  readonly now: () => number
}

/** The place of a line in the recording. */
export type LineStart = Pick<RecordedLine, 'transport' | 'connection' | 'exchange' | 'from'>

/** Writes the lines of one recording. */
export class RecordingWriter {
  readonly content: ContentOptions
  readonly maxContentBytes: number
  readonly #options: RecordingWriterOptions
  readonly #startedAt: number
  #connections = 0

  constructor(options: RecordingWriterOptions) {
    this.content = options.content
    this.maxContentBytes = options.maxContentBytes
    this.#options = options
    this.#startedAt = options.now()
  }

  begin(header: RecordingHeader): void {
    this.#options.write(`${JSON.stringify(header)}\n`)
  }

  nextConnection(): number {
    this.#connections += 1
    return this.#connections
  }

  /** Writes a line; the JSON text of a message goes into it unchanged. */
  write(start: LineStart, facts: Partial<RecordedLine>, content?: RecordedContent): void {
    const ms = Math.round((this.#options.now() - this.#startedAt) * 1_000) / 1_000
    const { message, ...members } = content?.members ?? {}
    const head = { ms, ...start, ...facts, ...members }
    const text = JSON.stringify(head)
    const json = content?.json
    this.#options.write(json === undefined ? `${text}\n` : `${text.slice(0, -1)},"message":${json}}\n`)
    this.#options.onLine?.(json === undefined ? head : { ...head, message })
  }
}
