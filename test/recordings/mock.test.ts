import { revisions } from 'omniport'
import type { Command } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLegacy } from '../../packages/omniport/src/protocol/revisions/revision-profile.js'
import { cli } from '../cli/run-program.js'
import type { Driver } from '../interop/drivers/driver.js'
import { openOmniport } from '../interop/drivers/omniport-driver.js'
import { type ClientPeer, clientPeers, type Peer, serverPeers } from '../interop/peers.js'
import { program } from '../interop/processes.js'
import { scenariosFor } from '../interop/scenarios.js'
import { rowsOf } from '../support/scope.js'
import { node, TapFolder } from '../tap/tapped.js'
import { assertSame, lastRecording, playAll } from './mocked.js'

interface Pair {
  readonly name: string
  readonly server: Command
  readonly open: (server: Command) => Promise<Driver>
  readonly scenarios: ReturnType<typeof scenariosFor>
  readonly peer: Peer
}

const ourClients: readonly ClientPeer[] = revisions.map((revision) => ({
  name: `ours in ${revision}`,
  revision,
  isOurServer: true,
  isBothOurs: true,
  open: (server: Command) => openOmniport(server, undefined, { revision }),
}))

const pairs: readonly Pair[] = [
  ...[...clientPeers, ...ourClients].map((peer) => ({
    name: `our server and the client ${peer.name}`,
    server: program('our-server'),
    open: (server: Command) => peer.open(server),
    scenarios: scenariosFor(peer),
    peer,
  })),
  ...serverPeers.map((peer) => ({
    name: `the server of SDK ${peer.name} and our client`,
    server: program(peer.program),
    // Without a revision a server that starts slowly is asked more than once.
    open: (server: Command) => openOmniport(server, undefined, { revision: peer.revision }),
    scenarios: scenariosFor(peer),
    peer,
  })),
]

/** One pair for ours and for those of others, in both eras; in `npm run test:more` all. */
const played = rowsOf(pairs, ({ peer: { isOurServer, isBothOurs, revision } }) => [
  `${isOurServer} ${isBothOurs} ${isLegacy(revision)}`,
  'pair',
])

describe.each(played)('a recording of $name', ({ server, open, scenarios, peer }) => {
  let tap: TapFolder
  let mocked: TapFolder
  const outcomes: unknown[] = []

  beforeAll(async () => {
    tap = await TapFolder.create()
    mocked = await TapFolder.create()
  })

  afterAll(async () => {
    await tap.remove()
    await mocked.remove()
  })

  async function play(folder: TapFolder, { command, args = [] }: Command): Promise<readonly unknown[]> {
    const through = folder.through([command, ...args], '--quiet').slice(2)
    return playAll(await open({ command: node, args: [cli, ...through] }), { scenarios, peer })
  }

  test('is served as a mock that a client cannot tell from the server', async () => {
    outcomes.push(...(await play(tap, server)))
    const recorded = await lastRecording(tap)
    const again = await play(mocked, { command: node, args: [cli, 'mock', recorded] })
    expect(again).toEqual(outcomes)
    await assertSame(recorded, await lastRecording(mocked))
  })
})
