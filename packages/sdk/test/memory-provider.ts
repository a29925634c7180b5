import type { OAuthClientProvider } from '../src/oauth/provider.js'
import type { OAuthClientInformationMixed, OAuthClientMetadata, OAuthTokens } from '../src/shared/auth.js'

/** Keeps what the flow of a client brings, and where the browser was sent. */
export class MemoryProvider implements OAuthClientProvider {
  redirectUrl: string | undefined = 'https://app.example/back'
  clientMetadata: OAuthClientMetadata = { redirect_uris: ['https://app.example/back'], client_name: 'app' }
  client: OAuthClientInformationMixed | undefined
  stored: OAuthTokens | undefined
  verifier = 'the-verifier'
  readonly redirects: URL[] = []
  readonly invalidated: string[] = []

  constructor(given: { readonly client?: OAuthClientInformationMixed; readonly tokens?: OAuthTokens } = {}) {
    this.client = given.client
    this.stored = given.tokens
  }

  clientInformation() {
    return this.client
  }

  saveClientInformation(client: OAuthClientInformationMixed) {
    this.client = client
  }

  tokens() {
    return this.stored
  }

  saveTokens(tokens: OAuthTokens) {
    this.stored = tokens
  }

  redirectToAuthorization(url: URL) {
    this.redirects.push(url)
  }

  saveCodeVerifier(verifier: string) {
    this.verifier = verifier
  }

  codeVerifier() {
    return this.verifier
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') {
    this.invalidated.push(scope)
    if (scope === 'all') this.client = undefined
    if (scope === 'all' || scope === 'tokens') this.stored = undefined
  }
}
