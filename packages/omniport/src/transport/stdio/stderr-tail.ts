import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** The end of what a process wrote to stderr. Reads at once and always, so that the process never waits for it. */
export class StderrTail {
  readonly #decoder = new StringDecoder('utf8')
  readonly #onLine: ((text: string) => void) | undefined
  #text = ''
  #line = ''

  /** `onLine` gets every line, without its line break; a very long one in parts. */
  constructor(stream: Readable, onLine: ((text: string) => void) | undefined) {
    this.#onLine = onLine
    stream.on('data', (chunk: Buffer) => this.#push(this.#decoder.write(chunk)))
    stream.on('end', () => this.#end())
    stream.on('error', () => this.#end())
  }

  /** The last 64 Ki characters, at most. */
  get text(): string {
    return this.#text.slice(-keptLength)
  }

  /** The last lines, for a message to people: at most ten, and at most 2,000 characters. */
  get summary(): string {
    return this.#text.trimEnd().split('\n').slice(-10).join('\n').slice(-2_000)
  }

  #push(text: string): void {
    this.#text += text
    if (this.#text.length > 2 * keptLength) this.#text = this.#text.slice(-keptLength)
    if (this.#onLine === undefined) return
    const lines = (this.#line + text).split('\n')
    this.#line = lines.pop() ?? ''
    for (const line of lines) this.#onLine(line)
    if (this.#line.length > keptLength) this.#flushLine()
  }

  #end(): void {
    this.#push(this.#decoder.end())
    if (this.#line !== '') this.#flushLine()
  }

  #flushLine(): void {
    this.#onLine?.(this.#line)
    this.#line = ''
  }
}

const keptLength = 64 * 1024
