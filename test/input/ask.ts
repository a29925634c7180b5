import type { Revision } from '../../packages/omniport/src/protocol/revisions/revision.js'
import { profileOf } from '../../packages/omniport/src/protocol/revisions/revision-profile.js'
import type { Context, InputRequestOptions } from '../../packages/omniport/src/server/requests/context.js'

/** A form with one field. */
const valueForm = {
  type: 'object',
  properties: { value: { type: 'string' } },
  required: ['value'],
} as const

/** Whether a revision can ask a person. */
export function hasForms(revision: Revision): boolean {
  return profileOf(revision).elicitation !== 'none'
}

/** Asks a person where the revision can, the model where it cannot, and gives what was said. */
export async function ask(ctx: Context, text: string, options?: InputRequestOptions): Promise<string> {
  if (hasForms(ctx.revision)) {
    const { action, content } = await ctx.elicit(text, valueForm, options)
    return action === 'accept' ? String(content.value) : action
  }
  const { content } = await ctx.sample({ messages: [{ role: 'user', content: text }], maxTokens: 10 }, options)
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}
