import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inCell } from '../../matrix/cell.js'
import type { Driver } from '../drivers/driver.js'
import { assertValid } from '../wire.js'
import { type GatewayBefore, openGatewayBefore } from './gateway-before.js'
import { gatewayPlaceOf, pairs, playedThrough, seenThrough } from './pairs.js'

describe.each(pairs)('a gateway between the client of SDK $client.name and the server of SDK $server.name', (pair) => {
  const { client, server } = pair
  const place = gatewayPlaceOf(pair)
  let gateway: GatewayBefore
  let driver: Driver

  beforeAll(async () => {
    // The program remembers calls, and a client without a session would have a program for each of them.
    gateway = await openGatewayBefore(server.command, 'shared')
    driver = await client.open(gateway.wire.url)
  })

  afterAll(async () => {
    await driver.close()
    await gateway.close()
  })

  for (const [name, { play, expected }] of playedThrough(pair)) {
    test(name, inCell(place, 1), async () => {
      expect(await play(driver, client.name)).toEqual(expected(seenThrough(pair)))
    })
  }

  test('nothing on the wire to the client was wrong', inCell(place), async () => {
    expect(driver.errors).toEqual([])
    await driver.close()
    assertValid(gateway.wire.messages, client.revision)
  })
})
