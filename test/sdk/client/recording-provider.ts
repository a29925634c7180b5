import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'

/** A provider in memory that says what it was called with. */
export interface RecordingProvider extends OAuthClientProvider {
  readonly calls: [string, ...unknown[]][]
  /** What is stored. */
  readonly stored: { client?: object; tokens?: object; verifier?: string; discovery?: object }
}

type Overrides = Partial<OAuthClientProvider> & { stored?: RecordingProvider['stored'] }

/** Creates a provider; a member given as undefined is left out. */
export function createProvider({ stored = {}, ...overrides }: Overrides = {}): RecordingProvider {
  const calls: [string, ...unknown[]][] = []
  const record =
    <A extends unknown[], R>(name: string, run: (...args: A) => R) =>
    (...args: A): R => {
      calls.push([name, ...args.map((arg) => (arg instanceof URL ? 'URL' : arg))])
      return run(...args)
    }
  const provider = {
    calls,
    stored,
    redirectUrl: 'http://localhost:1/callback',
    clientMetadata: { client_name: 'tester', redirect_uris: ['http://localhost:1/callback'] },
    clientInformation: record('clientInformation', () => stored.client),
    saveClientInformation: record('saveClientInformation', (client: object) => {
      stored.client = client
    }),
    tokens: record('tokens', () => stored.tokens),
    saveTokens: record('saveTokens', (tokens: object) => {
      stored.tokens = tokens
    }),
    redirectToAuthorization: record('redirectToAuthorization', (_url: URL) => {}),
    saveCodeVerifier: (verifier: string) => {
      calls.push(['saveCodeVerifier', typeof verifier])
      stored.verifier = verifier
    },
    codeVerifier: record('codeVerifier', () => stored.verifier ?? 'verifier'),
    invalidateCredentials: record('invalidateCredentials', (scope: string) => {
      if (scope === 'all') delete stored.client
      delete stored.tokens
    }),
    ...overrides,
  }
  for (const [name, value] of Object.entries(provider)) {
    if (value === undefined) Reflect.deleteProperty(provider, name)
  }
  return provider as unknown as RecordingProvider
}
