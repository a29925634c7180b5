import type { Implementation } from '../../protocol/exchange/peer.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'
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

/** Checks what is kept of a server. @throws OmniportError `limit` if that is more than `limits.peerBytes`. */
export function checkHandshake(handshake: Handshake, { peerBytes }: Limits): Handshake {
  const { server, capabilities } = handshake
  const bytes = jsonBytes({ server, capabilities })
  if (bytes <= peerBytes) return handshake
  const what = 'The name, capabilities and instructions of the server'
  throw new OmniportError('limit', `${what} take ${bytes} bytes; the limit peerBytes is ${peerBytes}`)
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
