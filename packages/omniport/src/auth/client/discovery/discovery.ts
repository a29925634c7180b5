import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'
import type { Challenge } from '../challenge/challenge.js'
import { canonicalResource } from './canonical-resource.js'
import { findAuthorizationServer } from './find-authorization-server.js'
import { findOriginAuthorizationServer } from './find-origin-authorization-server.js'
import { findResourceMetadata } from './find-resource-metadata.js'

/** Remembers for an hour, in this process, where tokens for one MCP server come from. */
export class Discovery {
  readonly #services: AuthServices
  #cached: CachedAuthorization | undefined
  #epoch = 0

  constructor(services: AuthServices) {
    this.#services = services
  }

  /** What is remembered, unless the challenge names other metadata; else what `discover` finds. Rejects as it does. */
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

  /** Has all be looked up anew, as after a new 401: the server may have moved to another authorization server. */
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
  /** The metadata that the challenge named. */
  readonly named: string | undefined
  readonly at: number
}

const maxAgeMs = 3_600_000

/**
 * Where tokens for an MCP server come from, in whichever revision it says so.
 *
 * spec: basic/authorization/authorization-server-discovery
 *
 * @throws OmniportError `unauthorized` that says which document is missing or wrong, `unreachable` or `timeout` where that may
 * be over in a moment, or the reason of the signal.
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
