/** A part of a URI template: text, or one variable. */
export type TemplatePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'variable'; readonly name: string; readonly encode: (value: string) => string }

/** Takes a template of plain text, `{name}` and `{+name}` apart. Undefined: it has more than that. spec: RFC 6570 */
export function templateParts(template: string): readonly TemplatePart[] | undefined {
  const pieces = template.split(/(\{[^{}]*\})/).filter((piece) => piece !== '')
  const parts = pieces.map(toPart)
  return parts.every((part) => part !== undefined) ? parts : undefined
}

function toPart(piece: string): TemplatePart | undefined {
  if (!piece.startsWith('{')) return { type: 'text', text: piece }
  const [, operator, name] = /^\{(\+?)([\w.%]+)\}$/.exec(piece) ?? []
  if (name === undefined) return undefined
  return { type: 'variable', name, encode: operator === '+' ? encodeReserved : encodeStrict }
}

function encodeStrict(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Reserved characters, and what is encoded already, stay. */
function encodeReserved(value: string): string {
  return value
    .split(/(%[0-9A-Fa-f]{2})/)
    .map((piece, at) => (at % 2 === 1 ? piece : encodeURI(piece).replaceAll('%5B', '[').replaceAll('%5D', ']')))
    .join('')
}
