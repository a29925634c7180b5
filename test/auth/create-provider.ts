import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { ClientMetadata, Configuration, errors, JWK, Provider } from 'oidc-provider'
import { quietly } from './quietly.js'

/** What an authorization server knows. */
export interface ProviderOptions {
  /** Signs the tokens. */
  readonly key: JWK
  /** The resources that there are tokens for, by identifier: it may be filled later. */
  readonly resources: ReadonlyMap<string, ResourceServer>
  /** Registered beforehand. */
  readonly clients?: readonly ClientMetadata[] | undefined
  /** Documents of clients by their address, which nobody else serves. */
  readonly documents?: Readonly<Record<string, unknown>> | undefined
  /** False: no dynamic registration. Default: true. */
  readonly registration?: boolean | undefined
  /** Whether proofs of possession need a nonce of the server. Default: false. */
  readonly nonces?: boolean | undefined
}

/** A resource that there are tokens for. */
export interface ResourceServer {
  readonly scopes: readonly string[]
  /** Whether only the authorization server can read its tokens. Default: they are JWTs. */
  readonly opaque?: boolean | undefined
}

/** A key to sign with; its id is new each time. */
export function createSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(6).toString('hex'), alg: 'ES256', use: 'sig' }
}

/** Creates an authorization server of OAuth 2.1, as far as that is up to it: PKCE always, refresh tokens that are used once. */
export function createProvider(issuer: string, options: ProviderOptions): Promise<Provider> {
  return quietly(async () => {
    const { errors, Provider } = await import('oidc-provider')
    return new Provider(issuer, configurationOf(options, errors))
  })
}

type Errors = typeof errors

function configurationOf(options: ProviderOptions, { InvalidTarget }: Errors): Configuration {
  const { key, clients = [], resources } = options
  const hour = () => 3_600
  return {
    jwks: { keys: [key] },
    clients: clients.map((client) => ({ ...client })),
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    findAccount: async (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    renderError(ctx, out) {
      ctx.type = 'text'
      ctx.body = JSON.stringify(out)
    },
    fetch: async (url) => documentAt(String(url), options),
    ttl: {
      AccessToken: hour,
      ClientCredentials: hour,
      Grant: hour,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: hour,
      Session: hour,
    },
    features: {
      ...featuresOf(options),
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo(_ctx, identifier) {
          const resource = resources.get(identifier)
          if (resource === undefined) throw new InvalidTarget('there is no such resource')
          const { scopes, opaque = false } = resource
          return { scope: scopes.join(' '), audience: identifier, ...(opaque ? opaqueTokens : jwtTokens) }
        },
      },
    },
  }
}

const opaqueTokens = { accessTokenFormat: 'opaque' } as const
const jwtTokens = { accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } } as const

function featuresOf({ documents, nonces = false, registration = true }: ProviderOptions): Configuration['features'] {
  return {
    clientCredentials: { enabled: true },
    clientIdMetadataDocument: { enabled: documents !== undefined, ack: 'draft-02' },
    devInteractions: { enabled: false },
    dPoP: { enabled: true, requireNonce: () => nonces, ...(nonces && { nonceSecret: randomBytes(32) }) },
    introspection: { enabled: true, allowedPolicy: () => true },
    registration: { enabled: registration },
    revocation: { enabled: true, allowedPolicy: () => true },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  }
}

function documentAt(url: string, { documents = {} }: ProviderOptions): Response {
  const document = documents[url]
  return document === undefined ? new Response(null, { status: 404 }) : Response.json(document)
}
