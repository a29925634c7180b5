import { isObject } from '../../../values/json/is-object.js'
import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'

/** A client that this library registered, as it is kept: JSON. */
export interface Registration {
  /** The only authorization server that knows it. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** Milliseconds since 1970; absent where the secret does not expire. */
  readonly secretExpiresAt?: number | undefined
  /** The `token_endpoint_auth_method`. */
  readonly method: string
  /** Where it may send people back to, which servers compare as text: with the port, if it is on loopback. */
  readonly redirectUrl: string
  /** Somebody was sent off with it, and is not back. */
  readonly isUnderWay?: boolean | undefined
}

/**
 * The place of the registration for one MCP server at one issuer. An application's own address to come back to has its own;
 * loopback ones share one, whatever their port.
 *
 * spec: basic/authorization/client-registration#authorization-server-binding
 */
export function registrationKey({ options }: AuthServices, { server, resource }: Authorization): string {
  return JSON.stringify(['client', server.issuer, resource, options.redirectUrl ?? 'loopback'])
}

/** Undefined where there is none, or where its secret has expired. */
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
  const { issuer, clientId, clientSecret, secretExpiresAt, method, redirectUrl, isUnderWay } = value
  const strings = [issuer, clientId, method, redirectUrl]
  if (!strings.every((text) => typeof text === 'string') || !URL.canParse(String(redirectUrl))) return undefined
  return {
    issuer: String(issuer),
    clientId: String(clientId),
    method: String(method),
    redirectUrl: String(redirectUrl),
    ...(typeof clientSecret === 'string' ? { clientSecret } : {}),
    ...(typeof secretExpiresAt === 'number' ? { secretExpiresAt } : {}),
    ...(isUnderWay === true ? { isUnderWay } : {}),
  }
}
