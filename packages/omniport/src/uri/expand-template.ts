import { type OperatorStyle, operatorStyles } from './operator-style.js'
import { percentEncode } from './percent-encode.js'
import type { Template, TemplateExpression, VariableSpec } from './template.js'

/** A single value; numbers and booleans are written as JavaScript prints them, `null` and `undefined` are no value. */
export type TemplateScalar = string | number | boolean | null | undefined

/** The value of one variable: a single value, a list, or an associative array (its own enumerable keys, in order). */
export type TemplateValue = TemplateScalar | readonly TemplateScalar[] | { readonly [key: string]: TemplateScalar }

/** Values by variable name; only own properties count, so a variable may be called `constructor`. */
export interface TemplateValues {
  readonly [name: string]: TemplateValue
}

/**
 * Expands a template to a URI. RFC 6570 sections 2 and 3, up to level 4.
 *
 * Variables without a value are left out, as are lists and associative arrays without a defined member. An empty
 * string is a value. `values` may hold names that the template does not use.
 *
 * @throws TypeError if a value is none of `TemplateValue`, holds half of a surrogate pair, or is a list or associative
 * array where the template asks for a prefix (`{name:3}`).
 *
 * spec: server/resources#resource-templates
 */
export function expandTemplate(template: Template, values: TemplateValues): string {
  return template.parts.map((part) => (part.type === 'literal' ? part.text : expandExpression(part, values))).join('')
}

function expandExpression(expression: TemplateExpression, values: TemplateValues): string {
  const style = operatorStyles[expression.operator]
  const items = expression.variables.flatMap((spec) => {
    const value = Object.hasOwn(values, spec.name) ? values[spec.name] : undefined
    return expandVariable(spec, style, value)
  })
  return items.length === 0 ? '' : style.first + items.join(style.separator)
}

/** The items that one variable adds to its expression: none if it is undefined, several only if it is exploded. */
function expandVariable(spec: VariableSpec, style: OperatorStyle, value: TemplateValue): string[] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') {
    const text = scalarText(spec, value)
    return [item(style, spec.name, encode(style, spec.prefix === undefined ? text : cut(text, spec.prefix)))]
  }
  if (spec.prefix !== undefined) {
    throw new TypeError(`URI template variable "${spec.name}" has a prefix length; expected a single value`)
  }
  return isList(value) ? expandList(spec, style, value) : expandPairs(spec, style, value)
}

function expandList(spec: VariableSpec, style: OperatorStyle, list: readonly TemplateScalar[]): string[] {
  const members = list.filter(isDefined).map((member) => encode(style, scalarText(spec, member)))
  if (spec.explode) return members.map((member) => item(style, spec.name, member))
  return members.length === 0 ? [] : [item(style, spec.name, members.join(','))]
}

/**
 * Keys are encoded like values. RFC 6570 asks for less in `{?pairs*}`, where a key `a&b=c` would then add a parameter.
 */
function expandPairs(
  spec: VariableSpec,
  style: OperatorStyle,
  pairs: Readonly<Record<string, TemplateScalar>>,
): string[] {
  const encoded = Object.entries(pairs)
    .filter(([, value]) => isDefined(value))
    .map(([key, value]) => [encode(style, scalarText(spec, key)), encode(style, scalarText(spec, value))] as const)
  if (encoded.length === 0) return []
  if (!spec.explode) return [item(style, spec.name, encoded.flat().join(','))]
  return encoded.map(([key, value]) => (style.named ? item(style, key, value) : `${key}=${value}`))
}

function item(style: OperatorStyle, name: string, value: string): string {
  if (!style.named) return value
  return value === '' ? name + style.ifEmpty : `${name}=${value}`
}

function encode(style: OperatorStyle, text: string): string {
  return percentEncode(text, style.keepReserved ? 'reserved' : 'unreserved')
}

/** The first `length` characters, counted as code points so that none is halved. */
function cut(text: string, length: number): string {
  let end = 0
  for (let count = 0; count < length && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}

function scalarText(spec: VariableSpec, value: TemplateScalar): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new TypeError(
      `URI template variable "${spec.name}" holds ${typeof value}; expected a string, number or boolean`,
    )
  }
  const text = String(value)
  if (/\p{Cs}/u.test(text)) {
    throw new TypeError(
      `URI template variable "${spec.name}" holds half of a surrogate pair; expected well-formed text`,
    )
  }
  return text
}

function isDefined(value: TemplateScalar): boolean {
  return value !== undefined && value !== null
}

/** `Array.isArray` does not narrow a readonly array out of a union. */
function isList(value: object): value is readonly TemplateScalar[] {
  return Array.isArray(value)
}
