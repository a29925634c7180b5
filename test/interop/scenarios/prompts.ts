import { isWrittenByUs } from '../peers.js'
import type { Scenario } from './scenario.js'

const ref = { type: 'ref/prompt', name: 'visit' } as const

/** Prompts, and the completion of their arguments. */
export const prompts: readonly Scenario[] = [
  {
    name: 'prompts are listed',
    play: (driver) => driver.listPrompts(),
    expected: ({ isOurServer }) => [
      {
        name: 'visit',
        description: 'Plans a visit',
        arguments: [
          { name: 'country', required: true },
          isOurServer ? { name: 'city' } : { name: 'city', required: false },
        ],
      },
    ],
  },
  {
    name: 'a prompt is filled in',
    play: async (driver) => (await driver.getPrompt('visit', { country: 'Norway', city: 'Oslo' }))['messages'],
    expected: () => [
      { role: 'user', content: { type: 'text', text: 'Visit Oslo in Norway' } },
      { role: 'assistant', content: { type: 'text', text: 'With pleasure.' } },
    ],
  },
  {
    name: 'a prompt lacking an argument is an error',
    play: (driver) => driver.getPrompt('visit', {}).catch(({ code }) => code),
    expected: () => -32602,
  },
  {
    name: 'an argument is completed',
    play: (driver) => driver.complete({ ref, argument: { name: 'city', value: 'Os' } }),
    expected: () => ['Oslo', 'Osaka'],
  },
  {
    name: 'an argument is completed knowing the others, where the revision can say them',
    isFor: (peer) => !isWrittenByUs(peer) || peer.revision >= '2025-06-18',
    play: (driver) => driver.complete({ ref, argument: { name: 'city', value: 'Os' }, others: { country: 'Japan' } }),
    expected: ({ revision }) => (revision < '2025-06-18' ? ['Oslo', 'Osaka'] : ['Osaka']),
  },
]
