import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'
import type { Challenge } from '../challenge/challenge.js'
import { canonicalResource } from './canonical-resource.js'
import { findAuthorizationServer } from './find-authorization-server.js'
import { findOriginAuthorizationServer } from './find-origin-authorization-server.js'
import { findResourceMetadata } from './find-resource-metadata.js'

/** Caches the discovered authorization server of one MCP server for an hour. */
export class Discovery {
  readonly #services: AuthServices
  #cached: CachedAuthorization | undefined
  #epoch = 0

  constructor(services: AuthServices) {
    this.#services = services
  }

  /** Returns the cached result unless the challenge names other metadata; else runs `discover`. */
  async get(challenge: Challenge | undefined, signal: AbortSignal): Promise<Authorization> {
    const named = challenge?.params.get('resource_metadata')
    const cached = this.#cached
    if (cached !== undefined && this.#isFresh(cached) && (named ?? cached.named) === cached.named)
      return cached.authorization
    const epoch = this.#epoch
    const at = this.#services.runtime.now()
    const authorization = await discover(this.#services, challenge, signal)
    if (epoch === this.#epoch) this.#cached = { authorization, named, at }
    return authorization
  }

  /** Empties the cache, as after a new 401: the server may use another authorization server by now. */
  forget(): void {
    this.#epoch += 1
    this.#cached = undefined
  }

  #isFresh({ at }: CachedAuthorization): boolean {
    const ageMs = this.#services.runtime.now() - at
    return ageMs >= 0 && ageMs < maxAgeMs
  }
}

interface CachedAuthorization {
  readonly authorization: Authorization
  /** The metadata URL that the challenge named. */
  readonly named: string | undefined
  readonly at: number
}

const maxAgeMs = 3_600_000

/**
 * Discovers the authorization server of an MCP server, as any of the revisions publishes it.
 *
 * spec: basic/authorization/authorization-server-discovery
 *
 * @throws OmniportError `unauthorized` that says which document is missing or wrong, `unreachable` or `timeout` if the failure
 * is transient, or the reason of the signal.
 */
export async function discover(
  services: AuthServices,
  challenge: Challenge | undefined,
  signal: AbortSignal,
): Promise<Authorization> {
  const metadata = await findResourceMetadata(services, challenge, signal)
  if (metadata === undefined) {
    const own = await findOriginAuthorizationServer(services, signal)
    return { resource: canonicalResource(services.serverUrl), scopesSupported: undefined, ...own }
  }
  const { resource, issuers, scopesSupported } = metadata
  const server = await findAuthorizationServer(issuers, services, signal)
  return { resource, server, scopesSupported, isAssumed: false }
}
