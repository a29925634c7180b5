import { isObject } from '../../../values/json/is-object.js'
import { isStringArray } from '../../../values/json/is-string-array.js'
import { parseUrl } from '../../../values/text/parse-url.js'
import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'

/** A client that this library registered, as stored: JSON. */
export interface Registration {
  /** The authorization server that it is registered at. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** Milliseconds since 1970; absent where the secret does not expire. */
  readonly secretExpiresAt?: number | undefined
  /** The `token_endpoint_auth_method`. */
  readonly method: string
  /** The redirect URL, with the port on loopback: servers compare it as a string. */
  readonly redirectUrl: string
  /** The scopes that it named; undefined if it named none. */
  readonly scopes?: readonly string[] | undefined
  /** True while a user has left with it and is not back. */
  readonly isUnderWay?: boolean | undefined
}

/**
 * The store key of the registration for one MCP server at one issuer. Each redirect URL of an application has its own; all
 * loopback ports share one.
 *
 * spec: basic/authorization/client-registration#authorization-server-binding
 */
export function registrationKey({ options }: AuthServices, { server, resource }: Authorization): string {
  return JSON.stringify(['client', server.issuer, resource, options.redirectUrl ?? 'loopback'])
}

/** Undefined if there is no registration, or if its secret has expired. */
export async function readRegistration(
  services: AuthServices,
  authorization: Authorization,
): Promise<Registration | undefined> {
  const found = parse(await services.store.get(registrationKey(services, authorization)))
  if (found === undefined || found.issuer !== authorization.server.issuer) return undefined
  const { secretExpiresAt = Number.POSITIVE_INFINITY } = found
  return secretExpiresAt > services.runtime.now() ? found : undefined
}

function parse(value: unknown): Registration | undefined {
  if (!isObject(value)) return undefined
  const { issuer, clientId, clientSecret, secretExpiresAt, method, redirectUrl, scopes, isUnderWay } = value
  const strings = [issuer, clientId, method, redirectUrl]
  if (!strings.every((text) => typeof text === 'string') || parseUrl(String(redirectUrl)) === undefined)
    return undefined
  return {
    issuer: String(issuer),
    clientId: String(clientId),
    method: String(method),
    redirectUrl: String(redirectUrl),
    ...(typeof clientSecret === 'string' ? { clientSecret } : {}),
    ...(typeof secretExpiresAt === 'number' ? { secretExpiresAt } : {}),
    ...(isStringArray(scopes) ? { scopes } : {}),
    ...(isUnderWay === true ? { isUnderWay } : {}),
  }
}
