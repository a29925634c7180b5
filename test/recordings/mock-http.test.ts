import { revisions } from 'omniport'
import { serveHttp } from 'omniport/node'
import { describe, expect, test } from 'vitest'
import type { Driver } from '../interop/drivers/driver.js'
import { openOmniport } from '../interop/drivers/omniport-driver.js'
import { officialClients } from '../interop/http/official-clients.js'
import { officialServers } from '../interop/http/official-servers.js'
import type { Peer } from '../interop/peers.js'
import { createOurServer } from '../interop/programs/create-our-server.mjs'
import { scenariosFor } from '../interop/scenarios.js'
import { TapFolder } from '../tap/tapped.js'
import { assertSame, playAll, serveMock } from './mocked.js'

interface Pair {
  readonly name: string
  readonly host: () => Promise<{ readonly url: string; close(): Promise<void> }>
  readonly open: (url: string) => Promise<Driver>
  readonly scenarios: ReturnType<typeof scenariosFor>
  readonly peer: Peer
}

const pairs: readonly Pair[] = [
  ...revisions.map((revision) => {
    const peer = { name: `ours in ${revision}`, revision, isOurServer: true, isBothOurs: true }
    const open = (url: string) => openOmniport(url, undefined, { revision })
    const host = () => serveHttp(createOurServer(), { port: 0 })
    return { name: `our server and our client in ${revision}`, host, open, scenarios: scenariosFor(peer), peer }
  }),
  ...officialClients.map((peer) => ({
    name: `our server and the client ${peer.name}`,
    host: () => serveHttp(createOurServer(), { port: 0 }),
    open: (url: string) => peer.open(url),
    scenarios: scenariosFor(peer),
    peer,
  })),
  ...officialServers.map((peer) => ({
    name: `the server of SDK ${peer.name} and our client`,
    host: peer.host,
    open: (url: string) => openOmniport(url, undefined, { revision: peer.revision }),
    scenarios: scenariosFor(peer, peer.lacks),
    peer,
  })),
]

describe.each(pairs)('over HTTP, a recording of $name', ({ host, open, scenarios, peer }) => {
  async function play(folder: TapFolder, url: string): Promise<readonly unknown[]> {
    const tapped = await folder.tapUrl(url)
    try {
      return await playAll(await open(tapped.url), { scenarios, peer })
    } finally {
      await tapped.close()
    }
  }

  test('is served as a mock that a client cannot tell from the server', async () => {
    const [recorded, mocked] = [await TapFolder.create(), await TapFolder.create()]
    const server = await host()
    try {
      const outcomes = await play(recorded, server.url)
      const mock = await serveMock(recorded.file)
      try {
        expect(await play(mocked, mock.url)).toEqual(outcomes)
      } finally {
        await mock.close()
      }
      await assertSame(recorded.file, mocked.file)
    } finally {
      await server.close()
      await recorded.remove()
      await mocked.remove()
    }
  }, 180_000)
})
