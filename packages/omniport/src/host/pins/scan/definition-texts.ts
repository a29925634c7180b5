import type { Tool } from '../../../protocol/model/tool.js'
import { isObject } from '../../../values/json/is-object.js'
import { visible } from './visible.js'

/** A name or a value in a definition. */
export interface DefinitionText {
  /** A JSON pointer; in it, what cannot be seen is written as `U+200B`, and long names are cut. */
  readonly path: string
  readonly text: string
  readonly isName: boolean
}

/** What there is to look at in a definition, and what is not looked at. */
export interface DefinitionTexts {
  readonly texts: readonly DefinitionText[]
  /** For people: where, and what was left out. */
  readonly skipped: readonly { readonly path: string; readonly text: string }[]
}

/** All texts of a definition that a model may be given, in the order in which it has them. */
export function definitionTexts(tool: Tool): DefinitionTexts {
  const reader = new Reader()
  for (const field of ['name', 'title', 'description'] as const) reader.read(`/${field}`, tool[field], 0)
  reader.read('/annotations/title', tool.annotations?.title, 0)
  for (const field of ['inputSchema', 'outputSchema'] as const) reader.read(`/${field}`, tool[field], 0)
  return reader
}

/** Characters of one text, and of all texts of a definition, that are looked at. */
const maxTextLength = 65_536
const maxToolLength = 262_144

/** What a value costs beside its characters: there may be very many that are short. */
const valueCost = 8

/** Levels of a schema that are looked at. */
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
      if (this.#left <= 0) return
      this.read(`${path}/${index}`, item, level + 1)
    }
  }

  #readMembers(path: string, members: Readonly<Record<string, unknown>>, level: number): void {
    for (const name of Object.keys(members)) {
      if (this.#left <= 0) return
      const at = `${path}/${visible(name, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`
      this.#add(at, name, true)
      this.read(at, members[name], level + 1)
    }
  }

  #add(path: string, text: string, isName: boolean): void {
    const length = Math.min(text.length, maxTextLength)
    const shown = Math.min(length, this.#left)
    if (text.length > maxTextLength) {
      const what = `only the first ${maxTextLength} of its ${text.length} characters were looked at`
      this.skipped.push({ path, text: what })
    }
    if (shown > 0) this.texts.push({ path, text: text.slice(0, shown), isName })
    this.#hasBudgetFor(path, length)
  }

  /** Says so once where there is more than is looked at. */
  #hasBudgetFor(path: string, cost: number): boolean {
    const hadMore = this.#left >= 0
    this.#left -= cost
    if (this.#left >= 0) return true
    if (hadMore) this.skipped.push({ path, text: `from here on nothing was looked at: it is too long` })
    return false
  }

  #skipLevels(path: string, value: unknown): void {
    if (this.#isDeep || typeof value !== 'object' || value === null) return
    this.#isDeep = true
    this.skipped.push({ path, text: `nested deeper than ${maxLevels} levels, which was not looked at` })
  }
}
