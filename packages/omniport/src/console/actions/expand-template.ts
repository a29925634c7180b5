import { operatorStyles } from '../../uri/operator-style.js'
import { parseTemplate } from '../../uri/parse-template.js'
import { percentEncode } from '../../uri/percent-encode.js'
import type { Template, TemplatePart } from '../../uri/template.js'
import { UsageError } from './usage-error.js'

/** Expands a URI template with texts; variables without a value are left out. spec: RFC 6570 section 3 */
export function expandTemplate(source: string, values: Readonly<Record<string, string>>): string {
  const given = new Map(Object.entries(values))
  return parse(source)
    .parts.map((part) => expandPart(part, given))
    .join('')
}

function expandPart(part: TemplatePart, values: ReadonlyMap<string, string>): string {
  if (part.type === 'literal') return part.text
  const { first, separator, named, keepReserved } = operatorStyles[part.operator]
  const written = part.variables.flatMap(({ name, prefix }) => {
    const value = values.get(name) ?? ''
    if (value === '') return []
    const shown = prefix === undefined ? value : [...value].slice(0, prefix).join('')
    const encoded = keepReserved ? percentEncode(shown) : encodeStrict(shown)
    return [named ? `${name}=${encoded}` : encoded]
  })
  return written.length === 0 ? '' : first + written.join(separator)
}

function parse(source: string): Template {
  try {
    return parseTemplate(source)
  } catch (reason) {
    throw new UsageError(reason instanceof Error ? reason.message : 'template must be a URI template')
  }
}

function encodeStrict(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}
