import { type ServedHttp, serveHttp } from 'omniport/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver } from '../drivers/driver.js'
import { officialClients } from './official-clients.js'
import { createOurServer } from './our-server.js'
import { type Need, type Peer, refusals, type Scenario, scenarios, withoutNeed } from './scenarios.js'

/** How a server is served, and what it cannot play. */
interface Served {
  readonly options: { readonly answers?: 'json' | 'sse'; readonly sessions?: false }
  readonly lacks?: (peer: Peer) => readonly Need[]
}

const ways: readonly [string, Served][] = [
  ['as it is', { options: {} }],
  ['with nothing but streams', { options: { answers: 'sse' } }],
  [
    'without streams',
    { options: { answers: 'json' }, lacks: (peer) => (hasOneStream(peer) ? [] : ['log', 'progress']) },
  ],
  ['without sessions', { options: { sessions: false }, lacks: (peer) => (hasSession(peer) ? ['session'] : []) }],
]

/** Everything goes over it, whatever the server prefers. */
const hasOneStream = ({ revision }: Peer) => revision === '2024-11-05'

/** What is known of a client is kept between its requests. */
const hasSession = ({ revision }: Peer) => revision > '2024-11-05' && revision < '2026-07-28'

describe.each(ways)('our server over HTTP, %s', (_name, { options, lacks }) => {
  let served: ServedHttp
  const revisions: string[] = []
  const drivers = new Map<string, Driver>()

  beforeAll(async () => {
    const server = createOurServer()
    server.use((next) => (message, exchange) => {
      revisions.push(exchange.revision)
      return next(message, exchange)
    })
    served = await serveHttp(server, { port: 0, ...options })
    await Promise.all(officialClients.map(async ({ name, open }) => drivers.set(name, await open(served.url))))
  })

  afterAll(async () => {
    await Promise.all([...drivers.values()].map((driver) => driver.close()))
    await served.close()
  })

  describe.each(officialClients.map((client) => [client.name, client] as const))(
    'and the client of SDK %s',
    (name, client) => {
      const played = scenariosFor(client).map((scenario) => [scenario.name, scenario] as const)

      test.each(played)('%s', async (_name, { play, expected }) => {
        expect(await play(driverOf(name), name)).toEqual(expected(client))
      })

      test('the revision is the newest that both know', async () => {
        revisions.length = 0
        await driverOf(name).readResource('note://today')
        expect(revisions).toEqual([client.revision])
      })
    },
  )

  test('clients of every revision play at once on one endpoint', async () => {
    const expected = officialClients.map((client) => scenariosFor(client).map((scenario) => scenario.expected(client)))
    expect(await Promise.all(officialClients.map(playAll))).toEqual(expected)
    expect([...drivers.values()].flatMap(({ errors }) => errors)).toEqual([])
  })

  function scenariosFor(client: Peer): readonly Scenario[] {
    return withoutNeed([...scenarios, ...refusals], lacks?.(client))
  }

  function driverOf(name: string): Driver {
    return drivers.get(name) as Driver // each was opened before the tests
  }

  async function playAll(client: Peer): Promise<readonly unknown[]> {
    const results: unknown[] = []
    for (const { play } of scenariosFor(client)) results.push(await play(driverOf(client.name), `${client.name} again`))
    return results
  }
})
