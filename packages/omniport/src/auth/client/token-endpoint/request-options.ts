import { allowInsecureRequests, customFetch } from 'oauth4webapi'
import { parseUrl } from '../../../values/text/parse-url.js'
import { isLoopbackHost } from '../../ssrf-guard/is-loopback-host.js'
import { toOmniportError } from '../../ssrf-guard/to-omniport-error.js'
import type { AuthServices } from '../auth-services.js'
import { OAuthRefusal } from './oauth-refusal.js'

/** The options of `oauth4webapi` for one request. */
export interface RequestOptions {
  readonly signal: AbortSignal
  readonly [allowInsecureRequests]: boolean
  readonly [customFetch]: (url: string, init: SentRequest) => Promise<Response>
}

/** The part of a request that is used here. */
export interface SentRequest {
  readonly body?: URLSearchParams | string
  readonly headers: Record<string, string>
  readonly method: string
  readonly redirect: 'manual'
  readonly signal?: AbortSignal
}

/**
 * Creates the options for a request to an endpoint that a peer named. `http:` is allowed on this machine only, for a server on
 * this machine.
 *
 * @throws OmniportError `unauthorized` if the endpoint is not a URL, or not `https:`.
 */
export function requestOptions(services: AuthServices, endpoint: unknown, signal: AbortSignal): RequestOptions {
  const url = typeof endpoint === 'string' ? parseUrl(endpoint) : undefined
  if (url === undefined)
    throw new OAuthRefusal('the metadata of the authorization server has no valid endpoint for this request')
  const isLocal = isLoopbackHost(url.hostname) && isLoopbackHost(services.serverUrl.hostname)
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) {
    throw new OAuthRefusal(
      `${url.host.slice(0, maxHost)} gets no token request, since its endpoint is not an https: URL`,
    )
  }
  return {
    signal,
    [allowInsecureRequests]: isLocal,
    [customFetch]: async (address, init) => {
      try {
        return await services.fetch(address, init)
      } catch (reason) {
        throw signal.aborted ? signal.reason : toOmniportError(reason, url)
      }
    },
  }
}

const maxHost = 253
