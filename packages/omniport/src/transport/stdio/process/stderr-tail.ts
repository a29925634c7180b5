import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createRedactor } from '../../../values/text/redact.js'

export interface StderrTailOptions {
  readonly onLine: ((text: string) => void) | undefined
  /** Redacted in every line: a process may print the secrets that it was given. */
  readonly secrets: readonly string[]
}

/** The last output of a process to stderr. Reads all the time, so that the process never blocks on it. */
export class StderrTail {
  readonly #decoder = new StringDecoder('utf8')
  readonly #onLine: ((text: string) => void) | undefined
  readonly #clean: (text: string) => string
  #text = ''
  #line = ''

  /** `onLine` gets every line without its line break, and a very long line in parts. */
  constructor(stream: Readable, { onLine, secrets }: StderrTailOptions) {
    this.#onLine = onLine
    this.#clean = createRedactor(secrets)
    stream.on('data', (chunk: Buffer) => this.#push(this.#decoder.write(chunk)))
    stream.on('end', () => this.#end())
    stream.on('error', () => this.#end())
  }

  get text(): string {
    return this.#clean(this.#text.slice(-maxLength))
  }

  /** The last lines, for an error message: at most 25, and at most 2,000 characters. */
  get summary(): string {
    return this.text.trimEnd().split('\n').slice(-summaryLines).join('\n').slice(-summaryLength)
  }

  #push(text: string): void {
    this.#text += text
    if (this.#text.length > 2 * maxLength) this.#text = this.#text.slice(-maxLength)
    if (this.#onLine === undefined) return
    const lines = (this.#line + text).split('\n')
    this.#line = lines.pop() ?? ''
    for (const line of lines) this.#onLine(this.#clean(line))
    if (this.#line.length > maxLength) this.#flushLine()
  }

  #end(): void {
    this.#push(this.#decoder.end())
    if (this.#line !== '') this.#flushLine()
  }

  #flushLine(): void {
    this.#onLine?.(this.#clean(this.#line))
    this.#line = ''
  }
}

const maxLength = 64 * 1024
/** Enough for an uncaught error of Node, whose stack takes the last twenty lines. */
const summaryLines = 25
const summaryLength = 2_000
