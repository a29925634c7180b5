import type { Driver, DriverFilter } from '../drivers/driver.js'
import type { Scenario } from './scenario.js'

/** What is announced when it changes. Announcing twice leaves the lists as they were. */
export const changes: readonly Scenario[] = [
  ...(['tools', 'prompts', 'resources'] as const).map((type) => ({
    needs: ['session' as const],
    name: `a change of the list of ${type} is announced`,
    play: async (driver: Driver) => [await received(driver, { type }, type), await received(driver, { type }, type)],
    expected: () => [{ type }, { type }],
  })),
  {
    needs: ['session'],
    name: 'a change of a resource is announced to who subscribed to it',
    play: (driver) => received(driver, { type: 'resource', uri: 'note://today' }, 'note'),
    expected: () => ({ type: 'resource', uri: 'note://today' }),
  },
  {
    needs: ['session', 'alone'],
    name: 'a tool and a prompt are listed from when they are added until they are removed',
    isFor: ({ isOurServer }) => isOurServer,
    play: async (driver) => {
      const listed = [await listsExtra(driver)]
      for (const type of ['tools', 'prompts', 'tools', 'prompts'] as const) {
        await received(driver, { type }, `extra ${type}`)
        listed.push(await listsExtra(driver))
      }
      return listed
    },
    expected: () => ['', 'tool', 'tool prompt', 'prompt', ''],
  },
]

async function received(driver: Driver, filter: DriverFilter, what: string): Promise<DriverFilter> {
  const listening = await driver.listen(filter)
  await driver.callTool('announce', { what })
  const change = await listening.first
  await listening.close()
  return change
}

async function listsExtra(driver: Driver): Promise<string> {
  const isExtra = ({ name }: { readonly name?: unknown }) => name === 'extra'
  const tool = (await driver.listTools()).some(isExtra) && 'tool'
  const prompt = (await driver.listPrompts()).some(isExtra) && 'prompt'
  return [tool, prompt].filter(Boolean).join(' ')
}
