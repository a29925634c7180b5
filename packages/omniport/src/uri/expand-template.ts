import { operatorStyles } from './operator-style.js'
import { parseTemplate } from './parse-template.js'
import { percentEncode } from './percent-encode.js'
import type { TemplatePart } from './template.js'

/**
 * Expands a URI template with texts; variables without a value, or with an empty one, are left out.
 *
 * @throws TypeError if the template is malformed.
 *
 * spec: RFC 6570 section 3
 */
export function expandTemplate(source: string, values: Readonly<Record<string, string>>): string {
  const given = new Map(Object.entries(values))
  return parseTemplate(source)
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

function encodeStrict(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}
