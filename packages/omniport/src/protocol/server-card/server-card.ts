import type { Icon } from '../exchange/peer.js'
import type { Meta } from '../model/meta.js'

/** The MIME type of a server card. spec: experimental-ext-server-card discovery#mcp-server-cards */
export const serverCardMimeType = 'application/mcp-server-card+json'

/** The schema that a card names. */
export const serverCardSchema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'

/**
 * A server card: what a server says of itself before anybody connects. Experimental. Nothing in it is verified: decide nothing about
 * security by it, and prefer what the server says once it is connected.
 *
 * spec: experimental-ext-server-card schema#ServerCard
 */
export interface ServerCard {
  readonly $schema: typeof serverCardSchema
  /** A namespace in the order of DNS names reversed, a slash and a name: `com.example/weather`. */
  readonly name: string
  readonly version: string
  /** At most 100 characters. */
  readonly description: string
  readonly title?: string | undefined
  readonly websiteUrl?: string | undefined
  readonly repository?: ServerCardRepository | undefined
  readonly icons?: readonly Icon[] | undefined
  /** The endpoints to connect to. */
  readonly remotes?: readonly ServerCardRemote[] | undefined
  readonly _meta?: Meta | undefined
}

/** The repository with the source of a server. */
export interface ServerCardRepository {
  readonly url: string
  /** The service that has it, such as `github`. */
  readonly source: string
  readonly subfolder?: string | undefined
  readonly id?: string | undefined
}

/** An endpoint of a server. */
export interface ServerCardRemote {
  readonly type: 'streamable-http' | 'sse'
  /** May have `{variables}`. */
  readonly url: string
  readonly headers?: readonly ServerCardHeader[] | undefined
  readonly variables?: Readonly<Record<string, ServerCardInput>> | undefined
  readonly supportedProtocolVersions?: readonly string[] | undefined
}

/** A value that the person gives, or that is set already. */
export interface ServerCardInput {
  readonly description?: string | undefined
  readonly isRequired?: boolean | undefined
  readonly isSecret?: boolean | undefined
  readonly format?: 'string' | 'number' | 'boolean' | 'filepath' | undefined
  readonly default?: string | undefined
  readonly placeholder?: string | undefined
  /** May have `{variables}`. */
  readonly value?: string | undefined
  readonly choices?: readonly string[] | undefined
}

/** A header that an endpoint takes. */
export interface ServerCardHeader extends ServerCardInput {
  readonly name: string
  readonly variables?: Readonly<Record<string, ServerCardInput>> | undefined
}

/** The reserved address of the card of an endpoint. spec: experimental-ext-server-card discovery#hosted-server-card-location */
export function serverCardUrl(endpoint: string | URL): string {
  const url = new URL(endpoint)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/server-card`
  url.search = ''
  url.hash = ''
  return url.href
}
