import { matchSequence } from './match-sequence.js'
import type { VariableSpec } from './template.js'

/**
 * Takes the values of variables, still percent-encoded, from a query (`a=1&b=2`); `undefined` if one is given twice
 * without being exploded, or is longer than its prefix.
 *
 * Parameters come in any order and may be missing; others are ignored. Names are compared as they stand.
 */
export function matchQuery(variables: readonly VariableSpec[], query: string): Map<string, string> | undefined {
  const specs = new Map(variables.map((spec) => [spec.name, spec]))
  const given = new Map<string, string[]>()
  for (const parameter of query.split('&')) {
    const equals = parameter.indexOf('=')
    const name = equals === -1 ? parameter : parameter.slice(0, equals)
    const value = equals === -1 ? '' : parameter.slice(equals + 1)
    const spec = specs.get(name)
    if (!spec) continue
    const earlier = given.get(name)
    if ((earlier && !spec.explode) || !fitsPrefix(spec, value)) return undefined
    if (earlier) earlier.push(value)
    else given.set(name, [value])
  }
  return new Map(Array.from(given, ([name, values]) => [name, values.join(',')]))
}

function fitsPrefix({ prefix }: VariableSpec, value: string): boolean {
  if (prefix === undefined || value === '') return true
  return matchSequence([{ type: 'capture', excluded: '', maxCharacters: prefix }], value) !== undefined
}
