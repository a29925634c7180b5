import type { TemplateExpression } from './parse-template.js'

type Values = Readonly<Record<string, string | string[] | undefined>>

/** What is expanded so far. */
interface Expanded {
  text: string
  /** Whether the query has begun. */
  hasQuery: boolean
}

/** Adds an expression with its values. */
export function expandPart(expression: TemplateExpression, variables: Values, all: Expanded): void {
  const { operator, names } = expression
  if (operator === '?' || operator === '&') expandQuery(expression, variables, all)
  else if (names.length === 1) all.text += expandOne(expression, ownValue(variables, names[0] ?? ''))
  else all.text += joinFirst(names.map((name) => ownValue(variables, name)))
}

function joinFirst(values: readonly (string | string[] | undefined)[]): string {
  const given = values.filter((value) => value !== undefined)
  return given.map((value) => (Array.isArray(value) ? value[0] : value)).join(',')
}

function expandQuery({ operator, names }: TemplateExpression, variables: Values, all: Expanded): void {
  const pairs = names.flatMap((name) => {
    const value = ownValue(variables, name)
    return value === undefined ? [] : [`${name}=${encodeAll(value, operator).join(',')}`]
  })
  if (pairs.length === 0) return
  all.text += (operator === '?' && all.hasQuery ? '&' : operator) + pairs.join('&')
  all.hasQuery = true
}

function expandOne({ operator }: TemplateExpression, value: string | string[] | undefined): string {
  if (value === undefined) return ''
  const encoded = encodeAll(value, operator)
  if (operator === '.' || operator === '/') return operator + encoded.join(operator)
  return (operator === '#' ? '#' : '') + encoded.join(',')
}

function encodeAll(value: string | string[], operator: TemplateExpression['operator']): string[] {
  const encode = operator === '+' || operator === '#' ? encodeURI : encodeURIComponent
  return (Array.isArray(value) ? value : [value]).map((text) => encode(String(text)))
}

function ownValue(variables: Values, name: string): string | string[] | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined
}
