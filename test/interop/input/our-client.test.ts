import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inCell } from '../../matrix/cell.js'
import { placeOf } from '../../matrix/place-of.js'
import type { Driver } from '../drivers/driver.js'
import { openOmniport } from '../drivers/omniport-driver.js'
import { Respondent } from '../drivers/respondent.js'
import { type HttpWire, tapHttp } from '../http-wire.js'
import type { Peer } from '../peers.js'
import { program } from '../processes.js'
import { type ServedProgram, serveProgram } from '../serve-program.js'
import { assertValid, tapWire, type WireLog } from '../wire.js'
import { askingServers } from './asking-servers.js'
import { scenariosFor } from './scenarios.js'

/** Where a server asks, it is not told why an answer failed: the user of the client is. */
const notifiedOf = ({ revision }: Peer) => (revision < '2026-07-28' ? ['No model today'] : [])

describe.each(askingServers)('the server of SDK $name asks our client', (peer) => {
  const place = placeOf(peer, 'stdio')
  const respondent = new Respondent()
  let wire: WireLog
  let driver: Driver

  beforeAll(async () => {
    wire = await tapWire(program(...peer.program))
    driver = await openOmniport(wire.command, respondent, peer.options)
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
    expect(driver.errors.map(({ message }) => message)).toEqual(notifiedOf(peer))
    for (const { messages } of await wire.connections()) assertValid(messages, peer.revision)
  })
})

describe.each(askingServers)('over HTTP, the server of SDK $name asks our client', (peer) => {
  const place = placeOf(peer, 'HTTP')
  const respondent = new Respondent()
  let served: ServedProgram
  let wire: HttpWire
  let driver: Driver

  beforeAll(async () => {
    served = await serveProgram(program(...peer.program, peer.http))
    wire = await tapHttp(served.url)
    driver = await openOmniport(wire.url, respondent, peer.options)
  })

  afterAll(async () => {
    await driver.close()
    await wire.close()
    await served.stop()
  })

  for (const [name, { play, expected }] of scenariosFor(peer)) {
    test(name, inCell(place, 1), async () => {
      expect(await play({ driver, respondent, peer })).toEqual(expected(peer))
    })
  }

  test('nothing on the wire was wrong', inCell(place), async () => {
    await driver.close()
    expect(driver.errors.map(({ message }) => message)).toEqual(notifiedOf(peer))
    assertValid(wire.messages, peer.revision)
  })
})
