import { joinBytes } from '../../async/streams/read-bytes.js'
import { RawJson } from '../../values/json/raw-json.js'
import type { Span } from '../../values/json/text/json-scanner.js'

export interface UpstreamResultParts {
  /** Strings that stand as `text`, and objects that stand as `structuredContent`, in their order. */
  readonly longParts: readonly Span[]
  readonly isError: boolean
}

/** A result as its upstream wrote it: complete, checked as JSON on one line, and without a task. */
export class UpstreamResult extends RawJson {
  readonly isError: boolean
  readonly #longParts: readonly Span[]

  constructor(bytes: Uint8Array, { longParts, isError }: UpstreamResultParts) {
    super(bytes)
    this.isError = isError
    this.#longParts = longParts
  }

  /**
   * The result that `encode` makes of this one. Long parts are not parsed: `encode` gets something short of the same type in
   * their place, and has to pass that on or leave it out. Returns this result where `encode` returns what it got.
   */
  map(encode: (result: object) => object): RawJson | object {
    const isShort = this.#longParts.length === 0
    const result = (isShort ? this.value : JSON.parse(this.#shortText())) as object // it is one
    const encoded = encode(result)
    if (encoded === result) return this
    return isShort ? encoded : new RawJson(this.#withLongParts(JSON.stringify(encoded)))
  }

  #shortText(): string {
    let text = ''
    let at = 0
    this.#longParts.forEach(({ from, to }, index) => {
      const isObject = this.bytes[from] === openBrace
      text += decoder.decode(this.bytes.subarray(at, from))
      text += isObject ? `{"${mark}${index}":0}` : `"${mark}${index}"`
      at = to
    })
    return text + decoder.decode(this.bytes.subarray(at))
  }

  #withLongParts(text: string): Uint8Array {
    const parts: Uint8Array[] = []
    let at = 0
    for (const found of text.matchAll(markPattern)) {
      const part = this.#longParts[Number(found[1] ?? found[2])]
      if (part === undefined) continue
      parts.push(encoder.encode(text.slice(at, found.index)), this.bytes.subarray(part.from, part.to))
      at = found.index + found[0].length
    }
    parts.push(encoder.encode(text.slice(at)))
    return joinBytes(
      parts,
      parts.reduce((length, part) => length + part.length, 0),
    )
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const openBrace = 0x7b

/** No upstream can write it, since it is another one in each process. */
const mark = crypto.randomUUID()
const markPattern = new RegExp(`\\{"${mark}(\\d+)":0\\}|"${mark}(\\d+)"`, 'g')
