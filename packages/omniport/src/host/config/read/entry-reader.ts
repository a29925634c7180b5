import { isObject } from '../../../values/json/is-object.js'
import { wellFormed } from '../../../values/text/well-formed.js'
import { expandVariables, type VariableScope, type VariableStyle } from '../expand/expand-variables.js'
import { FieldFault, type FieldPath } from '../field-fault.js'

export interface Field {
  readonly value: unknown
  readonly path: FieldPath
}

export interface EntryReaderOptions {
  readonly path: FieldPath
  readonly style: VariableStyle
  readonly scope: VariableScope
}

/** Reads the fields of an object, and tracks which were not read. */
export class EntryReader {
  readonly #members: ReadonlyMap<string, unknown>
  readonly #options: EntryReaderOptions
  readonly #read = new Set<string>()

  /** @throws FieldFault if the value is not an object. */
  constructor(value: unknown, options: EntryReaderOptions) {
    if (!isObject(value)) throw FieldFault.of(options.path, 'an object', value)
    this.#members = new Map(Object.entries(value))
    this.#options = options
  }

  get path(): FieldPath {
    return this.#options.path
  }

  /** Returns the first of these fields that exists and is not null. */
  find(...names: readonly string[]): Field | undefined {
    for (const name of names) {
      const value = this.#members.get(name)
      if (value === undefined || value === null) continue
      this.#read.add(name)
      return { value, path: [...this.#options.path, name] }
    }
    return undefined
  }

  /** Returns the first of these fields whose value satisfies `is`. */
  findIf(is: (value: unknown) => boolean, ...names: readonly string[]): Field | undefined {
    return this.find(...names.filter((name) => is(this.#members.get(name))))
  }

  inside({ value, path }: Field): EntryReader {
    return new EntryReader(value, { ...this.#options, path })
  }

  /** Returns a string with its variables expanded. */
  async text({ value, path }: Field): Promise<string> {
    if (typeof value !== 'string') throw FieldFault.of(path, 'a string', value)
    const { style, scope } = this.#options
    const expanded = await expandVariables({ text: value, path, style }, scope)
    if (expanded.includes('\0')) throw new FieldFault(path, ' must not hold a NUL character')
    if (wellFormed(expanded) !== expanded) throw new FieldFault(path, ' must not hold half a surrogate pair')
    return expanded
  }

  async texts(field: Field): Promise<readonly string[]> {
    if (!Array.isArray(field.value)) throw FieldFault.of(field.path, 'a list of strings', field.value)
    const items: readonly unknown[] = field.value
    const texts: string[] = []
    for (const [at, value] of items.entries()) texts.push(await this.text({ value, path: [...field.path, at] }))
    return texts
  }

  async members(field: Field): Promise<ReadonlyMap<string, string>> {
    if (!isObject(field.value)) throw FieldFault.of(field.path, 'an object', field.value)
    const texts = new Map<string, string>()
    for (const [name, value] of Object.entries(field.value)) {
      texts.set(name, await this.text({ value, path: [...field.path, name] }))
    }
    return texts
  }

  /** Returns a string without expanding variables, for text that is displayed or compared. */
  plainText({ value, path }: Field): string {
    if (typeof value !== 'string') throw FieldFault.of(path, 'a string', value)
    return value
  }

  plainTexts({ value, path }: Field): readonly string[] {
    if (!Array.isArray(value)) throw FieldFault.of(path, 'a list of strings', value)
    return value.map((item: unknown, at) => this.plainText({ value: item, path: [...path, at] }))
  }

  flag({ value, path }: Field): boolean {
    if (typeof value !== 'boolean') throw FieldFault.of(path, 'true or false', value)
    return value
  }

  /** The fields that were not read, unchanged; undefined if there are none. */
  get rest(): Readonly<Record<string, unknown>> | undefined {
    const rest = [...this.#members].filter(([name, value]) => value !== undefined && !this.#read.has(name))
    return rest.length === 0 ? undefined : Object.fromEntries(rest)
  }
}
