import { auth, extractWWWAuthenticateParams, type OAuthClientProvider, UnauthorizedError } from '../client/auth.js'
import {
  createFetchWithInit,
  type FetchLike,
  fetchLeavingRedirects,
  fetchWithinOrigin,
  normalizeHeaders,
  unfollowedRedirect,
} from '../shared/transport.js'
import type { JSONRPCMessage } from '../types.js'

/** Options that both HTTP transports of a client have. */
export interface HttpClientTransportOptions {
  /**
   * Authorizes the client. Its tokens are sent with every request. When the server refuses them, they are refreshed; when a person
   * is needed, the request rejects with `UnauthorizedError` after `redirectToAuthorization`, and `finishAuth` takes the code.
   */
  authProvider?: OAuthClientProvider
  /** Options of every request that carries messages; its headers are those of every request. */
  requestInit?: RequestInit
  /** Sends every request. Default: the global `fetch`. */
  fetch?: FetchLike
  /**
   * `same-origin` (default): a redirect is followed if it keeps the method and stays within the origin of the request, or leads from
   * http to https on the same host with default ports; any other fails the request. `follow`: redirects are left to `fetch`.
   *
   * `redirect` of `requestInit` set to `error` or `manual` holds for requests that carry messages.
   */
  redirectPolicy?: 'same-origin' | 'follow'
}

/** A transport that sends over HTTP: headers, redirects and authorization. Programs reach for the protected members by name. */
export abstract class HttpClientTransport {
  protected _abortController?: AbortController
  protected _url: URL
  protected _resourceMetadataUrl: URL | undefined
  protected _scope: string | undefined
  protected _requestInit: RequestInit | undefined
  protected _authProvider: OAuthClientProvider | undefined
  protected _fetch: FetchLike | undefined
  protected _fetchWithInit: FetchLike
  protected _followRedirects: boolean
  protected _protocolVersion?: string

  /** Called once when the transport is closed. */
  onclose?: () => void
  /** Called with every error, those that a method rejects with included. */
  onerror?: (error: Error) => void
  /** Called with every message of the server. */
  onmessage?: (message: JSONRPCMessage) => void

  constructor(url: URL, options: HttpClientTransportOptions = {}) {
    this._url = url
    this._requestInit = options.requestInit
    this._authProvider = options.authProvider
    this._fetch = options.fetch
    this._fetchWithInit = createFetchWithInit(options.fetch, options.requestInit)
    this._followRedirects = options.redirectPolicy === 'follow'
    if (!this._followRedirects) return
    this._fetch = fetchLeavingRedirects(this._fetch)
    this._fetchWithInit = fetchLeavingRedirects(this._fetchWithInit)
  }

  /**
   * Exchanges the code that the browser brought back for tokens. Connect again afterwards. Rejects with `UnauthorizedError` when
   * there is no provider, or no tokens.
   */
  async finishAuth(authorizationCode: string): Promise<void> {
    const result = await this._authorize(this._fetchWithInit, authorizationCode)
    if (result !== 'AUTHORIZED') throw new UnauthorizedError('Failed to authorize')
  }

  /** Sets the revision that every request names from now on. */
  setProtocolVersion(version: string): void {
    this._protocolVersion = version
  }

  protected async _commonHeaders(): Promise<Headers> {
    const tokens = await this._authProvider?.tokens()
    const headers: Record<string, string> = {
      ...(tokens && { Authorization: `Bearer ${tokens.access_token}` }),
      ...this._ownHeaders(),
      ...(this._protocolVersion && { 'mcp-protocol-version': this._protocolVersion }),
    }
    return new Headers({ ...headers, ...normalizeHeaders(this._requestInit?.headers) })
  }

  protected _ownHeaders(): Record<string, string> {
    return {}
  }

  /** Sends a request. */
  protected _request(url: string | URL, init: RequestInit): Promise<Response> {
    return fetchWithinOrigin(this._fetch ?? fetch)(url, init)
  }

  /** Sends a request with another `fetch`. */
  protected _requestWith(send: FetchLike, url: string | URL, init: RequestInit): Promise<Response> {
    return (this._followRedirects ? send : fetchWithinOrigin(send))(url, init)
  }

  /** Sends a request that has headers of its own beside those of every request. */
  protected async _requestWithHeaders(url: URL, init: RequestInit | undefined): Promise<Response> {
    const headers = await this._commonHeaders()
    for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
    return this._request(url, { ...this._requestInit, ...init, headers })
  }

  /** Sends messages. */
  protected _post(url: URL, headers: Headers, message: JSONRPCMessage | JSONRPCMessage[]): Promise<Response> {
    const signal = this._abortController?.signal
    const init = {
      ...this._requestInit,
      method: 'POST',
      headers,
      body: JSON.stringify(message),
      signal: signal ?? null,
    }
    return this._request(url, init)
  }

  /** Remembers what a challenge says of where to authorize. */
  protected _readChallenge(response: Response): void {
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
    this._resourceMetadataUrl = resourceMetadataUrl
    this._scope = scope
  }

  /** Runs the authorization flow. Rejects with `UnauthorizedError` without a provider. */
  protected async _authorize(
    fetchFn: FetchLike | undefined,
    authorizationCode?: string,
  ): Promise<'AUTHORIZED' | 'REDIRECT'> {
    if (!this._authProvider) throw new UnauthorizedError('No auth provider')
    return auth(this._authProvider, {
      serverUrl: this._url,
      ...(authorizationCode !== undefined && { authorizationCode }),
      ...(this._resourceMetadataUrl && { resourceMetadataUrl: this._resourceMetadataUrl }),
      ...(this._scope !== undefined && { scope: this._scope }),
      ...(fetchFn && { fetchFn }),
    })
  }

  /** As `_authorize`, for a request that goes on with the tokens. Rejects with `UnauthorizedError` when a person is needed. */
  protected async _authorizeNow(fetchFn: FetchLike | undefined): Promise<void> {
    if ((await this._authorize(fetchFn)) !== 'AUTHORIZED') throw new UnauthorizedError()
  }

  /** The error text for a redirect that was not followed; undefined for any other reply. */
  protected _unfollowedRedirect(response: Response, url: string | URL): string | undefined {
    const text = unfollowedRedirect(response, url)
    return text && !this._followRedirects ? `${text} (redirectPolicy: 'same-origin')` : text
  }

  /** Tells `onerror` of what `run` rejects with. */
  protected async _reporting(run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      this.onerror?.(error as Error)
      throw error
    }
  }
}
