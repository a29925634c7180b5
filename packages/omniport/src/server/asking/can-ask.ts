import type { Exchange } from '../../protocol/exchange.js'
import { profileOf } from '../../protocol/profile.js'
import { declares } from '../../protocol/questions/declares.js'

/**
 * Whether a client declared what a question needs, and its revision has it: some clients declare more than their revision
 * knows.
 */
export function canAsk({ client, revision }: Exchange, required: Readonly<Record<string, unknown>>): boolean {
  return hasQuestion(required, revision) && declares(client.capabilities, required)
}

function hasQuestion(required: Readonly<Record<string, unknown>>, revision: Exchange['revision']): boolean {
  const { elicitation, sampleTools } = profileOf(revision)
  if ('elicitation' in required) {
    return elicitation === 'full' || (elicitation === 'plain' && declares(required, { elicitation: { form: {} } }))
  }
  return sampleTools || !declares(required, { sampling: { tools: {} } })
}
