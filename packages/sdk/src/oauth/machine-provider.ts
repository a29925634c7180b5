import type { OAuthClientInformation, OAuthClientMetadata, OAuthTokens } from '../shared/auth.js'
import type { OAuthClientProvider } from './provider.js'

/** What the providers for programs without a person have in common. */
export interface MachineProviderOptions {
  /** The id of the client. */
  clientId: string
  /** The name of the client. */
  clientName?: string
  /** The scopes to ask for, separated by spaces. */
  scope?: string
  /**
   * The issuer of the authorization server that the credentials belong to: `auth` presents them to no other, and rejects when the
   * MCP server names another one. Without it, the MCP server decides who gets the credentials; that is deprecated.
   */
  expectedIssuer?: string
}

/** A provider for the grant `client_credentials`. Tokens are kept in memory. */
export abstract class MachineProvider implements OAuthClientProvider {
  private _tokens: OAuthTokens | undefined
  private _clientInfo: OAuthClientInformation
  private _clientMetadata: OAuthClientMetadata

  constructor(
    { clientId, clientName, scope, expectedIssuer }: MachineProviderOptions,
    own: { readonly method: string; readonly name: string; readonly secret?: string },
  ) {
    const issuer = checkIssuer(expectedIssuer)
    // Absent members are there with undefined: programs compare the whole object.
    this._clientInfo = {
      client_id: clientId,
      ...(own.secret !== undefined && { client_secret: own.secret }),
      issuer,
    } as OAuthClientInformation
    this._clientMetadata = {
      client_name: clientName ?? own.name,
      redirect_uris: [],
      grant_types: ['client_credentials'],
      token_endpoint_auth_method: own.method,
      scope,
    } as OAuthClientMetadata
  }

  get redirectUrl(): undefined {
    return undefined
  }

  get clientMetadata(): OAuthClientMetadata {
    return this._clientMetadata
  }

  clientInformation(): OAuthClientInformation {
    return this._clientInfo
  }

  saveClientInformation(info: OAuthClientInformation): void {
    this._clientInfo = info
  }

  tokens(): OAuthTokens | undefined {
    return this._tokens
  }

  saveTokens(tokens: OAuthTokens): void {
    this._tokens = tokens
  }

  redirectToAuthorization(): void {
    throw new Error('redirectToAuthorization is not used for client_credentials flow')
  }

  saveCodeVerifier(): void {}

  codeVerifier(): string {
    throw new Error('codeVerifier is not used for client_credentials flow')
  }

  prepareTokenRequest(scope?: string): URLSearchParams {
    return new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) })
  }
}

function checkIssuer(expectedIssuer: unknown): unknown {
  if (expectedIssuer === undefined) {
    console.warn(
      '[mcp-sdk] Omitting `expectedIssuer` is deprecated. Without it, the MCP server decides which authorization ' +
        "server receives this client's credentials; pass your authorization server's issuer URL as " +
        '`expectedIssuer` so they are only sent there.',
    )
  } else if (typeof expectedIssuer !== 'string' || !expectedIssuer) {
    throw new Error("expectedIssuer must be the authorization server's issuer URL")
  }
  return expectedIssuer
}
