import type { RevisionConnection } from './connected.js'
import type { RevisionClient } from './era.js'
import type { Handshake } from './handshake.js'

/** A connection after its handshake. */
export interface ActiveConnection {
  readonly connection: RevisionConnection
  readonly revisionClient: RevisionClient
  readonly handshake: Handshake
}

/** How to open a connection. */
export interface OpenOptions {
  readonly signal?: AbortSignal | undefined
}
