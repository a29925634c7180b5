import {
  InvalidClientError,
  InvalidClientMetadataError,
  InvalidGrantError,
  OAuthError,
  ServerError,
  UnauthorizedClientError,
} from '../server/auth/errors.js'
import type { OAuthClientInformationMixed } from '../shared/auth.js'
import type { FetchLike } from '../shared/transport.js'
import { startAuthorization } from './authorization-request.js'
import { type FoundServer, findServer } from './find-server.js'
import { boundElsewhere, boundTo } from './issuer-binding.js'
import type { AuthOptions, AuthResult, OAuthClientProvider } from './provider.js'
import { isHttpsUrl, registerClient } from './registration.js'
import { selectResourceURL } from './resource.js'
import { fetchToken, refreshAuthorization } from './token-requests.js'

/**
 * Runs the authorization flow of a client with an MCP server as far as it goes: finds the authorization server, registers the client,
 * exchanges the code or refreshes the tokens, or else sends the browser to the authorization server.
 *
 * Credentials that the authorization server refuses are invalidated, and the flow runs once more. Rejects with an `OAuthError` of
 * the server, and with an Error where a step is not possible.
 */
export async function auth(provider: OAuthClientProvider, options: AuthOptions): Promise<AuthResult> {
  try {
    return await new AuthFlow(provider, options).run()
  } catch (error) {
    const scope = refusedCredentials(error)
    if (scope === undefined) throw error
    await provider.invalidateCredentials?.(scope)
    return await new AuthFlow(provider, options).run()
  }
}

/** The server wants authorization, and there is none: the browser was sent there, or there is no provider. */
export class UnauthorizedError extends Error {
  constructor(message?: string) {
    super(message ?? 'Unauthorized')
  }
}

/** The credentials that an error is about. */
function refusedCredentials(error: unknown): 'all' | 'tokens' | undefined {
  if (error instanceof InvalidClientError || error instanceof UnauthorizedClientError) return 'all'
  return error instanceof InvalidGrantError ? 'tokens' : undefined
}

/** One run of the flow. */
class AuthFlow {
  readonly #provider: OAuthClientProvider
  readonly #options: AuthOptions
  readonly #fetchFn: FetchLike | undefined

  constructor(provider: OAuthClientProvider, options: AuthOptions) {
    this.#provider = provider
    this.#options = options
    this.#fetchFn = options.fetchFn
  }

