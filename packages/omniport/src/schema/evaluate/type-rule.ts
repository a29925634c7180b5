import type { RuleSource } from './compiler.js'
import type { Rule } from './run.js'

/** The rule of `type`. An integer is a number without a fraction, however it was written. */
export function typeRule({ schema, compiler }: RuleSource): Rule | undefined {
  const type = compiler.keyword(schema, 'type')
  if (type === undefined) return undefined
  const names = Array.isArray(type) ? (type as readonly string[]) : [String(type)]
  const message = `must be ${joinWithOr(names.map((name) => typePhrases.get(name) ?? name))}`
  const [only] = names
  if (names.length === 1 && only !== undefined) {
    return (value, run) => hasType(value, only) || run.fail('type', () => message)
  }
  return (value, run) => names.some((name) => hasType(value, name)) || run.fail('type', () => message)
}

const typePhrases: ReadonlyMap<string, string> = new Map([
  ['array', 'an array'],
  ['boolean', 'true or false'],
  ['integer', 'an integer'],
  ['null', 'null'],
  ['number', 'a number'],
  ['object', 'an object'],
  ['string', 'a string'],
])

function hasType(value: unknown, name: string): boolean {
  if (name === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (name === 'array') return Array.isArray(value)
  if (name === 'integer') return Number.isInteger(value)
  if (name === 'number') return Number.isFinite(value)
  return name === 'null' ? value === null : typeof value === name
}

function joinWithOr(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
