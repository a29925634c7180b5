import { entriesOf } from './entries-of.js'
import { parseJson } from './parse-json.js'

/** What stands before the first case: `name: value` lines, and what the placeholders of the file stand for. */
export interface Head {
  readonly settings: ReadonlyMap<string, string>
  readonly definitions: ReadonlyMap<string, unknown>
}

/** Reads a head whose settings have these names. Throws a `TypeError` that quotes the line it cannot read. */
export function parseHead(head: string, names: readonly string[]): Head {
  const settings = new Map<string, string>()
  const definitions = new Map<string, unknown>()
  for (const line of entriesOf(head)) {
    const [, definition, json = '', setting = '', value = ''] = /^(?:⟨(\w+)⟩ = (.*)|([\w ]+):\s(.*))$/s.exec(line) ?? []
    if (line.startsWith('#')) continue
    if (definition !== undefined) definitions.set(definition, parseJson(json, line))
    else if (names.includes(setting)) settings.set(setting, value)
    else throw new TypeError(`not a line of a head: ${line}`)
  }
  return { settings, definitions }
}

/** The known names that a text lists, in their own order. Throws a `TypeError` for an empty list, and for any other name. */
export function parseNames<Name extends string>(text: string | undefined, known: readonly Name[]): readonly Name[] {
  const names = text?.split(' ') ?? []
  const found = known.filter((name) => names.includes(name))
  if (found.length !== names.length || found.length === 0)
    throw new TypeError(`not a list of ${known.join(', ')}: ${text}`)
  return found
}
