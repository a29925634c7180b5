import { officialClients } from '../interop/http/official-clients.js'
import { officialServers } from '../interop/http/official-servers.js'
import { ways } from '../interop/http/ways.js'
import { askingServers } from '../interop/input/asking-servers.js'
import { scenariosFor as askingScenariosFor } from '../interop/input/scenarios.js'
import { clientPeers, type Peer, serverPeers } from '../interop/peers.js'
import type { Need } from '../interop/scenarios/scenario.js'
import { scenariosFor } from '../interop/scenarios.js'
import { type Cell, idOf } from './cell.js'
import { placeOf } from './place-of.js'

/** What is ours with every release of the SDK. */
export const officialCells: readonly Cell[] = merged([
  ...clientPeers.flatMap((peer) => [playedBy(peer, 'stdio'), askedBy(peer, 'stdio')]),
  ...ways.flatMap(({ name, lacks, asks }) => [
    ...officialClients.map((peer) => playedBy(peer, name, lacks(peer))),
    ...(asks === undefined ? [] : officialClients.map((peer) => askedBy(peer, name, asks.hasSession))),
  ]),
  ...serverPeers.map((peer) => playedBy(peer, 'stdio')),
  ...officialServers.map((peer) => playedBy(peer, 'HTTP', peer.lacks)),
  ...askingServers.flatMap((peer) => [askedBy(peer, 'stdio'), askedBy(peer, 'HTTP')]),
])

function playedBy(peer: Peer, transport: string, lacks?: readonly Need[]): Cell {
  return { ...placeOf(peer, transport), outcome: peer.revision, scenarios: scenariosFor(peer, lacks).length }
}

function askedBy(peer: Peer, transport: string, hasSession = true): Cell {
  return { ...placeOf(peer, transport), outcome: peer.revision, scenarios: askingScenariosFor(peer, hasSession).length }
}

/** Scenarios of one place are of one cell. */
function merged(cells: readonly Cell[]): readonly Cell[] {
  const byId = new Map<string, Cell>()
  for (const cell of cells) {
    const scenarios = cell.scenarios + (byId.get(idOf(cell))?.scenarios ?? 0)
    byId.set(idOf(cell), { ...cell, scenarios })
  }
  return [...byId.values()]
}
