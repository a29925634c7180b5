import { assertKnown, mustBe } from '../../../values/options/check-options.js'
import { type DescribedServer, isPublicUrl, ServerCardEndpoint } from './server-card-endpoint.js'
import type { ServerCardOptions } from './server-card-options.js'

/** A server card that `serverCard()` returned, for the option `serverCard` of an HTTP server. */
export interface ServerCardDefinition {
  /** Serves the card of an endpoint. It comes with the card, so that a server without one does not load it. */
  readonly serve: (endpoint: string, server: DescribedServer) => ServerCardEndpoint
}

/**
 * Defines the card of a server, for the option `serverCard` of `serveHttp`, `createFetchHandler` and `createNodeHandler`; experimental.
 * What it says is checked with what the server says of itself when the handler is made.
 *
 * @throws TypeError naming the option that is unknown or not what it must be.
 *
 * spec: experimental-ext-server-card
 */
export function serverCard(options: ServerCardOptions): ServerCardDefinition {
  assertKnown('serverCard', Object.keys(Object(options)), optionNames)
  if (!isPublicUrl(options.url)) throw mustBe('serverCard: url', 'the https: address of the endpoint', options.url)
  return Object.freeze({
    serve: (endpoint: string, server: DescribedServer) => new ServerCardEndpoint(options, endpoint, server),
  })
}

const optionNames = ['name', 'url', 'description', 'headers', 'repository', 'icons', '_meta']
