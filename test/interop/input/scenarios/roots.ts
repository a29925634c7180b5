import { isSdk2, type Scenario } from './scenario.js'
import { notify } from './tell.js'

const home = { uri: 'file:///home/ann', name: 'home' }
const work = { uri: 'file:///work' }

/** Where a server may work. */
export const rootScenarios: readonly Scenario[] = [
  {
    name: 'a server asks where it may work',
    play: ({ driver }) => notify(driver, 'where'),
    expected: () => [home],
  },
  {
    name: 'a resource asks where it may work',
    play: async ({ driver }) => (await driver.readResource('note://home'))['contents'],
    expected: () => [{ uri: 'note://home', text: JSON.stringify([home]) }],
  },
  {
    name: 'the roots change',
    play: async ({ driver }) => {
      await driver.setRoots([home, work])
      const changed = await notify(driver, 'where')
      await driver.setRoots([home])
      return [changed, await notify(driver, 'where')]
    },
    expected: () => [[home, work], [home]],
  },
  {
    name: 'a server hears that the roots changed',
    isFor: (peer) => !peer.isOurServer && !isSdk2(peer) && peer.clientName !== '2.4.0', // a modern client tells nobody
    play: async ({ driver }) => {
      await notify(driver, 'settle')
      await driver.setRoots([work])
      const changed = await notify(driver, 'moved')
      await driver.setRoots([home])
      return [changed, await notify(driver, 'moved')]
    },
    expected: () => [[work], [home]],
  },
  {
    name: 'a server asks beside its answers',
    isFor: (peer) => !peer.isOurServer && !isSdk2(peer),
    play: ({ driver }) => notify(driver, 'aside'),
    expected: () => [home],
  },
]
