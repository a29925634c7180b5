import type { OAuthDiscoveryState } from 'mcp-sdk-current/client/auth.js'
import type { OAuthClientInformationMixed, OAuthClientMetadata, OAuthTokens } from 'mcp-sdk-current/shared/auth.js'
import { listen } from '../interop/http/servers/listen.js'
import type { Person } from './person.js'

/** What both major versions of the official SDK want from an application that has a person. Whoever opens it closes it. */
export interface SdkOAuth {
  readonly redirectUrl: string
  readonly clientMetadata: OAuthClientMetadata
  clientInformation(): OAuthClientInformationMixed | undefined
  saveClientInformation(information: OAuthClientInformationMixed): void
  tokens(): OAuthTokens | undefined
  saveTokens(tokens: OAuthTokens): void
  redirectToAuthorization(url: URL): Promise<void>
  saveDiscoveryState(state: OAuthDiscoveryState): void
  discoveryState(): OAuthDiscoveryState | undefined
  saveCodeVerifier(verifier: string): void
  codeVerifier(): string
  /** The query that the person came back with last. */
  readonly arrived: () => URLSearchParams
  readonly close: () => Promise<void>
}

/**
 * Registered beforehand: the SDK registers for the scopes of the first request, and few authorization servers let a client have
 * more later.
 */
export const desktop = {
  client_id: 'desktop',
  client_name: 'Official',
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['http://127.0.0.1/callback'],
} as const

/** Opens one for a person, as the client `desktop`. */
export async function openSdkOAuth(person: Person, issuer: string): Promise<SdkOAuth> {
  let arrived = new URLSearchParams()
  let information: OAuthClientInformationMixed = { client_id: desktop.client_id, issuer }
  let tokens: OAuthTokens | undefined
  let state: OAuthDiscoveryState | undefined
  let verifier = ''
  const { origin, close } = await listen((request, response) => {
    arrived = new URL(request.url ?? '', origin).searchParams
    response.end('Back again')
  })
  const redirectUrl = `${origin}/callback`
  return {
    redirectUrl,
    clientMetadata: { client_name: desktop.client_name, redirect_uris: [redirectUrl] },
    clientInformation: () => information,
    saveClientInformation(given) {
      information = given
    },
    tokens: () => tokens,
    saveTokens(given) {
      tokens = given
    },
    redirectToAuthorization: (url) => person.open(url.href),
    saveDiscoveryState(given) {
      state = given
    },
    discoveryState: () => state,
    saveCodeVerifier(given) {
      verifier = given
    },
    codeVerifier: () => verifier,
    arrived: () => arrived,
    close,
  }
}
