import { revisions } from 'omniport'
import { type ServedHttp, serveHttp } from 'omniport/node'
import { checkConversation } from 'omniport/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver } from '../interop/drivers/driver.js'
import { openOmniport } from '../interop/drivers/omniport-driver.js'
import { type OfficialClient, officialClients } from '../interop/http/official-clients.js'
import { officialServers } from '../interop/http/official-servers.js'
import type { Hosted } from '../interop/http/servers/hosted.js'
import { createOurServer } from '../interop/programs/create-our-server.mjs'
import { scenariosFor } from '../interop/scenarios.js'
import { TapFolder, type TappedUrl } from './tapped.js'

const ourClients: readonly OfficialClient[] = revisions.map((revision) => ({
  name: `ours in ${revision}`,
  revision,
  isOurServer: true,
  isBothOurs: true,
  open: (url: string) => openOmniport(url, undefined, { revision }),
}))

async function assertRecorded(tap: TapFolder): Promise<void> {
  const { conversations, problems } = await tap.recording()
  expect(problems).toEqual([])
  expect(conversations.flatMap(({ messages }) => messages).length).toBeGreaterThan(10)
  expect((await Promise.all(conversations.map(({ messages }) => checkConversation(messages)))).flat()).toEqual([])
}

describe.each([...officialClients, ...ourClients])(
  'through tap our server over HTTP and the client of $name',
  (peer) => {
    let tap: TapFolder
    let served: ServedHttp
    let tapped: TappedUrl
    let driver: Driver

    beforeAll(async () => {
      tap = await TapFolder.create()
      served = await serveHttp(createOurServer(), { port: 0 })
      tapped = await tap.tapUrl(served.url)
      driver = await peer.open(tapped.url)
    })

    afterAll(async () => {
      await driver.close()
      await tapped.close()
      await served.close()
      await tap.remove()
    })

    for (const [name, { play, expected }] of scenariosFor(peer)) {
      test(`as without it: ${name}`, async () => {
        expect(await play(driver, peer.name)).toEqual(expected(peer))
      })
    }

    test('the recording is the conversation, and nothing in it was wrong', async () => {
      expect(driver.errors).toEqual([])
      await driver.close()
      await assertRecorded(tap)
    })
  },
)

describe.each(officialServers)('through tap our client and the server of SDK $name', (peer) => {
  let tap: TapFolder
  let hosted: Hosted
  let tapped: TappedUrl
  let driver: Driver

  beforeAll(async () => {
    tap = await TapFolder.create()
    hosted = await peer.host()
    tapped = await tap.tapUrl(hosted.url)
    driver = await openOmniport(tapped.url)
  })

  afterAll(async () => {
    await driver.close()
    await tapped.close()
    await hosted.close()
    await tap.remove()
  })

  for (const [name, { play, expected }] of scenariosFor(peer, peer.lacks)) {
    test(`as without it: ${name}`, async () => {
      expect(await play(driver, peer.name)).toEqual(expected(peer))
    })
  }

  test('its end is the end of its session', async () => {
    expect([driver.revision, driver.errors]).toEqual([peer.revision, []])
    await driver.close()
    await expect.poll(hosted.sessions).toBe(0)
    const { conversations, problems } = await tap.recording()
    expect([problems, conversations.length > 0]).toEqual([[], true])
  })
})
