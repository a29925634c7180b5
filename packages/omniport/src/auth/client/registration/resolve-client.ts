import { truncate } from '../../../values/text/truncate.js'
import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'
import { OAuthRefusal } from '../token-endpoint/oauth-refusal.js'
import { clientAuth } from './client-auth.js'
import { configuredClient } from './configured-client.js'
import type { OAuthClient } from './oauth-client.js'
import { registerClient } from './register-client.js'
import { type Registration, readRegistration, registrationKey } from './registration.js'

/** The redirect that a client is for. */
export interface ClientPurpose {
  readonly redirectUrl: string
  /** The scopes that a registered client must have named; undefined if it need not name any. */
  readonly scopes: readonly string[] | undefined
  readonly signal: AbortSignal
}

/**
 * Returns the client for an authorization request: registered beforehand, else described by a document, else registered now or
 * earlier with this redirect URL.
 *
 * spec: basic/authorization/client-registration
 *
 * @throws OmniportError `unauthorized` that names the missing option.
 */
export async function resolveClient(
  services: AuthServices,
  authorization: Authorization,
  purpose: ClientPurpose,
): Promise<OAuthClient> {
  const configured = await configuredClient(services, authorization)
  if (configured !== undefined) return configured
  const { server } = authorization
  if (server.registration_endpoint === undefined) throw noClientError(services, authorization)
  const key = registrationKey(services, authorization)
  const register = async () => {
    const stored = await readRegistration(services, authorization)
    if (stored !== undefined && stored.isUnderWay !== true && fits(stored, purpose))
      return toOAuthClient(stored, { services, key, isStored: true })
    const registration = await registerClient(services, { server, ...purpose })
    const oauthClient = toOAuthClient(registration, { services, key, isStored: false })
    await services.store.set(key, registration)
    return oauthClient
  }
  return services.store.exclusive(key, register, purpose.signal)
}

function fits({ redirectUrl, scopes: registered = [] }: Registration, purpose: ClientPurpose): boolean {
  return redirectUrl === purpose.redirectUrl && (purpose.scopes ?? []).every((scope) => registered.includes(scope))
}

/** Returns the client that tokens were issued to earlier; undefined if it is gone. */
export async function findKnownClient(
  services: AuthServices,
  authorization: Authorization,
): Promise<OAuthClient | undefined> {
  const configured = await configuredClient(services, authorization)
  if (configured !== undefined) return configured
  const stored = await readRegistration(services, authorization)
  const key = registrationKey(services, authorization)
  return stored === undefined ? undefined : toOAuthClient(stored, { services, key, isStored: true })
}

/** The error for a client without an id that cannot register itself. */
export function noClientError({ options }: AuthServices, { server }: Authorization): OAuthRefusal {
  const hint =
    options.clientMetadataUrl === undefined
      ? 'register it there, and set auth.clientId'
      : 'it does not support client metadata documents either: register it there, and set auth.clientId'
  return new OAuthRefusal(`${truncate(server.issuer, 256)} has no registration endpoint; ${hint}`)
}

interface ClientOrigin {
  readonly services: AuthServices
  readonly key: string
  readonly isStored: boolean
}

function toOAuthClient(registration: Registration, { services, key, isStored }: ClientOrigin): OAuthClient {
  const { clientId, clientSecret, method, scopes } = registration
  return {
    metadata: { client_id: clientId },
    ...clientAuth(method, clientSecret),
    secrets: clientSecret === undefined ? [] : [clientSecret],
    isStored,
    scopes,
    noteAuthorization: async (event) => {
      if (!isStored) return
      const saved = services.store.set(key, { ...registration, isUnderWay: event === 'begins' })
      await saved.catch((reason) => services.report?.(reason))
    },
    forget: () =>
      services.store.exclusive(key, async () => {
        const found = await services.store.get(key)
        // Another process may have registered again meanwhile.
        if ((found as Partial<Registration> | undefined)?.clientId === clientId) await services.store.delete(key)
      }),
  }
}
