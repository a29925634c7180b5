import type { Peer } from '../../peers.js'
import { hasForms, hasPages, type Scenario } from './scenario.js'
import { notify } from './tell.js'

/** What a server knows of what a client can be asked. */
export const declaredScenarios: readonly Scenario[] = [
  {
    name: 'a tool knows what it can ask',
    isFor: ({ isOurServer }) => isOurServer,
    play: ({ driver }) => notify(driver, 'able'),
    expected: (peer) => [
      ...(hasForms(peer) ? ['elicit'] : []),
      ...(hasPages(peer) ? ['elicitUrl', 'sample', 'sampleTools'] : ['sample']),
      'roots',
    ],
  },
  {
    name: 'a tool refuses until a page was opened, in words of its own',
    isFor: (peer) => peer.isOurServer && peer.isBothOurs !== true && peer.revision === '2025-11-25',
    play: ({ driver }) =>
      driver.callTool('locked').catch(({ code, data, elicitations }) => ({ code, data, elicitations })),
    expected: (): object => {
      const page = { mode: 'url', message: 'Please sign in', url: 'https://example.com/in', elicitationId: 'in' }
      return { code: -32042, data: { elicitations: [page] }, elicitations: [page] }
    },
  },
]

/** A client that declares nothing. */
export const undeclaredScenarios: readonly Scenario[] = [
  {
    name: 'a tool knows that it can ask nothing',
    play: ({ driver }) => notify(driver, 'able'),
    expected: () => [],
  },
  ...(
    [
      ['register', 'elicitation.form'],
      ['open', 'elicitation.url'],
      ['describe', 'sampling'],
      ['weather', 'sampling.tools'],
      ['where', 'roots'],
    ] as const
  ).map(([tool, capability]): Scenario => {
    return {
      name: `a tool that asks all the same is refused: ${tool}`,
      play: ({ driver }) => notify(driver, tool).catch(({ code, data }) => ({ code, data })),
      expected: (peer) => refusal(peer, capability),
    }
  }),
  {
    name: 'a prompt that asks all the same is refused',
    play: ({ driver }) => driver.getPrompt('letter', {}).catch(({ code, data }) => ({ code, data })),
    expected: ({ revision }) => ({
      code: revision < '2026-07-28' ? -32603 : -32021,
      data: { requiredCapabilities: { sampling: {} } },
    }),
  },
]

/** Older revisions have no error for it. */
function refusal({ revision }: Peer, capability: string): object {
  if (revision < '2026-07-28') return { wrong: `The client did not declare the capability ${capability}` }
  const requiredCapabilities = capability.split('.').reduceRight((inner, name) => ({ [name]: inner }), {})
  return { code: -32021, data: { requiredCapabilities } }
}
