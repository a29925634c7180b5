import { stringValue } from '../../protocol/options/option-checks.js'
import { isObject } from '../../values/json/is-object.js'
import { type Check, checkOptions, mustBe } from '../../values/options/check-options.js'

/** The title and description of a definition in place of those of its server. */
export interface Redescription {
  /** In revisions that have titles. */
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** The name, title and description of a tool or prompt in place of those of its server. */
export interface Renaming extends Redescription {
  /** The name for clients, for whom the old one does not exist. */
  readonly name?: string | undefined
}

/** Checks an option that has a `Redescription` by name. */
export const redescriptions: Check = (path, value) => {
  for (const [name, member] of membersOf(path, value)) {
    checkOptions(`${path}["${name}"]`, member as object, { title: stringValue, description: stringValue })
  }
}

/** Checks an option that has a new name or a `Renaming` by name. */
export const renamings: Check = (path, value) => {
  for (const [name, member] of membersOf(path, value)) {
    if (member === '') throw mustBe(`${path}["${name}"]`, 'a name that is not empty', member)
    if (typeof member !== 'string') checkOptions(`${path}["${name}"]`, member as object, renamingChecks)
  }
}

const newName: Check = (path, value) => {
  if (typeof value !== 'string' || value === '') throw mustBe(path, 'a name that is not empty', value)
}

const renamingChecks = { name: newName, title: stringValue, description: stringValue }

function membersOf(path: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) throw mustBe(path, 'an object with entries by name', value)
  return Object.entries(value)
}

/** The new names of one kind of definitions, in both directions. */
export class RenamedNames {
  readonly #byOld: ReadonlyMap<string, Renaming>
  readonly #oldByNew: ReadonlyMap<string, string>

  /** @throws TypeError for a new name that is given twice. */
  constructor(option: string, renamings: Readonly<Record<string, string | Renaming>> = {}) {
    const entries = Object.entries(renamings)
    this.#byOld = new Map(entries.map(([old, given]) => [old, typeof given === 'string' ? { name: given } : given]))
    const oldByNew = new Map<string, string>()
    for (const [old, { name }] of this.#byOld) {
      if (name === undefined) continue
      const other = oldByNew.get(name)
      if (other !== undefined)
        throw new TypeError(`rename: ${option}: "${other}" and "${old}" cannot both be "${name}"`)
      oldByNew.set(name, old)
    }
    this.#oldByNew = oldByNew
  }

  get isEmpty(): boolean {
    return this.#byOld.size === 0
  }

  of(old: string): Renaming | undefined {
    return this.#byOld.get(old)
  }

  /** The name that the server uses for one of a client; undefined for the old name of what was renamed. */
  toOld(name: string): string | undefined {
    const old = this.#oldByNew.get(name)
    if (old !== undefined) return old
    return this.#byOld.get(name)?.name === undefined ? name : undefined
  }

  /** The name for clients; undefined if another definition has it now. */
  toNew(old: string): string | undefined {
    const name = this.#byOld.get(old)?.name ?? old
    return (this.#oldByNew.get(name) ?? old) === old ? name : undefined
  }
}
