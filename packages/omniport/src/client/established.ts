import type { RevisionConnection } from './connected.js'
import type { Era } from './era.js'
import type { Handshake } from './handshake.js'

/** A connection after its handshake. */
export interface ActiveConnection {
  readonly connection: RevisionConnection
  readonly era: Era
  readonly handshake: Handshake
}

/** How to open a connection. */
export interface OpenOptions {
  readonly signal?: AbortSignal | undefined
}
