import type { Exchange } from '../../protocol/exchange/exchange.js'
import { hasCapabilities } from '../../protocol/input/has-capabilities.js'
import { profileOf, type RevisionProfile } from '../../protocol/revisions/revision-profile.js'

/**
 * True if the client declared the capabilities that an input request needs and its revision has them: some clients
 * declare more than their revision allows.
 */
export function canRequestInput({ client, revision }: Exchange, required: Readonly<Record<string, unknown>>): boolean {
  const { elicitation, sampleTools } = profileOf(revision)
  if (!supportsInput(required, { elicitation, sampleTools })) return false
  // Revisions without `sampling.tools` declare all of sampling at once.
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
