import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver } from '../drivers/driver.js'
import { Respondent } from '../drivers/respondent.js'
import { officialClients } from '../http/official-clients.js'
import { type HttpWire, tapHttp } from '../http-wire.js'
import { type ClientPeer, clientPeers, type Peer } from '../peers.js'
import { program } from '../processes.js'
import { type ServedProgram, serveProgram } from '../serve-program.js'
import { assertValid, tapWire, type Wire } from '../wire.js'
import { scenariosFor } from './scenarios.js'

describe.each(clientPeers)('our server asks the client of SDK $name', (peer: ClientPeer) => {
  const respondent = new Respondent()
  let wire: Wire
  let driver: Driver

  beforeAll(async () => {
    wire = await tapWire(program('our-asking-server'))
    driver = await peer.open(wire.command, respondent)
  })

  afterAll(async () => {
    await driver.close()
    await wire.remove()
  })

  test.each(scenariosFor(peer))('%s', async (_name, { play, expected }) => {
    expect(await play({ driver, respondent, peer })).toEqual(expected(peer))
  })

  test('nothing on the wire was wrong', async () => {
    await driver.close()
    expect(driver.errors).toEqual([])
    for (const { messages } of await wire.connections()) assertValid(messages, peer.revision)
  })
})

describe.each([
  ['with sessions', 'kept', true],
  ['without sessions', 'sealed', false],
])('over HTTP, %s', (_name, sessions, hasSession) => {
  let served: ServedProgram

  beforeAll(async () => {
    served = await serveProgram(program('our-asking-server', 'http', sessions))
  })

  afterAll(() => served.stop())

  describe.each(officialClients)('our server asks the client of SDK $name', ({ open, ...official }) => {
    const peer: Peer = { ...official, isOurServer: true }
    const respondent = new Respondent()
    let wire: HttpWire
    let driver: Driver

    beforeAll(async () => {
      wire = await tapHttp(served.url)
      driver = await open(wire.url, respondent)
    })

    afterAll(async () => {
      await driver.close()
      await wire.close()
    })

    test.each(scenariosFor(peer, hasSession))('%s', async (_scenario, { play, expected }) => {
      expect(await play({ driver, respondent, peer })).toEqual(expected(peer))
    })

    test('nothing on the wire was wrong', async () => {
      await driver.close()
      expect(driver.errors).toEqual([])
      assertValid(wire.messages, peer.revision)
    })
  })
})
