import type { ResourceTemplate } from 'omniport/protocol'
import type { SessionContext } from '../session-context.js'
import { askWithSuggestions } from './ask-with-suggestions.js'
import { templateParts } from './template-parts.js'

/** Asks for the variables of a template, with the suggestions of its server. Undefined: left. */
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
