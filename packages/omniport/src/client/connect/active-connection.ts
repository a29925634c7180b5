import type { Implementation } from '../../protocol/exchange/peer.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { RevisionClient } from './revision-client.js'
import type { RevisionConnection } from './revision-connection.js'

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

/** What the two ends agreed on, and what the server said of itself. */
export interface Handshake {
  readonly revision: Revision
  readonly server: ServerInfo
  readonly capabilities: Readonly<Record<string, unknown>>
}

/** How a server names itself. Its name and version are empty where it does not say. */
export type ServerInfo = Implementation & { readonly instructions?: string | undefined }

/** What a server says of itself, made to fit: nothing depends on it. */
export function decodeServerInfo(info: unknown, instructions: unknown): ServerInfo {
  const given = (typeof info === 'object' && info !== null ? info : {}) as Readonly<Record<string, unknown>>
  const { name, version, ...rest } = given
  return {
    ...(rest as Partial<Implementation>), // display data: whoever shows it looks at it first
    name: typeof name === 'string' ? name : '',
    version: typeof version === 'string' ? version : '',
    ...(typeof instructions === 'string' && { instructions }),
  }
}
