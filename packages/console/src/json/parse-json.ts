import type { JsonMember, JsonNode, JsonProblem } from './json-node.js'

/** Values inside of values, at most: a deeper text is refused before the stack is. */
const maxDepth = 200

export type ParsedJson = { readonly node: JsonNode } | { readonly problem: JsonProblem }

/** Parses a text that is exactly one JSON value, and remembers where each part stands. */
export function parseJson(text: string): ParsedJson {
  const reader = new JsonReader(text)
  try {
    return { node: reader.readDocument() }
  } catch (error) {
    if (!(error instanceof ProblemAt)) throw error
    const before = text.slice(0, error.offset).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    return { problem: { message: error.message, offset: error.offset, line: before.length, column } }
  }
}

class ProblemAt extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

const space = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them in a string
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const word = /true|false|null/y

class JsonReader {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  readDocument(): JsonNode {
    this.#skip()
    const node = this.#readValue()
    this.#skip()
    if (this.#at < this.#text.length) this.#fail('Something follows after the end of the value')
    return node
  }

  #readValue(): JsonNode {
    const start = this.#at
    const first = this.#text[start]
    if (first === '{' || first === '[') return this.#readNested(first)
    if (first === '"') return { kind: 'string', ...this.#readString() }
    if (this.#match(number) !== undefined) return { kind: 'number', start, end: this.#at }
    const literal = this.#match(word)
    if (literal !== undefined) return { kind: 'literal', value: JSON.parse(literal), start, end: this.#at }
    return this.#fail(first === undefined ? 'The value is not complete' : `A value cannot begin with ${first}`)
  }

  #readNested(first: '{' | '['): JsonNode {
    if (++this.#depth > maxDepth) this.#fail(`More than ${maxDepth} values inside of each other`)
    const node = first === '{' ? this.#readObject() : this.#readArray()
    this.#depth -= 1
    return node
  }

  #readObject(): JsonNode {
    const start = this.#at
    const members: JsonMember[] = []
    this.#readList('}', () => {
      if (this.#text[this.#at] !== '"') this.#fail('The name of a member begins with a quote: "name"')
      const { value: name, start } = this.#readString()
      this.#skip()
      if (this.#text[this.#at] !== ':') this.#fail('A colon comes after the name of a member')
      this.#at += 1
      this.#skip()
      members.push({ name, start, value: this.#readValue() })
    })
    return { kind: 'object', members, start, end: this.#at }
  }

  #readArray(): JsonNode {
    const start = this.#at
    const items: JsonNode[] = []
    this.#readList(']', () => items.push(this.#readValue()))
    return { kind: 'array', items, start, end: this.#at }
  }

  #readList(close: '}' | ']', readItem: () => void): void {
    this.#at += 1
    this.#skip()
    if (this.#text[this.#at] === close) {
      this.#at += 1
      return
    }
    for (;;) {
      readItem()
      this.#skip()
      const next = this.#text[this.#at]
      if (next !== ',' && next !== close) this.#fail(`A comma or ${close} is missing`)
      this.#at += 1
      if (next === close) return
      this.#skip()
      if (this.#text[this.#at] === close) this.#fail(`A comma stands before ${close}`)
    }
  }

  #readString(): { readonly value: string; readonly start: number; readonly end: number } {
    const start = this.#at
    const raw = this.#match(string)
    if (raw === undefined) return this.#fail('This text in quotes has no end, or a character that needs a backslash')
    return { value: JSON.parse(raw), start, end: this.#at }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }

  #skip(): void {
    this.#match(space)
  }

  #fail(message: string): never {
    throw new ProblemAt(message, this.#at)
  }
}
