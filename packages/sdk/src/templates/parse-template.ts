/** An expression in braces. */
export interface TemplateExpression {
  readonly operator: '' | '+' | '#' | '.' | '/' | '?' | '&'
  readonly names: readonly string[]
  /** Whether a name has a star: its value may be a list. */
  readonly isExploded: boolean
}

/** A literal text, or an expression. */
export type TemplatePart = string | TemplateExpression

const mostExpressions = 10_000

/** Cuts a template into its parts. */
export function parseTemplate(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let [at, expressions] = [0, 0]
  for (let open = template.indexOf('{'); open !== -1; open = template.indexOf('{', at)) {
    const close = template.indexOf('}', open)
    if (close === -1) throw new Error('Unclosed template expression')
    expressions += 1
    if (expressions > mostExpressions) {
      throw new Error(`Template contains too many expressions (max ${mostExpressions})`)
    }
    if (open > at) parts.push(template.slice(at, open))
    parts.push(parseExpression(template.slice(open + 1, close)))
    at = close + 1
  }
  if (at < template.length) parts.push(template.slice(at))
  return parts
}

function parseExpression(text: string): TemplateExpression {
  const operator = (/^[+#./?&]/.exec(text)?.[0] ?? '') as TemplateExpression['operator']
  const names = text.slice(operator.length).split(',')
  return {
    operator,
    names: names.map((name) => name.replace('*', '').trim()).filter((name) => name.length > 0),
    isExploded: text.includes('*'),
  }
}
