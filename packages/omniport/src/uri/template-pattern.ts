import type { Capture, FixedText } from './match-sequence.js'
import { operatorStyles } from './operator-style.js'
import type { Template, TemplateExpression, TemplatePart, VariableSpec } from './template.js'

/** A template arranged for matching: a run up to its query, the query, and a run after it. */
export interface TemplatePattern {
  readonly head: readonly RunToken[]
  /** `undefined` if the template has no `{?…}` or `{&…}`: then `head` is all of it. */
  readonly query: QueryPattern | undefined
  readonly tail: readonly RunToken[]
}

/** A step of a run; captures carry the variable they belong to. */
export type RunToken = FixedText | (Capture & { readonly name: string })

/** The optional parameters of a template. */
export interface QueryPattern {
  /** The operator before the first of them. */
  readonly operator: '?' | '&'
  /** The number of `&` in the query of the head itself. */
  readonly fixedParameters: number
  readonly variables: readonly VariableSpec[]
}

/** Arranges a template for matching; `undefined` if its query expressions do not stand together: nothing matches it. */
export function toPattern(template: Template): TemplatePattern | undefined {
  const { parts } = template
  const start = parts.findIndex(isQuery)
  if (start === -1) return { head: toRun(parts), query: undefined, tail: [] }
  const length = parts.slice(start).findIndex((part) => !isQuery(part))
  const end = length === -1 ? parts.length : start + length
  const rest = parts.slice(end)
  if (rest.some(isQuery)) return undefined
  const head = toRun(parts.slice(0, start))
  return { head, query: toQuery(head, parts.slice(start, end).filter(isQuery)), tail: toRun(rest) }
}

type QueryExpression = TemplateExpression & { readonly operator: '?' | '&' }

function isQuery(part: TemplatePart): part is QueryExpression {
  return part.type === 'expression' && (part.operator === '?' || part.operator === '&')
}

function toQuery(head: readonly RunToken[], expressions: readonly QueryExpression[]): QueryPattern {
  const fixed = head.map((token) => (token.type === 'fixed' ? token.text : '')).join('')
  return {
    operator: expressions[0]?.operator ?? '?',
    fixedParameters: fixed.slice(fixed.indexOf('?') + 1).split('&').length - 1,
    variables: expressions.flatMap((expression) => expression.variables),
  }
}

/** Every required variable has a value, so all text between captures is known; neighbouring texts become one. */
function toRun(parts: readonly TemplatePart[]): RunToken[] {
  const run: RunToken[] = []
  let fixed = ''
  let inQuery = false
  const flush = () => {
    if (fixed !== '') run.push({ type: 'fixed', text: fixed })
    fixed = ''
  }
  for (const part of parts) {
    if (part.type === 'literal') {
      fixed += part.text
      inQuery ||= part.text.includes('?')
      continue
    }
    const style = operatorStyles[part.operator]
    for (const [index, spec] of part.variables.entries()) {
      fixed += (index === 0 ? style.first : style.separator) + (style.named ? `${spec.name}=` : '')
      flush()
      const excluded = excludedCharacters(part, spec) + (inQuery && !style.keepReserved ? '&' : '')
      run.push({ type: 'capture', name: spec.name, excluded, maxCharacters: spec.prefix })
    }
  }
  flush()
  return run
}

function excludedCharacters({ operator }: TemplateExpression, { explode }: VariableSpec): string {
  if (operatorStyles[operator].keepReserved) return ''
  if (operator === ';') return '/?#;'
  return explode && (operator === '' || operator === '/') ? '?#' : '/?#'
}
