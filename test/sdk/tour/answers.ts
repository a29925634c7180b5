import type { JsonObject } from '../../interop/json.js'
import { sampleValue } from './sample-value.js'

/** What the person of a tour says to a form or a page. */
export function answerElicitation(params: JsonObject): JsonObject {
  if (params['mode'] === 'url') return { action: 'accept' }
  return { action: 'accept', content: sampleValue(params['requestedSchema'], 'all') as JsonObject }
}

/** What the model of a tour says. */
export const sampled = Object.freeze({
  model: 'tour',
  role: 'assistant' as const,
  content: { type: 'text' as const, text: 'sampled' },
  stopReason: 'endTurn',
})

/** Where the servers of a tour may work. */
export const tourRoots = Object.freeze([{ uri: 'file:///srv/tour', name: 'tour' }])
