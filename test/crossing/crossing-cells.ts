import { layHttp } from '../matrix/lay-http.js'
import { layStdio } from '../matrix/lay-stdio.js'
import type { LayRoute } from '../matrix/route.js'
import { type Revision, revisions } from '../wire/revisions.js'
import type { Feature } from './feature.js'
import { features } from './features.js'

/** How the gateway reaches an upstream. */
export interface UpstreamTransport {
  readonly name: string
  readonly lay: (server: Parameters<LayRoute>[0]) => ReturnType<LayRoute>
  /** The revisions that have it. */
  readonly revisions: readonly Revision[]
}

export const transports: readonly UpstreamTransport[] = [
  { name: 'stdio', lay: (server) => layStdio(server), revisions },
  { name: 'HTTP', lay: (server) => layHttp(server, false, {}), revisions },
  { name: 'HTTP+SSE', lay: (server) => layHttp(server, true, {}), revisions: revisions.filter((one) => one < '2026') },
]

/** One feature between a client of one revision and an upstream of another. */
export interface CrossingCell {
  readonly transport: UpstreamTransport
  readonly upstream: Revision
  readonly client: Revision
  readonly feature: Feature
  /** False: the revision of one of them lacks the feature, or that of the upstream the transport. */
  readonly isApplicable: boolean
}

/** Every cell of the table. */
export const crossingCells: readonly CrossingCell[] = transports.flatMap((transport) =>
  revisions.flatMap((upstream) =>
    revisions.flatMap((client) =>
      features.map((feature) => {
        const isApplicable = transport.revisions.includes(upstream) && crosses(feature, client, upstream)
        return { transport, upstream, client, feature, isApplicable }
      }),
    ),
  ),
)

/** True if a client of one revision gets it from an upstream of the other. */
export function crosses(feature: Feature, client: Revision, upstream: Revision): boolean {
  const { revisions: having = revisions } = feature
  return having.includes(client) && having.includes(upstream)
}