  async run(): Promise<AuthResult> {
    const provider = this.#provider
    const { authorizationCode, scope: asked } = this.#options
    const server = await findServer(provider, this.#options)
    const resource = await this.#resource(server)
    const scope = asked || server.resourceMetadata?.scopes_supported?.join(' ') || provider.clientMetadata.scope
    const stored = await this.#storedClient(server)
    const client = stored ?? (await this.#newClient(server, scope))
    // A flow without a person has nowhere to come back to.
    if (authorizationCode !== undefined || !provider.redirectUrl) {
      const { metadata } = server
      const options = { metadata, resource, authorizationCode, fetchFn: this.#fetchFn }
      const tokens = await fetchToken(provider, server.url, options)
      await this.#bind(stored, server)
      await provider.saveTokens({ ...tokens, issuer: server.issuer })
      return 'AUTHORIZED'
    }
    if (await this.#refresh(server, client, { stored, resource })) return 'AUTHORIZED'
    await this.#redirect(server, client, { scope, resource, redirectUrl: provider.redirectUrl })
    return 'REDIRECT'
  }

  /** The indicator as the metadata has it: `URL.href` would add a slash, which some authorization servers refuse. */
  async #resource({ resourceMetadata }: FoundServer): Promise<string | URL | undefined> {
    const provider = this.#provider
    const selected = await selectResourceURL(this.#options.serverUrl, provider, resourceMetadata)
    return selected && resourceMetadata && !provider.validateResourceURL ? resourceMetadata.resource : selected
  }

  /** The stored client, if it belongs to this authorization server. */
  async #storedClient({ issuer }: FoundServer): Promise<OAuthClientInformationMixed | undefined> {
    const provider = this.#provider
    const stored = await provider.clientInformation()
    const client = boundTo(stored, issuer)
    const canRegisterAgain = provider.saveClientInformation !== undefined && Boolean(provider.redirectUrl)
    if (stored && !client && !canRegisterAgain) throw boundElsewhere(stored, issuer)
    return client
  }

  /** The client by the address of its metadata, or registered. */
  async #newClient(server: FoundServer, scope: string | undefined): Promise<OAuthClientInformationMixed> {
    const provider = this.#provider
    const { issuer, metadata } = server
    if (this.#options.authorizationCode !== undefined) {
      throw new Error('Existing OAuth client information is required when exchanging an authorization code')
    }
    const { clientMetadataUrl } = provider
    if (clientMetadataUrl && !isHttpsUrl(clientMetadataUrl)) {
      const problem = 'clientMetadataUrl must be a valid HTTPS URL with a non-root pathname'
      throw new InvalidClientMetadataError(`${problem}, got: ${clientMetadataUrl}`)
    }
    if (clientMetadataUrl && metadata?.client_id_metadata_document_supported === true) {
      const client = { client_id: clientMetadataUrl, issuer }
      await provider.saveClientInformation?.(client)
      return client
    }
    if (!provider.saveClientInformation) {
      throw new Error('OAuth client information must be saveable for dynamic registration')
    }
    const { clientMetadata } = provider
    const options = { clientMetadata, ...defined({ metadata, scope, fetchFn: this.#fetchFn }) }
    const client = { ...(await registerClient(server.url, options)), issuer }
    await provider.saveClientInformation(client)
    return client
  }

  /** Returns true if the stored tokens could be refreshed; false if a person is needed. */
  async #refresh(
    server: FoundServer,
    clientInformation: OAuthClientInformationMixed,
    { stored, resource }: { stored: OAuthClientInformationMixed | undefined; resource: string | URL | undefined },
  ): Promise<boolean> {
    const provider = this.#provider
    const tokens = boundTo(await provider.tokens(), server.issuer)
    const refreshToken = tokens?.refresh_token
    if (!refreshToken) return false
    if (tokens.issuer === undefined || tokens.issuer === null) console.warn(unboundTokens)
    try {
      const newTokens = await refreshAuthorization(server.url, {
        metadata: server.metadata,
        clientInformation,
        refreshToken,
        resource,
        addClientAuthentication: provider.addClientAuthentication,
        fetchFn: this.#fetchFn,
      })
      await this.#bind(stored, server)
      await provider.saveTokens({ ...newTokens, issuer: server.issuer })
      return true
    } catch (error) {
      // A refusal has a cause that the caller can remove. Where the server failed, the person starts anew.
      if (error instanceof OAuthError && !(error instanceof ServerError)) throw error
      return false
    }
  }

  async #redirect(
    { url, metadata }: FoundServer,
    clientInformation: OAuthClientInformationMixed,
    request: { scope: string | undefined; resource: string | URL | undefined; redirectUrl: string | URL },
  ): Promise<void> {
    const provider = this.#provider
    const state = provider.state ? await provider.state() : undefined
    const { redirectUrl, scope, resource } = request
    const { authorizationUrl, codeVerifier } = await startAuthorization(url, {
      clientInformation,
      redirectUrl,
      ...defined({ metadata, state, scope, resource }),
    })
    await provider.saveCodeVerifier(codeVerifier)
    await provider.redirectToAuthorization(authorizationUrl)
  }

  /** Binds a client that was stored without an issuer to the first authorization server that accepts it. */
  async #bind(stored: OAuthClientInformationMixed | undefined, { issuer }: FoundServer): Promise<void> {
    const isUnbound = stored && (stored.issuer === undefined || stored.issuer === null)
    if (!isUnbound) return
    try {
      await this.#provider.saveClientInformation?.({ ...stored, issuer })
    } catch {
      // A provider that expects this only after a registration goes on without.
    }
  }
}

const unboundTokens =
  "[mcp-sdk] stored OAuth tokens have no 'issuer' property (saved by an earlier version, or by a provider that " +
  'does not keep it) and are used as-is; make sure your OAuthClientProvider stores what saveTokens() and ' +
  'saveClientInformation() receive unchanged.'

/** The members that are not undefined. */
function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
