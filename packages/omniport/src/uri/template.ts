/**
 * A parsed RFC 6570 URI template: frozen plain data, made only by `parseTemplate`.
 *
 * spec: server/resources#resource-templates
 */
export interface Template {
  /** The text it was parsed from. */
  readonly source: string
  /** Literals and expressions in the order of the source. */
  readonly parts: readonly TemplatePart[]
  /** Every variable once, in the order of the source. */
  readonly variables: readonly TemplateVariable[]
}

/** One stretch of a template: fixed text or an expression in braces. */
export type TemplatePart = TemplateLiteral | TemplateExpression

/** Text that every expansion holds. */
export interface TemplateLiteral {
  readonly type: 'literal'
  /** As it stands in a URI: characters that a URI cannot hold are already percent-encoded. */
  readonly text: string
}

/** One `{…}`: an operator applied to a list of variables. */
export interface TemplateExpression {
  readonly type: 'expression'
  readonly operator: TemplateOperator
  /** At least one. */
  readonly variables: readonly VariableSpec[]
}

/** The character after `{` that chooses the style of an expression; `''` is simple expansion. RFC 6570 section 2.2. */
export type TemplateOperator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&'

/** A variable as an expression names it, with its modifier. RFC 6570 section 2.4. */
export interface VariableSpec {
  readonly name: string
  /** Written `name*`: a list or associative array becomes one item per member. */
  readonly explode: boolean
  /** Written `name:n`: at most `n` (1–9999) characters of the value; `undefined` is no limit. */
  readonly prefix: number | undefined
}

/** A variable of a template and whether a matching URI must give it a value. */
export interface TemplateVariable {
  readonly name: string
  /** `false` for the variables of `{?…}` and `{&…}`, `true` for all others. */
  readonly required: boolean
}
