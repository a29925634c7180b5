import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inCell } from '../../matrix/cell.js'
import type { Driver } from '../drivers/driver.js'
import { Respondent } from '../drivers/respondent.js'
import { assertValid } from '../wire.js'
import { type GatewayBefore, openGatewayBefore } from './gateway-before.js'
import { askedThrough, askingPairs, gatewayPlaceOf, seenThrough } from './pairs.js'

describe.each(askingPairs)(
  'the server of SDK $server.name asks the client of SDK $client.name by a gateway',
  (pair) => {
    const { client, server } = pair
    const place = gatewayPlaceOf(pair)
    const peer = seenThrough(pair)
    const respondent = new Respondent()
    let gateway: GatewayBefore
    let driver: Driver

    beforeAll(async () => {
      // While a call of a legacy program waits for an answer, no other goes over the same connection.
      const isolation = server.revision === '2026-07-28' ? 'shared' : 'principal'
      gateway = await openGatewayBefore(server.command, isolation)
      driver = await client.open(gateway.wire.url, respondent)
    })

    afterAll(async () => {
      await driver.close()
      await gateway.close()
    })

    for (const [name, { play, expected }] of askedThrough(pair)) {
      test(name, inCell(place, 1), async () => {
        expect(await play({ driver, respondent, peer })).toEqual(expected(peer))
      })
    }

    test('nothing on the wire to the client was wrong', inCell(place), async () => {
      await driver.close()
      assertValid(gateway.wire.messages, client.revision)
    })
  },
)
