import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inCell } from '../../matrix/cell.js'
import { placeOf } from '../../matrix/place-of.js'
import type { Driver } from '../drivers/driver.js'
import { openOmniport } from '../drivers/omniport-driver.js'
import { type HttpWire, tapHttp } from '../http-wire.js'
import { scenariosFor } from '../scenarios.js'
import { assertValid } from '../wire.js'
import { officialServers } from './official-servers.js'
import type { Hosted } from './servers/hosted.js'

describe.each(officialServers)('our client and the server of SDK $name over HTTP', (peer) => {
  const place = placeOf(peer, 'HTTP')
  let hosted: Hosted
  let wire: HttpWire
  let driver: Driver

  beforeAll(async () => {
    hosted = await peer.host()
    wire = await tapHttp(hosted.url)
    driver = await openOmniport(wire.url)
  })

  afterAll(async () => {
    await driver.close()
    await wire.close()
    await hosted.close()
  })

  for (const [name, { play, expected }] of scenariosFor(peer, peer.lacks)) {
    test(name, inCell(place, 1), async () => {
      expect(await play(driver, peer.name)).toEqual(expected(peer))
    })
  }

  test('the revision is the newest that both know', inCell(place), () => {
    expect(driver.revision).toBe(peer.revision)
  })

  test('its end is the end of its session, and nothing on the wire was wrong', inCell(place), async () => {
    await driver.close()
    await expect.poll(hosted.sessions).toBe(0)
    expect(driver.errors).toEqual([])
    assertValid(wire.messages, peer.revision)
  })
})
