import { MachineProvider, type MachineProviderOptions } from '../oauth/machine-provider.js'
import { createPrivateKeyJwtAuth, createStaticJwtAuth } from '../oauth/private-key-jwt.js'
import type { AddClientAuthentication } from '../oauth/provider.js'

export { createPrivateKeyJwtAuth } from '../oauth/private-key-jwt.js'

/** Options of `ClientCredentialsProvider`. */
export interface ClientCredentialsProviderOptions extends MachineProviderOptions {
  /** Sent with `client_secret_basic`. */
  clientSecret: string
}

/** Authorizes a program with an id and a secret: the grant `client_credentials`. */
export class ClientCredentialsProvider extends MachineProvider {
  constructor(options: ClientCredentialsProviderOptions & { expectedIssuer: string })
  /** @deprecated Pass `expectedIssuer`, so that no other authorization server gets the secret. */
  constructor(options: ClientCredentialsProviderOptions)
  constructor(options: ClientCredentialsProviderOptions) {
    super(options, {
      method: 'client_secret_basic',
      name: 'client-credentials-client',
      secret: options.clientSecret,
    })
  }
}

/** Options of `PrivateKeyJwtProvider`. */
export interface PrivateKeyJwtProviderOptions extends MachineProviderOptions {
  /** PKCS #8 in PEM, or a JWK. */
  privateKey: string | Uint8Array | Record<string, unknown>
  /** Such as `RS256` or `ES256`. */
  algorithm: string
  /** Default: 300. */
  jwtLifetimeSeconds?: number
}

/** Authorizes a program with a JWT that it signs: the grant `client_credentials` with `private_key_jwt`. */
export class PrivateKeyJwtProvider extends MachineProvider {
  addClientAuthentication: AddClientAuthentication

  constructor(options: PrivateKeyJwtProviderOptions & { expectedIssuer: string })
  /** @deprecated Pass `expectedIssuer`, so that no other authorization server gets an assertion. */
  constructor(options: PrivateKeyJwtProviderOptions)
  constructor(options: PrivateKeyJwtProviderOptions) {
    super(options, { method: 'private_key_jwt', name: 'private-key-jwt-client' })
    this.addClientAuthentication = createPrivateKeyJwtAuth({
      issuer: options.clientId,
      subject: options.clientId,
      privateKey: options.privateKey,
      alg: options.algorithm,
      lifetimeSeconds: options.jwtLifetimeSeconds,
    })
  }
}

/** Options of `StaticPrivateKeyJwtProvider`. */
export interface StaticPrivateKeyJwtProviderOptions extends MachineProviderOptions {
  /** A signed JWT with all its claims. */
  jwtBearerAssertion: string
}

/** Authorizes a program with a JWT that was signed elsewhere: the grant `client_credentials` with `private_key_jwt`. */
export class StaticPrivateKeyJwtProvider extends MachineProvider {
  addClientAuthentication: AddClientAuthentication

  constructor(options: StaticPrivateKeyJwtProviderOptions & { expectedIssuer: string })
  /** @deprecated Pass `expectedIssuer`, so that no other authorization server gets the assertion. */
  constructor(options: StaticPrivateKeyJwtProviderOptions)
  constructor(options: StaticPrivateKeyJwtProviderOptions) {
    super(options, { method: 'private_key_jwt', name: 'static-private-key-jwt-client' })
    this.addClientAuthentication = createStaticJwtAuth(options.jwtBearerAssertion)
  }
}
