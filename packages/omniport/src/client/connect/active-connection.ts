import type { Implementation } from '../../protocol/exchange/peer.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { RevisionClient } from './revision-client.js'
import type { RevisionConnection } from './revision-connection.js'

export interface ActiveConnection {
  readonly connection: RevisionConnection
  readonly revisionClient: RevisionClient
  readonly handshake: Handshake
}

export interface OpenOptions {
  readonly signal?: AbortSignal | undefined
}

export interface Handshake {
  readonly revision: Revision
  readonly server: ServerInfo
  readonly capabilities: Readonly<Record<string, unknown>>
}

/** The name that a server gives itself. A missing name or version is empty. */
export type ServerInfo = Implementation & { readonly instructions?: string | undefined }

/** Decodes the name of a server. Nothing depends on it, so invalid data is accepted. */
export function decodeServerInfo(info: unknown, instructions: unknown): ServerInfo {
  const given = (typeof info === 'object' && info !== null ? info : {}) as Readonly<Record<string, unknown>>
  const { name, version, ...rest } = given
  return {
    ...(rest as Partial<Implementation>), // display data, which is checked before it is shown
    name: typeof name === 'string' ? name : '',
    version: typeof version === 'string' ? version : '',
    ...(typeof instructions === 'string' && { instructions }),
  }
}
