import { expandPart } from '../templates/expand-part.js'
import { matchParts } from '../templates/match-parts.js'
import { parseTemplate, type TemplatePart } from '../templates/parse-template.js'

/** The variables of a template by name. */
export type Variables = Record<string, string | string[]>

/** More would keep a server busy. */
const mostCharacters = 1_000_000

/** A URI with variables in braces: the part of RFC 6570 that the protocol needs. */
export class UriTemplate {
  readonly #template: string
  /** Many sessions have a template each that nobody asks for, so its parts are kept when they are first needed. */
  #parts: readonly TemplatePart[] | undefined

  /** Whether a text has variables. */
  static isTemplate(str: string): boolean {
    return /\{[^}\s]+\}/.test(str)
  }

  /** Throws if a brace is not closed, or the template is too long. */
  constructor(template: string) {
    checkLength(template, 'Template')
    this.#template = template
    parseTemplate(template)
  }

  /** The names of the variables, in their order. */
  get variableNames(): string[] {
    const parts = this.#parts ?? parseTemplate(this.#template)
    return parts.flatMap((part) => (typeof part === 'string' ? [] : part.names))
  }

  toString(): string {
    return this.#template
  }

  /** The URI with values in the place of the variables. Variables without a value are left out. */
  expand(variables: Variables): string {
    for (const value of Object.values(variables)) {
      for (const text of Array.isArray(value) ? value : [value]) checkLength(text, 'Variable value')
    }
    const all = { text: '', hasQuery: false }
    for (const part of this.#parse()) {
      if (typeof part === 'string') all.text += part
      else expandPart(part, variables, all)
    }
    return all.text
  }

  /** The values of the variables in a URI; null if the template does not make such a URI. */
  match(uri: string): Variables | null {
    checkLength(uri, 'URI')
    return matchParts(this.#parse(), uri)
  }

  #parse(): readonly TemplatePart[] {
    this.#parts ??= parseTemplate(this.#template)
    return this.#parts
  }
}

function checkLength(text: unknown, what: string): void {
  if (typeof text !== 'string' || text.length <= mostCharacters) return
  throw new Error(`${what} exceeds maximum length of ${mostCharacters} characters (got ${text.length})`)
}
