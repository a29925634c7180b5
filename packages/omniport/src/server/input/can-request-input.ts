import type { Exchange } from '../../protocol/exchange/exchange.js'
import { hasCapabilities } from '../../protocol/input/has-capabilities.js'
import { profileOf, type RevisionProfile } from '../../protocol/revisions/revision-profile.js'

/**
 * Whether a client declared what a question needs, and its revision has it: some clients declare more than their revision
 * knows.
 */
export function canRequestInput({ client, revision }: Exchange, required: Readonly<Record<string, unknown>>): boolean {
  const { elicitation, sampleTools } = profileOf(revision)
  if (!supportsInput(required, { elicitation, sampleTools })) return false
  // Before there was a way to declare what sampling can do, declaring it was declaring all of it.
  const named = 'sampling' in required && !sampleTools ? { sampling: {} } : required
  return hasCapabilities(client.capabilities, named)
}

type RevisionFeatures = Pick<RevisionProfile, 'elicitation' | 'sampleTools'>

function supportsInput(
  required: Readonly<Record<string, unknown>>,
  { elicitation, sampleTools }: RevisionFeatures,
): boolean {
  if ('elicitation' in required) {
    return (
      elicitation === 'full' || (elicitation === 'plain' && hasCapabilities(required, { elicitation: { form: {} } }))
    )
  }
  return sampleTools || !hasCapabilities(required, { sampling: { tools: {} } })
}
