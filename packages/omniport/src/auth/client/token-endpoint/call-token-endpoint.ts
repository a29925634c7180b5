import {
  type AuthorizationServer,
  type ClientAuth,
  customFetch,
  type DPoPHandle,
  genericTokenEndpointRequest,
} from 'oauth4webapi'
import { truncate } from '../../../values/text/truncate.js'
import type { AuthServices } from '../auth-services.js'
import type { OAuthClient } from '../registration/oauth-client.js'
import { OAuthRefusal } from './oauth-refusal.js'
import { isError, readReply } from './read-reply.js'
import { type RequestOptions, requestOptions, type SentRequest } from './request-options.js'
import { sendWithOrWithoutId } from './send-with-or-without-id.js'

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
 * Calls a token endpoint and returns the members of its reply. A nonce that it requires is sent, once; the id of the client is
 * left out of the body if the server refuses it there.
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
  const send = (auth: ClientAuth) => sendWithNonce(services, request, { auth, handle })
  return sendWithOrWithoutId(services, request, send)
}

/** The proofs of one request: that of the client, and that of its key. */
interface RequestProofs {
  readonly auth: ClientAuth
  readonly handle: DPoPHandle | undefined
}

async function sendWithNonce(services: AuthServices, request: TokenEndpointRequest, proofs: RequestProofs) {
  try {
    return await sendOnce(services, request, proofs)
  } catch (reason) {
    const isNonceWanted = reason instanceof OAuthRefusal && reason.error === 'use_dpop_nonce'
    if (!isNonceWanted || proofs.handle === undefined) throw reason
    return sendOnce(services, request, proofs)
  }
}

async function sendOnce(services: AuthServices, request: TokenEndpointRequest, { auth, handle }: RequestProofs) {
  const { server, oauthClient, grantType, parameters, signal } = request
  const secrets = new Set(oauthClient.secrets)
  const options = recordSecrets(requestOptions(services, server.token_endpoint, signal), secrets)
  const response = await genericTokenEndpointRequest(
    server,
    oauthClient.metadata,
    auth,
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
  if (isError(reply)) throw OAuthRefusal.fromFields(source, { ...reply, status }, secrets)
  if (!response.ok) {
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
