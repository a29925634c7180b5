import { clip } from '../../../jsonrpc/clip.js'
import type { AuthServices } from '../auth-home.js'
import type { Authorization } from '../authorization.js'
import { OAuthRefusal } from '../sources/oauth-refusal.js'
import { clientAuth } from './client-auth.js'
import { givenClient } from './given-client.js'
import { keptRegistration, type Registration, registrationKey } from './kept-registration.js'
import type { KnownClient } from './known-client.js'
import { registerClient } from './register-client.js'

/**
 * The client to send a person to an authorization server with: registered beforehand, else by a document that describes it,
 * else registered now or earlier with this very address to come back to.
 *
 * spec: basic/authorization/client-registration
 *
 * @throws OmniportError `unauthorized` that says which option is wanting where there is none.
 */
export async function clientFor(
  services: AuthServices,
  authorization: Authorization,
  { redirectUrl, signal }: { readonly redirectUrl: string; readonly signal: AbortSignal },
): Promise<KnownClient> {
  const given = await givenClient(services, authorization)
  if (given !== undefined) return given
  const { server } = authorization
  if (server.registration_endpoint === undefined) throw noClient(services, authorization)
  const key = registrationKey(services, authorization)
  const register = async () => {
    const kept = await keptRegistration(services, authorization)
    if (kept?.redirectUrl === redirectUrl && kept.isUnderWay !== true) return toKnown(kept, { services, key, isKept: true })
    const registration = await registerClient(services, { server, redirectUrl, signal })
    const known = toKnown(registration, { services, key, isKept: false })
    await services.store.set(key, registration)
    return known
  }
  return services.store.exclusive(key, register, signal)
}

/** The client that tokens were given to earlier; undefined where it is not known any more. */
export async function clientAtHand(services: AuthServices, authorization: Authorization): Promise<KnownClient | undefined> {
  const given = await givenClient(services, authorization)
  if (given !== undefined) return given
  const kept = await keptRegistration(services, authorization)
  const key = registrationKey(services, authorization)
  return kept === undefined ? undefined : toKnown(kept, { services, key, isKept: true })
}

/** Nobody told this client who it is at the authorization server, and it cannot find out by itself. */
export function noClient({ options }: AuthServices, { server }: Authorization): OAuthRefusal {
  const hint =
    options.clientMetadataUrl === undefined
      ? 'register it there, and set auth.clientId'
      : 'it does not know client metadata documents either: register it there, and set auth.clientId'
  return new OAuthRefusal(`${clip(server.issuer, 256)} does not let clients register by themselves; ${hint}`)
}

interface Kept {
  readonly services: AuthServices
  readonly key: string
  readonly isKept: boolean
}

function toKnown(registration: Registration, { services, key, isKept }: Kept): KnownClient {
  const { clientId, clientSecret, method } = registration
  return {
    client: { client_id: clientId },
    auth: clientAuth(method, clientSecret),
    secrets: clientSecret === undefined ? [] : [clientSecret],
    isKept,
    noteJourney: async (event) => {
      if (!isKept) return
      const noted = services.store.set(key, { ...registration, isUnderWay: event === 'begins' })
      await noted.catch((reason) => services.report?.(reason))
    },
    forget: () =>
      services.store.exclusive(key, async () => {
        const found = await services.store.get(key)
        // Another one may have registered in the meantime.
        if ((found as Partial<Registration> | undefined)?.clientId === clientId) await services.store.delete(key)
      }),
  }
}
