import { type ServedHttp, serveHttp } from 'omniport/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inCell } from '../../matrix/cell.js'
import { placeOf } from '../../matrix/place-of.js'
import type { Driver } from '../drivers/driver.js'
import { type HttpWire, tapHttp } from '../http-wire.js'
import type { Peer } from '../peers.js'
import { createOurServer } from '../programs/create-our-server.mjs'
import { scenariosFor } from '../scenarios.js'
import { assertValid } from '../wire.js'
import { officialClients } from './official-clients.js'
import { ways } from './ways.js'

describe.each(ways)('our server over $name', ({ name: way, options, lacks }) => {
  let served: ServedHttp
  const revisions: string[] = []
  const wires = new Map<string, HttpWire>()
  const drivers = new Map<string, Driver>()

  beforeAll(async () => {
    const server = createOurServer()
    server.use((next) => (message, exchange) => {
      revisions.push(exchange.revision)
      return next(message, exchange)
    })
    served = await serveHttp(server, { port: 0, ...options })
    await Promise.all(
      officialClients.map(async ({ name, open }) => {
        const wire = await tapHttp(served.url)
        wires.set(name, wire)
        drivers.set(name, await open(wire.url))
      }),
    )
  })

  afterAll(async () => {
    await Promise.all([...drivers.values()].map((driver) => driver.close()))
    await Promise.all([...wires.values()].map((wire) => wire.close()))
    await served.close()
  })

  describe.each(officialClients)('and the client of SDK $name', (peer) => {
    const place = placeOf(peer, way)

    for (const [name, { play, expected }] of scenariosFor(peer, lacks(peer))) {
      test(name, inCell(place, 1), async () => {
        expect(await play(driverOf(peer), peer.name)).toEqual(expected(peer))
      })
    }

    test('the revision is the newest that both know', inCell(place), async () => {
      revisions.length = 0
      await driverOf(peer).readResource('note://today')
      expect(revisions).toEqual([peer.revision])
    })
  })

  test('clients of every revision play at once on one endpoint', async () => {
    const expected = officialClients.map((peer) => playedAtOnce(peer).map(([, scenario]) => scenario.expected(peer)))
    expect(await Promise.all(officialClients.map(playAll))).toEqual(expected)
  })

  for (const peer of officialClients) {
    test(`nothing on the wire to the client of SDK ${peer.name} was wrong`, inCell(placeOf(peer, way)), async () => {
      // Before it closes: clients of the SDK tell of a stream that they abort themselves then.
      expect(driverOf(peer).errors).toEqual([])
      await driverOf(peer).close()
      assertValid(wires.get(peer.name)?.messages ?? [], peer.revision)
    })
  }

  function driverOf({ name }: Peer): Driver {
    return drivers.get(name) as Driver // each was opened before the tests
  }

  function playedAtOnce(peer: Peer): ReturnType<typeof scenariosFor> {
    return scenariosFor(peer, [...lacks(peer), 'alone'])
  }

  async function playAll(peer: Peer): Promise<readonly unknown[]> {
    const results: unknown[] = []
    for (const [, { play }] of playedAtOnce(peer)) results.push(await play(driverOf(peer), `${peer.name} again`))
    return results
  }
})
