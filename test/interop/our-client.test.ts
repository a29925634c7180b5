import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inCell } from '../matrix/cell.js'
import { placeOf } from '../matrix/place-of.js'
import type { Driver } from './drivers/driver.js'
import { openOmniport } from './drivers/omniport-driver.js'
import { serverPeers } from './peers.js'
import { living, program } from './processes.js'
import { scenariosFor } from './scenarios.js'
import { assertValid, revisionOf, tapWire, type WireLog } from './wire.js'

describe.each(serverPeers)('our client and the server of SDK $name', (peer) => {
  const place = placeOf(peer, 'stdio')
  let wire: WireLog
  let driver: Driver

  beforeAll(async () => {
    wire = await tapWire(program(peer.program))
    driver = await openOmniport(wire.command)
  })

  afterAll(async () => {
    await driver.close()
    await wire.remove()
  })

  for (const [name, { play, expected }] of scenariosFor(peer)) {
    test(name, inCell(place, 1), async () => {
      expect(await play(driver, peer.name)).toEqual(expected(peer))
    })
  }

  test('the revision is the newest that both know', inCell(place), async () => {
    const [negotiated] = (await wire.connections()).map(revisionOf)
    expect([driver.revision, negotiated]).toEqual([peer.revision, peer.revision])
  })

  test('the end of the client is the end of the server, and nothing on the wire was wrong', inCell(place), async () => {
    const started = (await wire.connections()).map((connection) => connection.pids)
    const pids = started.flat()
    // A server that starts slowly may be started twice.
    expect(living(pids)).toEqual(started.at(-1))
    await driver.close()
    expect(living(pids)).toEqual([])
    expect(driver.errors).toEqual([])
    for (const { messages } of await wire.connections()) assertValid(messages, peer.revision)
  })
})
