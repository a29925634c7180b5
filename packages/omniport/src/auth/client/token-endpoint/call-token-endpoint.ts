import { type AuthorizationServer, customFetch, type DPoPHandle, genericTokenEndpointRequest } from 'oauth4webapi'
import { truncate } from '../../../values/text/truncate.js'
import type { AuthServices } from '../auth-services.js'
import type { OAuthClient } from '../registration/oauth-client.js'
import { OAuthRefusal } from './oauth-refusal.js'
import { readReply } from './read-reply.js'
import { type RequestOptions, requestOptions, type SentRequest } from './request-options.js'

export interface TokenEndpointRequest {
  readonly server: AuthorizationServer
  readonly oauthClient: OAuthClient
  readonly grantType: string
  readonly parameters: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** The request carries a proof. Default: false. */
  readonly isProven?: boolean
}

/**
 * Calls a token endpoint and returns the members of its reply. A nonce that it requires is sent, once.
 *
 * `oauth4webapi` does not read the replies: its errors hold the whole body, which may contain tokens.
 *
 * @throws OAuthRefusal with the error of the server, without anything that was sent.
 */
export async function callTokenEndpoint(
  services: AuthServices,
  request: TokenEndpointRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const handle = request.isProven === true ? await services.prover?.handle() : undefined
  try {
    return await sendOnce(services, request, handle)
  } catch (reason) {
    const isNonceWanted = reason instanceof OAuthRefusal && reason.error === 'use_dpop_nonce'
    if (!isNonceWanted || handle === undefined) throw reason
    return sendOnce(services, request, handle)
  }
}

async function sendOnce(services: AuthServices, request: TokenEndpointRequest, handle: DPoPHandle | undefined) {
  const { server, oauthClient, grantType, parameters, signal } = request
  const secrets = new Set(oauthClient.secrets)
  const options = recordSecrets(requestOptions(services, server.token_endpoint, signal), secrets)
  const response = await genericTokenEndpointRequest(
    server,
    oauthClient.metadata,
    oauthClient.auth,
    grantType,
    { ...parameters },
    {
      ...options,
      ...(handle === undefined ? {} : { DPoP: handle }),
    },
  )
  const reply = await readReply(response)
  const source = truncate(server.issuer, 256)
  const { status } = response
  // Some servers answer errors with status 200.
  if (reply?.['error'] !== undefined) throw OAuthRefusal.fromFields(source, { ...reply, status }, secrets)
  if (status !== 200) {
    throw new OAuthRefusal(`${source} answered a token request with HTTP status ${status}`, { status })
  }
  if (reply === undefined)
    throw new OAuthRefusal(`${source} answered a token request with something other than a JSON object`)
  return reply
}

/** Wraps the options so that sent secrets are recorded. */
function recordSecrets(options: RequestOptions, secrets: Set<string>): RequestOptions {
  const send = options[customFetch]
  return {
    ...options,
    [customFetch]: (url: string, init: SentRequest) => {
      const { authorization = '', dpop = '' } = init.headers
      for (const text of [authorization.replace(/^Basic /, ''), dpop]) secrets.add(text)
      for (const [name, value] of new URLSearchParams(init.body)) {
        if (!publicParameters.has(name)) secrets.add(value)
      }
      return send(url, init)
    },
  }
}

/** Parameters that are not secret. */
const publicParameters = new Set([
  'grant_type',
  'resource',
  'audience',
  'scope',
  'client_id',
  'redirect_uri',
  'client_assertion_type',
  'subject_token_type',
  'requested_token_type',
])
