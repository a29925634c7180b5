import type { AskedInput } from '../crossing-client.js'
import { type Feature, since2025Jun, since2025Nov } from '../feature.js'

const answers: Readonly<Record<string, object>> = {
  'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'A cat' }, model: 'cat-1' },
  'roots/list': { roots: [{ uri: 'file:///home/ann', name: 'home' }] },
}

/** A question of the upstream, its answer, and what comes of it. */
export const questionFeatures: readonly Feature[] = [
  {
    name: 'sampling',
    play: (client) => client.callTool('describe', {}, ({ method }) => ({ ...answers[method] })),
  },
  {
    name: 'elicitation form',
    revisions: since2025Jun,
    play: async (client) => [
      await client.callTool('register', {}, () => ({ action: 'accept', content: { name: 'Ann', colour: 'red' } })),
      await client.callTool('register', {}, () => ({ action: 'decline' })),
      await client.callTool('register', {}, () => ({ action: 'cancel' })),
      await client.callTool('interview', {}, toInterview),
    ],
  },
  {
    name: 'elicitation URL',
    revisions: since2025Nov,
    play: async (client) => {
      const outcomes = [
        await client.callTool('open', {}, () => ({ action: 'accept' })),
        await client.callTool('open', {}, () => ({ action: 'decline' })),
      ]
      return outcomes.map((outcome) => ({ ...outcome, asked: outcome.asked.map(withoutId) }))
    },
  },
  {
    name: 'roots',
    play: (client) => client.callTool('where', {}, ({ method }) => ({ ...answers[method] })),
  },
]

function toInterview({ params }: AskedInput) {
  const content = String(params['message']).startsWith('How') ? { years: 41 } : { name: 'Ann' }
  return { action: 'accept', content }
}

/** Only 2025-11-25 has an id, which the server chooses. */
function withoutId({ method, params }: AskedInput): AskedInput {
  const { elicitationId, ...rest } = params
  return { method, params: { ...rest, ...(elicitationId !== undefined && { elicitationId: 'some' }) } }
}
