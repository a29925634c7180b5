import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inCell } from '../matrix/cell.js'
import { placeOf } from '../matrix/place-of.js'
import type { Driver } from './drivers/driver.js'
import { clientPeers } from './peers.js'
import { living, program } from './processes.js'
import { scenariosFor } from './scenarios.js'
import { assertValid, cancelled, revisionOf, tapWire, unanswered, type WireLog } from './wire.js'

describe.each(clientPeers)('our server and the client of SDK $name', (peer) => {
  const place = placeOf(peer, 'stdio')
  let wire: WireLog
  let driver: Driver

  beforeAll(async () => {
    wire = await tapWire(program('our-server'))
    driver = await peer.open(wire.command)
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
    expect((await wire.connections()).map(revisionOf).at(-1)).toBe(peer.revision)
  })

  test('what was cancelled got no answer, and every other request got one', inCell(place), async () => {
    const { messages = [] } = (await wire.connections()).at(-1) ?? {}
    expect(unanswered(messages)).toEqual(cancelled(messages))
  })

  test('the end of the client is the end of the server, and nothing on the wire was wrong', inCell(place), async () => {
    const connected = (await wire.connections()).at(-1)?.pids ?? []
    expect(living(connected)).toHaveLength(2)
    await driver.close()
    const connections = await wire.connections()
    const pids = connections.flatMap((connection) => connection.pids)
    await expect.poll(() => living(pids)).toEqual([])
    expect(driver.errors).toEqual([])
    for (const { messages } of connections) assertValid(messages, peer.revision)
  })
})
