import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inCell } from '../../matrix/cell.js'
import { placeOf } from '../../matrix/place-of.js'
import type { Driver } from '../drivers/driver.js'
import { Respondent } from '../drivers/respondent.js'
import { officialClients } from '../http/official-clients.js'
import { type HttpWire, tapHttp } from '../http-wire.js'
import { type ClientPeer, clientPeers } from '../peers.js'
import { program } from '../processes.js'
import { type ServedProgram, serveProgram } from '../serve-program.js'
import { assertValid, tapWire, type WireLog } from '../wire.js'
import { scenariosFor } from './scenarios.js'

describe.each(clientPeers)('our server asks the client of SDK $name', (peer: ClientPeer) => {
  const place = placeOf(peer, 'stdio')
  const respondent = new Respondent()
  let wire: WireLog
  let driver: Driver

  beforeAll(async () => {
    wire = await tapWire(program('our-asking-server'))
    driver = await peer.open(wire.command, respondent)
  })

  afterAll(async () => {
    await driver.close()
    await wire.remove()
  })

  for (const [name, { play, expected }] of scenariosFor(peer)) {
    test(name, inCell(place, 1), async () => {
      expect(await play({ driver, respondent, peer })).toEqual(expected(peer))
    })
  }

  test('nothing on the wire was wrong', inCell(place), async () => {
    await driver.close()
    expect(driver.errors).toEqual([])
    for (const { messages } of await wire.connections()) assertValid(messages, peer.revision)
  })
})

describe.each([
  ['HTTP', 'kept', true],
  ['HTTP, no sessions', 'sealed', false],
])('over %s', (way, sessions, hasSession) => {
  let served: ServedProgram

  beforeAll(async () => {
    served = await serveProgram(program('our-asking-server', 'http', sessions))
  })

  afterAll(() => served.stop())

  describe.each(officialClients)('our server asks the client of SDK $name', (peer) => {
    const place = placeOf(peer, way)
    const respondent = new Respondent()
    let wire: HttpWire
    let driver: Driver

    beforeAll(async () => {
      wire = await tapHttp(served.url)
      driver = await peer.open(wire.url, respondent)
    })

    afterAll(async () => {
      await driver.close()
      await wire.close()
    })

    for (const [name, { play, expected }] of scenariosFor(peer, hasSession)) {
      test(name, inCell(place, 1), async () => {
        expect(await play({ driver, respondent, peer })).toEqual(expected(peer))
      })
    }

    test('nothing on the wire was wrong', inCell(place), async () => {
      await driver.close()
      expect(driver.errors).toEqual([])
      assertValid(wire.messages, peer.revision)
    })
  })
})
