import { matchSequence } from './match-sequence.js'
import type { Template, VariableSpec } from './template.js'
import { type QueryPattern, type RunToken, toPattern } from './template-pattern.js'

const maxUriLength = 65_536

/**
 * Values by variable name, percent-decoded, without a prototype. A query variable that the URI does not give is absent.
 *
 * A value can hold any character: `%2F` decodes to `/` and `%00` to NUL. Check it before you build a path, a query or a
 * command from it.
 */
export type TemplateMatch = Readonly<Record<string, string>>

/**
 * Matches a URI against a template: the inverse of RFC 6570 expansion for single values. Returns the value of every
 * variable, or `undefined` if the URI does not match.
 *
 * - Fixed text must stand in the URI exactly as expansion writes it; nothing is normalised.
 * - `{a}`, `{.a}`, `{/a}` and `{;a}` are required, take at least one character, and none of `/ ? #` unencoded
 *   (nor `;` in `{;a}`, nor `&` after a `?` of the template). `{+a}` and `{#a}` are required and take any character.
 * - Where several splits are possible (`{name}.{ext}`, `{a}{b}`), the leftmost variable takes the longest value that
 *   still lets the whole URI match.
 * - `{a*}` and `{/a*}` also take `/`: one value with all segments, joined by `/`. `{.a*}` takes labels as they are.
 *   Other lists and associative arrays are not taken apart.
 * - `{a:3}` takes at most three characters.
 * - `{?a}` and `{&a}` are optional, in any order, and may be empty (`?a=` and `?a` both give `''`); other parameters
 *   are ignored. A declared parameter that comes twice is no match, as readers would differ on which one counts; only
 *   `{?a*}` collects several, joined by `,`. `+` is not a space.
 * - A template with `{?…}` or `{&…}` is matched by component: the URI is split at its first `#` and its first `?`.
 *   Fixed parameters before `{&…}` must come first. The only thing that may follow the query is a fragment; a template
 *   with anything else there matches nothing.
 *
 * A malformed percent escape, escapes that are not UTF-8, and a URI of more than 65,536 UTF-16 code units are no match.
 * It does not check that the rest is a URI (see `isUri`). Time is linear: a few visits of every character of the URI
 * for each literal and variable of the template.
 *
 * spec: server/resources#resource-templates
 */
export function matchTemplate(template: Template, uri: string): TemplateMatch | undefined {
  if (!mayMatch(template, uri)) return undefined
  const pattern = toPattern(template)
  if (!pattern) return undefined
  const { head, query, tail } = pattern.query ? splitUri(uri, pattern.query) : { head: uri, query: '', tail: '' }
  const headValues = matchRun(pattern.head, head)
  const queryValues = headValues && matchQuery(pattern.query?.variables ?? [], query)
  const tailValues = queryValues && matchRun(pattern.tail, tail)
  return tailValues && decodeValues([...headValues, ...queryValues, ...tailValues])
}

/** The cheap checks first: one URI is usually tried against many templates. */
function mayMatch(template: Template, uri: string): boolean {
  const first = template.parts[0]
  if (first?.type === 'literal' && !uri.startsWith(first.text)) return false
  return uri.length <= maxUriLength && !/%(?![0-9A-Fa-f]{2})/.test(uri)
}

interface UriPieces {
  readonly head: string
  /** Without the `?` or `&` before it. */
  readonly query: string
  /** The fragment with its `#`, or nothing. */
  readonly tail: string
}

function splitUri(uri: string, query: QueryPattern): UriPieces {
  const hash = uri.indexOf('#')
  const main = hash === -1 ? uri : uri.slice(0, hash)
  let end = main.indexOf('?')
  if (query.operator === '&') {
    for (let passed = 0; passed <= query.fixedParameters; passed++) {
      end = main.indexOf('&', end + 1)
      if (end === -1) break
    }
  }
  if (end === -1) end = main.length
  return { head: main.slice(0, end), query: main.slice(end + 1), tail: uri.slice(main.length) }
}

type RawValue = readonly [name: string, value: string]

function matchRun(tokens: readonly RunToken[], text: string): RawValue[] | undefined {
  const captures = matchSequence(tokens, text)
  const names = tokens.flatMap((token) => (token.type === 'capture' ? [token.name] : []))
  return captures?.map((value, index) => [names[index] ?? '', value])
}

function decodeValues(values: readonly RawValue[]): TemplateMatch | undefined {
  const match: Record<string, string> = Object.create(null)
  try {
    for (const [name, value] of values) match[name] = decodeURIComponent(value)
  } catch {
    return undefined
  }
  return Object.freeze(match)
}

/**
 * Takes the values of variables, still percent-encoded, from a query (`a=1&b=2`); `undefined` if one is given twice
 * without being exploded, or is longer than its prefix.
 *
 * Parameters come in any order and may be missing; others are ignored. Names are compared as they stand.
 */
function matchQuery(variables: readonly VariableSpec[], query: string): Map<string, string> | undefined {
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
