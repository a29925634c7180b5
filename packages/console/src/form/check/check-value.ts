import { plural } from '../../elements/format.js'
import type { JsonPath } from '../../json/json-node.js'
import { resolveSchema } from '../schema/resolve-schema.js'
import { isSchema, listOf, own, type Schema, schemasOf } from '../schema/schema.js'
import { checkNumber, checkText } from './check-scalar.js'

/** Something about a value that its schema does not allow. */
export interface ValueProblem {
  readonly path: JsonPath
  readonly text: string
  /** True: it is not there, which is no mistake while somebody types. */
  readonly isMissing?: true
}

/** Parts of a value that are looked at: a schema that needs more is left to the server. */
const maxSteps = 20_000

/**
 * Compares a value with a schema while it is typed. It finds what a person can repair in place and stays silent where it is not
 * sure: the server has the last word. Bounded work for any schema.
 */
export function checkValue(value: unknown, schema: unknown): readonly ValueProblem[] {
  const check = new Check(schema)
  check.visit(value, schema, [])
  return check.problems
}

class Check {
  readonly problems: ValueProblem[] = []
  readonly #root: unknown
  #steps = 0

  constructor(root: unknown) {
    this.#root = root
  }

  visit(value: unknown, part: unknown, path: JsonPath): void {
    if (++this.#steps > maxSteps || path.length > 64) return
    const resolved = this.#resolve(part, path)
    if (resolved === undefined) return
    const { schema, type, branches, isNullable } = resolved
    if (value === null && isNullable) return
    if (branches !== undefined) this.#visitBranches(value, branches, path)
    else if (type !== undefined && Object.hasOwn(schema, 'type') && !isOfType(value, type))
      this.#add(path, `Must be ${article(type)}`)
    else this.#visitParts(value, schema, path)
  }

  #visitParts(value: unknown, schema: Schema, path: JsonPath): void {
    this.#visitChoice(value, schema, path)
    if (typeof value === 'string') this.#addAll(path, checkText(value, schema))
    if (typeof value === 'number') this.#addAll(path, checkNumber(value, schema))
    if (Array.isArray(value)) this.#visitItems(value, schema, path)
    else if (isSchema(value)) this.#visitMembers(value, schema, path)
  }

  #resolve(part: unknown, path: JsonPath) {
    if (part === false) this.#add(path, 'Nothing is allowed here')
    try {
      return resolveSchema(part, this.#root)
    } catch {
      return undefined
    }
  }

  /** The branch that fits best says what is wrong. */
  #visitBranches(value: unknown, branches: readonly Schema[], path: JsonPath): void {
    const before = this.problems.length
    const areInside = (found: readonly ValueProblem[]) => found.every((each) => each.path.length > path.length)
    let best: readonly ValueProblem[] | undefined
    for (const branch of branches) {
      this.visit(value, branch, path)
      const found = this.problems.splice(before)
      if (found.length === 0) return
      if (best === undefined || (areInside(found) && (!areInside(best) || found.length < best.length))) best = found
    }
    if (best !== undefined && areInside(best)) this.problems.push(...best)
    else this.#add(path, 'Fits none of the alternatives')
  }

  #visitChoice(value: unknown, schema: Schema, path: JsonPath): void {
    const choices = Object.hasOwn(schema, 'const') ? [schema['const']] : own(schema, 'enum')
    if (!Array.isArray(choices) || choices.some((each) => isSame(each, value))) return
    const names = choices.slice(0, 6).map((each) => JSON.stringify(each))
    this.#add(path, `Must be ${names.join(', ')}${choices.length > 6 ? ', …' : ''}`)
  }

  #visitItems(items: readonly unknown[], schema: Schema, path: JsonPath): void {
    const { minItems, maxItems, uniqueItems } = schema
    if (typeof minItems === 'number' && items.length < minItems)
      this.#add(path, `Needs at least ${plural(minItems, 'item')}`)
    if (typeof maxItems === 'number' && items.length > maxItems)
      this.#add(path, `Has more than ${plural(maxItems, 'item')}`)
    const texts = items.length <= 1_000 ? items.map((each) => JSON.stringify(each)) : []
    if (uniqueItems === true && new Set(texts).size < texts.length) this.#add(path, 'Has an item twice')
    const first = listOf(schema, 'prefixItems')
    const rest = own(schema, 'items')
    const all = Array.isArray(rest) ? rest : first
    items.forEach((item, index) => {
      const part = all[index] ?? (Array.isArray(rest) ? own(schema, 'additionalItems') : rest)
      if (part !== undefined) this.visit(item, part, [...path, index])
    })
  }

  #visitMembers(value: Schema, schema: Schema, path: JsonPath): void {
    const properties = schemasOf(schema, 'properties')
    for (const name of listOf(schema, 'required')) {
      if (typeof name !== 'string' || Object.hasOwn(value, name)) continue
      this.problems.push({ path: [...path, name], text: 'Required', isMissing: true })
    }
    const isOpen = Object.hasOwn(schema, 'patternProperties')
    const others = own(schema, 'additionalProperties')
    for (const [name, member] of Object.entries(value)) {
      const part = properties.get(name)
      if (part !== undefined) this.visit(member, part, [...path, name])
      else if (others === false && !isOpen) this.#add([...path, name], 'The schema has no such member')
      else if (isSchema(others) && !isOpen) this.visit(member, others, [...path, name])
    }
  }

  #addAll(path: JsonPath, texts: readonly string[]): void {
    for (const text of texts) this.#add(path, text)
  }

  #add(path: JsonPath, text: string): void {
    this.problems.push({ path, text })
  }
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isSchema(value)
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  return !['string', 'number', 'boolean'].includes(type) || typeof value === type
}

function article(type: string): string {
  const names: Readonly<Record<string, string>> = { string: 'text', boolean: 'true or false', null: 'null' }
  const name = Object.hasOwn(names, type) ? names[type] : undefined
  return name ?? `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}

/** Equal as JSON, whatever the order of members. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    return left.every((each, index) => isSame(each, right[index]))
  }
  if (!isSchema(left) || !isSchema(right)) return false
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name]))
  )
}
