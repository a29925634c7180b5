import { createGateway, type Gateway } from 'omniport/gateway'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inCell } from '../matrix/cell.js'
import type { Route } from '../matrix/route.js'
import { rowsOf } from '../support/scope.js'
import { type Revision, revisions } from '../wire/revisions.js'
import { type CrossingCell, crossingCells, transports } from './crossing-cells.js'
import { CrossingClient } from './crossing-client.js'
import { createCrossingServer } from './crossing-server.js'
import { expectedAnswer } from './expected-answer.js'
import { normalised } from './less.js'
import { sentProblems } from './sent-problems.js'
import { placeOf } from './table.js'

/** Of what crosses between two eras in each direction, each feature with each revision of both sides and each transport. */
function columnsOf({ feature, client, upstream, transport }: CrossingCell): readonly string[] {
  const eras = [client, upstream].map((revision) => (revision < '2026' ? 'legacy' : 'modern'))
  return [[feature.name, ...eras].join(), client, upstream, transport.name]
}

const played = rowsOf(
  crossingCells.filter(({ isApplicable }) => isApplicable),
  columnsOf,
)
const playedBetween = (transport: CrossingCell['transport'], upstream: Revision, client: Revision) =>
  played.filter((cell) => cell.transport === transport && cell.upstream === upstream && cell.client === client)

describe.each(transports)('an upstream over $name', (transport) => {
  describe.each(transport.revisions)('of %s', (upstream) => {
    let route: Route
    let gateway: Gateway

    beforeAll(async () => {
      route = await transport.lay(createCrossingServer(upstream))
      gateway = createGateway({ upstreams: { crossing: { target: route.target as never, prefix: '' } } })
    })

    afterAll(async () => {
      await gateway.close()
      await vi.waitFor(async () => expect(await route.open()).toBe(0), { interval: 1 })
      await route.close()
    })

    const clients = revisions.filter((client) => playedBetween(transport, upstream, client).length > 0)
    describe.each(clients)('answers a client of %s as a server would', (client: Revision) => {
      let connected: CrossingClient

      beforeAll(async () => {
        connected = await CrossingClient.connect(gateway, client)
      })

      afterAll(() => connected.close())

      for (const cell of playedBetween(transport, upstream, client)) {
        test(cell.feature.name, { ...inCell(placeOf(cell), 1), timeout: 10_000 }, async () => {
          const through = await cell.feature.play(connected, `${client} through ${transport.name}`)
          expect(normalised(through)).toEqual(await expectedAnswer(cell.feature, client, upstream))
        })
      }
    })

    test('and is sent what its revision has', () => {
      expect(sentProblems(route.messages, upstream)).toEqual([])
    })
  })
})
