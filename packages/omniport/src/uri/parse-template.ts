import { percentEncode } from './percent-encode.js'
import type { Template, TemplateExpression, TemplateLiteral, TemplateOperator, VariableSpec } from './template.js'

const maxTemplateLength = 4096
const maxVariables = 64

/**
 * Parses an RFC 6570 URI template of any level (1–4).
 *
 * Stricter than the RFC in three ways: a variable may appear only once (matching could not tell which value counts),
 * a template has at most 4096 UTF-16 code units, and at most 64 variables. An apostrophe is a legal literal character
 * (RFC 6570 erratum 6937). Text without braces is a template without variables.
 *
 * @throws TypeError if the template is malformed; the message names the problem, its offset and what was expected.
 *
 * spec: server/resources#resource-templates
 */
export function parseTemplate(source: string): Template {
  if (source.length > maxTemplateLength) {
    throw new TypeError(
      `Malformed URI template of ${source.length} characters; expected at most ${maxTemplateLength}: "${source.slice(0, 40)}…"`,
    )
  }
  const scan: Scan = { source, required: new Map() }
  const parts: (TemplateLiteral | TemplateExpression)[] = []
  for (let start = 0; start < source.length; ) {
    const isExpression = source[start] === '{'
    const end = isExpression ? endOfExpression(source, start) : endOfLiteral(source, start)
    parts.push(isExpression ? parseExpression(scan, start, end) : parseLiteral(source, start, end))
    start = end
  }
  const variables = Array.from(scan.required, ([name, required]) => Object.freeze({ name, required }))
  return Object.freeze({ source, parts: Object.freeze(parts), variables: Object.freeze(variables) })
}

interface Scan {
  readonly source: string
  /** The variables found so far, and whether each is required. */
  readonly required: Map<string, boolean>
}

function endOfLiteral(source: string, start: number): number {
  const open = source.indexOf('{', start)
  return open === -1 ? source.length : open
}

function endOfExpression(source: string, start: number): number {
  const close = source.indexOf('}', start)
  const nested = source.indexOf('{', start + 1)
  if (nested !== -1 && (close === -1 || nested < close)) {
    throw malformed(source, nested, '"{" inside an expression; expected "}" first')
  }
  if (close === -1) throw malformed(source, start, '"{" is never closed; expected "}"')
  return close + 1
}

/** The characters that RFC 6570 section 2.1 (with erratum 6937) excludes from literals, and halves of surrogate pairs. */
const forbiddenInLiteral = /[\p{Cc}\p{Cs} "<>\\^`|}]|%(?![0-9A-Fa-f]{2})/u

function parseLiteral(source: string, start: number, end: number): TemplateLiteral {
  const text = source.slice(start, end)
  const forbidden = forbiddenInLiteral.exec(text)
  if (forbidden) {
    const expected =
      forbidden[0] === '}'
        ? '"{" before it'
        : forbidden[0] === '%'
          ? 'two hexadecimal digits after it'
          : 'its percent-encoded form'
    throw malformed(source, start + forbidden.index, `unexpected ${JSON.stringify(forbidden[0])}; expected ${expected}`)
  }
  return Object.freeze({ type: 'literal', text: percentEncode(text) })
}

function parseExpression(scan: Scan, start: number, end: number): TemplateExpression {
  const first = scan.source.charAt(start + 1)
  if (first === '}') throw malformed(scan.source, start, 'empty expression; expected a variable name')
  if ('=,!@|'.includes(first)) {
    const problem = `operator "${first}" is reserved for extensions; expected a variable name or one of + # . / ; ? &`
    throw malformed(scan.source, start + 1, problem)
  }
  const operator = isOperator(first) ? first : ''
  const variables: VariableSpec[] = []
  let offset = start + 1 + operator.length
  for (const text of scan.source.slice(offset, end - 1).split(',')) {
    const spec = parseVariable(scan.source, offset, text)
    if (scan.required.has(spec.name)) {
      throw malformed(scan.source, offset, `variable "${spec.name}" appears twice; expected each name once`)
    }
    if (scan.required.size === maxVariables) {
      throw malformed(scan.source, offset, `too many variables; expected at most ${maxVariables}`)
    }
    scan.required.set(spec.name, operator !== '?' && operator !== '&')
    variables.push(spec)
    offset += text.length + 1
  }
  return Object.freeze({ type: 'expression', operator, variables: Object.freeze(variables) })
}

function isOperator(char: string): char is Exclude<TemplateOperator, ''> {
  return '+#./;?&'.includes(char)
}

const leadingName = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?:\.(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+)*/
const prefixModifier = /^:([1-9][0-9]{0,3})$/

function parseVariable(source: string, offset: number, text: string): VariableSpec {
  const name = leadingName.exec(text)?.[0] ?? ''
  const modifier = text.slice(name.length)
  const end = offset + name.length
  if (text === '') throw malformed(source, offset, 'missing variable name; expected letters, digits, "_", "." or "%XX"')
  if (name === '' || !/^[*:]?$/.test(modifier.charAt(0))) {
    const char = JSON.stringify(String.fromCodePoint(modifier.codePointAt(0) ?? 0))
    throw malformed(source, end, `${char} in a variable name; expected letters, digits, "_", "." or "%XX"`)
  }
  const prefix = prefixModifier.exec(modifier)?.[1]
  if (modifier !== '' && modifier !== '*' && prefix === undefined) {
    throw malformed(
      source,
      end,
      `modifier ${JSON.stringify(modifier)}; expected "*" or ":" and a number from 1 to 9999`,
    )
  }
  return Object.freeze({ name, explode: modifier === '*', prefix: prefix === undefined ? undefined : Number(prefix) })
}

function malformed(source: string, offset: number, problem: string): TypeError {
  return new TypeError(`Malformed URI template ${JSON.stringify(source)} at offset ${offset}: ${problem}`)
}
