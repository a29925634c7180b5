import type { UpstreamStatus } from '../gateway.js'

/** The document at `/status`. */
export interface GatewayStatus {
  readonly status: 'ready' | 'failing' | 'closing'
  /** Milliseconds since it listens. */
  readonly uptimeMs: number
  readonly endpoints: Readonly<Record<string, EndpointStatus>>
}

/** An endpoint and its upstreams; a server that is no gateway has none. */
export interface EndpointStatus {
  readonly path: string
  readonly upstreams: readonly UpstreamStatus[]
}
