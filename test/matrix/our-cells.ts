import { ways } from '../interop/http/ways.js'
import { scenariosFor as askingScenariosFor } from '../interop/input/scenarios.js'
import type { Peer } from '../interop/peers.js'
import type { Need } from '../interop/scenarios/scenario.js'
import { scenariosFor } from '../interop/scenarios.js'
import { type Revision, revisions } from '../wire/revisions.js'
import type { Cell } from './cell.js'
import { layHttp } from './lay-http.js'
import { layMemory } from './lay-memory.js'
import { layStdio } from './lay-stdio.js'
import type { LayRoute } from './route.js'

/** Our client and our server over a transport. */
export interface OurCell extends Cell {
  /** What the client is told to speak. Default: the newest that both know. */
  readonly client: Revision | undefined
  /** All that the server serves. Default: every revision. */
  readonly server: Revision | undefined
  /** What the results depend on; undefined: they have no revision in common. */
  readonly peer: Peer | undefined
  readonly lay: LayRoute
  readonly played: ReturnType<typeof scenariosFor>
  readonly asked: ReturnType<typeof askingScenariosFor>
}

/** What messages travel over. */
interface Transport {
  readonly name: string
  readonly lay: LayRoute
  /** What it cannot play. Default: nothing. */
  readonly lacks?: (peer: Peer) => readonly Need[]
  /** Where it differs from the transport before. Default: everywhere. */
  readonly isFor?: (revision: Revision | undefined) => boolean
}

const transports: readonly Transport[] = [
  { name: 'in memory, as values', lay: (server) => layMemory(server, false) },
  { name: 'in memory, as text', lay: (server) => layMemory(server, true) },
  { name: 'stdio', lay: (server) => layStdio(server) },
  ...ways
    .filter(({ options }) => options.answers !== 'sse')
    .map(({ name, options, lacks }): Transport => {
      const isOldestOrNone = (revision = '2024-11-05') => revision === '2024-11-05'
      return {
        name,
        lacks,
        lay: (server, isOldest) => layHttp(server, isOldest, options),
        isFor: (revision) => name === 'HTTP' || !isOldestOrNone(revision),
      }
    }),
]

/** Every client with every server, over every transport. */
export const ourCells: readonly OurCell[] = transports.flatMap((transport) =>
  [undefined, ...revisions].flatMap((client) =>
    [undefined, ...revisions].flatMap((server) => cellOf(transport, client, server)),
  ),
)

function cellOf(transport: Transport, client: Revision | undefined, server: Revision | undefined): OurCell[] {
  const { name, lay, isFor } = transport
  const revision = commonTo(client, server)
  if (isFor?.(revision) === false) return []
  const peer = revision && peerAt(revision, transport)
  const played = peer === undefined ? [] : scenariosFor(peer, transport.lacks?.(peer))
  const asked = peer === undefined ? [] : askingScenariosFor(peer, peer.hasSession)
  const table = `Omniport with Omniport: ${name}`
  const place = { table, row: client ?? 'any', column: server ?? 'every' }
  const outcome = revision ?? 'unsupported'
  return [{ ...place, outcome, scenarios: played.length + asked.length, client, server, peer, lay, played, asked }]
}

function peerAt(revision: Revision, { lacks }: Transport): Peer {
  const peer = { name: 'ours', revision, isOurServer: true, isBothOurs: true }
  return { ...peer, hasSession: !lacks?.(peer).includes('session') }
}

function commonTo(client: Revision | undefined, server: Revision | undefined): Revision | undefined {
  if (client === undefined || server === undefined) return client ?? server ?? '2026-07-28'
  return client === server ? client : undefined
}
