import type { Scenario } from './scenario.js'

/** What both sides are to each other before anything is asked. */
export const greeting: readonly Scenario[] = [
  {
    name: 'the server says who it is',
    play: async ({ server }) => server,
    expected: () => ({ name: 'interop', version: '1.0.0', instructions: 'Ask for today.' }),
  },
  {
    name: 'the server answers a ping',
    play: (driver) => driver.ping(),
    expected: () => undefined,
  },
]
