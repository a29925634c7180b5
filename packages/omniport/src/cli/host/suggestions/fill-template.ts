import type { ResourceTemplate } from '../../../entries/protocol.js'
import type { SessionContext } from '../session/session-context.js'
import { askWithSuggestions } from './ask-with-suggestions.js'

/** Asks for the variables of a template, with suggestions. Undefined: the user left. */
export async function fillTemplate(
  context: SessionContext,
  { server, uriTemplate }: ResourceTemplate & { readonly server: string },
): Promise<string | undefined> {
  const parts = templateParts(uriTemplate)
  if (parts === undefined) return context.screen.text({ message: 'Its address', initial: uriTemplate })
  const values = new Map<string, string>()
  for (const part of parts) {
    if (part.type === 'text' || values.has(part.name)) continue
    const value = await askWithSuggestions(context, {
      server,
      ref: { type: 'ref/resource', uri: uriTemplate },
      argument: { name: part.name, required: true },
      others: Object.fromEntries(values),
    })
    if (value === undefined) return undefined
    values.set(part.name, value)
  }
  return parts.map((part) => (part.type === 'text' ? part.text : part.encode(values.get(part.name) ?? ''))).join('')
}

export type TemplatePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'variable'; readonly name: string; readonly encode: (value: string) => string }

/** Parses a template with `{name}` and `{+name}` only; undefined for others. spec: RFC 6570 */
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

/** Keeps reserved and percent-encoded characters. */
function encodeReserved(value: string): string {
  return value
    .split(/(%[0-9A-Fa-f]{2})/)
    .map((piece, at) => (at % 2 === 1 ? piece : encodeURI(piece).replaceAll('%5B', '[').replaceAll('%5D', ']')))
    .join('')
}
