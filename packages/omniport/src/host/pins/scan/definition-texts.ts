import type { Tool } from '../../../protocol/model/tool.js'
import { isObject } from '../../../values/json/is-object.js'
import { visible } from './visible.js'

/** A string in a definition: a value or a member name. */
export interface DefinitionText {
  /** A JSON pointer. Invisible characters in it are written as `U+200B`, and long names are truncated. */
  readonly path: string
  readonly text: string
  readonly isName: boolean
}

/** The strings of a definition, and the parts that are not scanned. */
export interface DefinitionTexts {
  readonly texts: readonly DefinitionText[]
  /** The path and a description of each skipped part. */
  readonly skipped: readonly { readonly path: string; readonly text: string }[]
}

/** Collects the strings of a definition that a model may see, in order. */
export function definitionTexts(tool: Tool): DefinitionTexts {
  const reader = new Reader()
  for (const field of ['name', 'title', 'description'] as const) reader.read(`/${field}`, tool[field], 0)
  reader.read('/annotations/title', tool.annotations?.title, 0)
  for (const field of ['inputSchema', 'outputSchema'] as const) reader.read(`/${field}`, tool[field], 0)
  return reader
}

/** Collects the strings of any value of a server, in order. Paths begin with `path`. */
export function textsOf(path: string, value: unknown): DefinitionTexts {
  const reader = new Reader()
  reader.read(path, value, 0)
  return reader
}

const maxTextLength = 65_536
const maxToolLength = 262_144

/** The cost of a value besides its characters, since there may be very many short ones. */
const valueCost = 8

const maxLevels = 64

class Reader implements DefinitionTexts {
  readonly texts: DefinitionText[] = []
  readonly skipped: { readonly path: string; readonly text: string }[] = []
  #left = maxToolLength
  #isDeep = false

  read(path: string, value: unknown, level: number): void {
    if (value === undefined || !this.#hasBudgetFor(path, valueCost)) return
    if (typeof value === 'string') this.#add(path, value, false)
    else if (level >= maxLevels) this.#skipLevels(path, value)
    else if (Array.isArray(value)) this.#readItems(path, value, level)
    else if (isObject(value)) this.#readMembers(path, value, level)
  }

  #readItems(path: string, items: readonly unknown[], level: number): void {
    for (const [index, item] of items.entries()) {
      if (this.#left < 0) return
      this.read(`${path}/${index}`, item, level + 1)
    }
  }

  #readMembers(path: string, members: Readonly<Record<string, unknown>>, level: number): void {
    for (const name of Object.keys(members)) {
      if (this.#left < 0) return
      const at = `${path}/${visible(name, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`
      this.#add(at, name, true)
      this.read(at, members[name], level + 1)
    }
  }

  #add(path: string, text: string, isName: boolean): void {
    const length = Math.min(text.length, maxTextLength)
    const scanned = Math.min(length, this.#left)
    if (text.length > maxTextLength) {
      const what = `only the first ${maxTextLength} of its ${text.length} characters were scanned`
      this.skipped.push({ path, text: what })
    }
    if (scanned > 0) this.texts.push({ path, text: text.slice(0, scanned), isName })
    this.#hasBudgetFor(path, length)
  }

  /** Takes `cost` from the budget; the first time it is exceeded, adds a skipped part. */
  #hasBudgetFor(path: string, cost: number): boolean {
    const hadMore = this.#left >= 0
    this.#left -= cost
    if (this.#left >= 0) return true
    if (hadMore) this.skipped.push({ path, text: `not scanned from here on: the definition is too long` })
    return false
  }

  #skipLevels(path: string, value: unknown): void {
    if (this.#isDeep || typeof value !== 'object' || value === null) return
    this.#isDeep = true
    this.skipped.push({ path, text: `not scanned: nested deeper than ${maxLevels} levels` })
  }
}
