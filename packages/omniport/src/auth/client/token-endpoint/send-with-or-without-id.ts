import type { AuthorizationServer, ClientAuth } from 'oauth4webapi'
import type { AuthServices } from '../auth-services.js'
import type { OAuthClient } from '../registration/oauth-client.js'
import { OAuthRefusal } from './oauth-refusal.js'

/** The sender and the receiver of a token request. */
export interface TokenRequestParties {
  readonly oauthClient: OAuthClient
  readonly server: AuthorizationServer
}

/**
 * Sends a token request with the id of the client in the body, and once more without it if the server refuses the client or the
 * request. Servers differ: made with the official Python SDK, they need it beside `Authorization: Basic`; Okta and those made
 * with `workers-oauth-provider` refuse it there. The way that worked is stored by issuer, and comes first from then on.
 *
 * spec: RFC 6749#section-3.2.1
 */
export async function sendWithOrWithoutId<Reply>(
  services: AuthServices,
  { oauthClient, server }: TokenRequestParties,
  send: (auth: ClientAuth) => Promise<Reply>,
): Promise<Reply> {
  const { auth, authWithoutId } = oauthClient
  if (authWithoutId === undefined) return send(auth)
  const key = JSON.stringify(['token-request', server.issuer])
  const isLeftOut = (await services.store.get(key)) === withoutId
  const [first, second] = isLeftOut ? [authWithoutId, auth] : [auth, authWithoutId]
  try {
    return await send(first)
  } catch (refusal) {
    if (!isAboutClient(refusal)) throw refusal
    const reply = await send(second).catch((other: unknown) => {
      throw chooseRefusal(refusal, other)
    })
    const stored = isLeftOut ? services.store.delete(key) : services.store.set(key, withoutId)
    await stored.catch((reason) => services.report?.(reason))
    return reply
  }
}

const withoutId = 'without client_id'

function isAboutClient(reason: unknown): reason is OAuthRefusal {
  return reason instanceof OAuthRefusal && (reason.isOfClient || reason.error === 'invalid_request')
}

/** The second request got no further if the client was refused twice: the first refusal says why. */
function chooseRefusal(refusal: OAuthRefusal, other: unknown): unknown {
  return refusal.isOfClient && isAboutClient(other) ? refusal : other
}
