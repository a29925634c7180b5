import type { Command } from 'omniport/client'
import type { Location } from '../../matrix/cell.js'
import { type OfficialClient, officialClients } from '../http/official-clients.js'
import { askingServers } from '../input/asking-servers.js'
import { hasForms } from '../input/scenarios/scenario.js'
import { scenariosFor as askingScenariosFor } from '../input/scenarios.js'
import { type Peer, serverPeers } from '../peers.js'
import { program } from '../processes.js'
import { scenariosFor } from '../scenarios.js'

/** A client and a server of the official SDK, of any release each. */
export interface Pair {
  readonly client: OfficialClient
  readonly server: Peer & { readonly command: Command }
}

/** Every client with every server. */
export const pairs: readonly Pair[] = officialClients.flatMap((client) =>
  serverPeers.map((server) => ({ client, server: { ...server, command: program(server.program) } })),
)

/** Every client with every server that asks, where it knows what it is asked. */
export const askingPairs: readonly Pair[] = officialClients.flatMap((client) =>
  askingServers
    .filter(({ options, revision }) => options === undefined && (revision <= client.revision || hasForms(client)))
    .map((server) => ({ client, server: { ...server, command: program(...server.program) } })),
)

/** The server as the client sees it: with all that both have in common. */
export function seenThrough({ client, server }: Pair): Peer {
  const [revision = server.revision] = [client.revision, server.revision].sort()
  return { ...server, revision, clientName: client.name }
}

/** What both sides of a pair know. */
export function playedThrough(pair: Pair): ReturnType<typeof scenariosFor> {
  return scenariosFor(seenThrough(pair))
}

/** The questions that both sides of a pair know. */
export function askedThrough(pair: Pair): ReturnType<typeof askingScenariosFor> {
  return askingScenariosFor(seenThrough(pair))
}

/** Where in the matrix. */
export function gatewayPlaceOf({ client, server }: Pair): Location {
  return {
    table: 'Clients and servers of the official SDK, with a gateway between them',
    row: `client ${client.name}`,
    column: `server ${server.name}`,
  }
}
