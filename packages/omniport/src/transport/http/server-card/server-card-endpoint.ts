import { loadOnce } from '../../../async/load-once.js'
import { andThen, type MaybePromise } from '../../../async/maybe-promise.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Implementation } from '../../../protocol/exchange/peer.js'
import type { Revision } from '../../../protocol/revisions/revision.js'
import { readServerCard } from '../../../protocol/server-card/read-server-card.js'
import { type ServerCard, serverCardMimeType, serverCardSchema } from '../../../protocol/server-card/server-card.js'
import { isLoopbackAuthority } from '../../../uri/loopback-hosts.js'
import { digestOfJson } from '../../../values/json/digest-of-json.js'
import { HttpError } from '../requests/http-error.js'
import type { HttpHeaders, HttpReply, HttpRequest } from '../requests/http-request.js'
import type { ServerCardOptions } from './server-card-options.js'

export interface DescribedServer {
  readonly info: Implementation | undefined
  readonly revisions: readonly Revision[]
}

/**
 * Serves the card of an endpoint, one level below it. Web pages of any origin may read it, and no authentication is needed: it holds
 * what everybody may know.
 *
 * spec: experimental-ext-server-card discovery#hosted-server-card-location
 */
export class ServerCardEndpoint {
  readonly path: string
  readonly #body: Uint8Array
  /** Loaded with the first request. */
  readonly #headers: () => MaybePromise<HttpHeaders>

  /** @throws TypeError naming the option that cannot be used. */
  constructor(options: ServerCardOptions, endpoint: string, server: DescribedServer) {
    const card = toCard(options, server)
    this.path = `${endpoint === '/' ? '' : endpoint}/server-card`
    this.#body = new TextEncoder().encode(JSON.stringify(card))
    this.#headers = loadOnce(async () => ({ ...headers, etag: `"${(await digestOfJson(card)).slice(0, 32)}"` }))
  }

  /** @throws HttpError 405 */
  serve(request: HttpRequest, reply: HttpReply): MaybePromise<void> {
    const { method } = request
    if (method === 'OPTIONS') return reply.send(204, { ...headers, ...preflight })
    if (method !== 'GET' && method !== 'HEAD') {
      throw new HttpError(405, RpcError.invalidRequest('Only GET is served here'), { ...headers, allow: 'GET, HEAD' })
    }
    return andThen(this.#headers(), (own) => {
      const known = request.header('if-none-match')?.split(',') ?? []
      const isKnown = known.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === own['etag'])
      if (isKnown) reply.send(304, own)
      else reply.send(200, { ...own, 'content-type': serverCardMimeType }, this.#body)
    })
  }
}

/** spec: experimental-ext-server-card discovery#cors, #caching */
const headers: HttpHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
  'cache-control': 'public, max-age=3600',
}

const preflight: HttpHeaders = {
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-max-age': '600',
}

function toCard(options: ServerCardOptions, { info, revisions }: DescribedServer): ServerCard {
  const { name, url, description = info?.description, headers: taken, repository, icons = info?.icons, _meta } = options
  const { version, title, websiteUrl } = info ?? {}
  const remote = { type: 'streamable-http', url, headers: taken, supportedProtocolVersions: revisions }
  return readServerCard('serverCard', {
    $schema: serverCardSchema,
    name,
    version,
    description,
    title,
    websiteUrl,
    repository,
    icons,
    remotes: [remote],
    _meta,
  })
}

/** spec: experimental-ext-server-card discovery#transport-security */
export function isPublicUrl(url: unknown): boolean {
  if (typeof url !== 'string') return false
  const [, scheme, authority] = /^(https?):\/\/([^/?#\s]+)/i.exec(url) ?? []
  return scheme?.toLowerCase() === 'https' || (authority !== undefined && isLoopbackAuthority(authority))
}
