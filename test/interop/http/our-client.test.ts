import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver } from '../drivers/driver.js'
import { openOmniport } from '../drivers/omniport-driver.js'
import { officialServers } from './official-servers.js'
import { scenarios, withoutNeed } from './scenarios.js'
import type { Hosted } from './servers/hosted.js'

describe.each(officialServers.map((server) => [server.name, server] as const))(
  'our client and the server of SDK %s over HTTP',
  (name, server) => {
    let hosted: Hosted
    let driver: Driver

    beforeAll(async () => {
      hosted = await server.host()
      driver = await openOmniport(hosted.url)
    })

    afterAll(async () => {
      await driver.close()
      await hosted.close()
    })

    test('the revision is the newest that both know', () => {
      expect(driver.revision).toBe(server.revision)
    })

    test.each(withoutNeed(scenarios, server.lacks).map((scenario) => [scenario.name, scenario] as const))(
      '%s',
      async (_name, { play, expected }) => {
        expect(await play(driver, name)).toEqual(expected(server))
      },
    )

    test('its end is the end of its session, and nothing went wrong', async () => {
      await driver.close()
      await expect.poll(hosted.sessions).toBe(0)
      expect(driver.errors).toEqual([])
    })
  },
)
