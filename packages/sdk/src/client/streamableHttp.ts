import { HttpClientTransport } from '../http-client/http-client-transport.js'
import { dropBody, messageLimits, readJson, readText } from '../http-client/read-body.js'
import { readStream } from '../http-client/read-stream.js'
import { Reconnection } from '../http-client/reconnection.js'
import {
  defaultReconnectionOptions,
  type SendAttempt,
  type StartSSEOptions,
  type StreamableHTTPClientTransportOptions,
  StreamableHTTPError,
  type StreamableHTTPReconnectionOptions,
  type StreamOptions,
} from '../http-client/streamable-http-options.js'
import { hasRequest, isResponse, toMessage } from '../http-client/to-message.js'
import { ModernRoute, speakModern } from '../modern-client/modern-route.js'
import { extractWWWAuthenticateParams } from '../oauth/challenge.js'
import { mediaTypeEssence } from '../shared/mediaType.js'
import type { Transport } from '../shared/transport.js'
import { isInitializedNotification, isJSONRPCRequest, type JSONRPCMessage } from '../types.js'

export {
  type StartSSEOptions,
  type StreamableHTTPClientTransportOptions,
  StreamableHTTPError,
  type StreamableHTTPReconnectionOptions,
}

/**
 * The client's side of Streamable HTTP: sends each message with a POST, and reads answers and other messages of the server from the
 * replies and from the stream of a GET. A stream that breaks before the response is opened again where it broke off. Members that
 * begin with `_` are reached by programs, so their names stay.
 *
 * spec: basic/transports/streamable-http
 */
export class StreamableHTTPClientTransport extends HttpClientTransport implements Transport {
  private _sessionId: string | undefined
  private _reconnectionOptions: StreamableHTTPReconnectionOptions
  private _serverRetryMs: number | undefined
  /** The server refused tokens that it had just given, and nothing has succeeded since. */
  private _hasCompletedAuthFlow = false
  /** The challenge that the server repeated although it got the scopes, while nothing has succeeded since. */
  private _lastUpscopingHeader: string | null | undefined
  readonly #reconnection: Reconnection<StreamOptions>
  /** For a server that speaks only 2026-07-28. */
  #modern: ModernRoute | undefined

  constructor(url: URL, opts?: StreamableHTTPClientTransportOptions) {
    super(url, opts)
    this._sessionId = opts?.sessionId
    this._reconnectionOptions = opts?.reconnectionOptions ?? defaultReconnectionOptions
    this.#reconnection = new Reconnection({
      maxRetries: () => this._reconnectionOptions.maxRetries,
      delayMs: (attempt) => this._getNextReconnectionDelay(attempt),
      open: (stream) => this._startOrAuthSse(stream),
      onError: (error) => this.onerror?.(error),
    })
  }

  /** The session that the server made, or that was given. */
  get sessionId(): string | undefined {
    return this._sessionId
  }

  /** The revision that requests name. */
  get protocolVersion(): string | undefined {
    return this._protocolVersion
  }

  /** Makes the transport ready. Nothing is sent. `Client.connect` calls it. */
  async start(): Promise<void> {
    if (this._abortController) {
      throw new Error(
        'StreamableHTTPClientTransport already started! If using Client class, note that connect() calls start() automatically.',
      )
    }
    this._abortController = new AbortController()
  }

  /** Ends every request and stream. The session lives on: see `terminateSession`. */
  async close(): Promise<void> {
    this.#reconnection.stop()
    await this.#modern?.close().catch(() => {})
    this._abortController?.abort()
    this.onclose?.()
  }

  /**
   * Sends messages; with `resumptionToken`, opens the stream of an earlier request again instead. Rejects with `StreamableHTTPError`,
   * `UnauthorizedError`, or the error of `fetch`.
   */
  async send(
    message: JSONRPCMessage | JSONRPCMessage[],
    options?: { resumptionToken?: string; onresumptiontoken?: (token: string) => void },
  ): Promise<void> {
    if (this.#modern !== undefined && !Array.isArray(message)) return this.#modern.send(message)
    const { resumptionToken, onresumptiontoken } = options ?? {}
    if (!resumptionToken) return this._reporting(() => this.#send(message, { onresumptiontoken }))
    const resumed = isJSONRPCRequest(message) ? { replayMessageId: message.id } : {}
    const stream = { resumptionToken, ...resumed, ...(onresumptiontoken && { onresumptiontoken }) }
    this._startOrAuthSse(stream).catch((error) => this.onerror?.(error))
  }

  /** Ends the session with a DELETE. A server that does not allow that (405) keeps it. */
  async terminateSession(): Promise<void> {
    if (!this._sessionId) return
    await this._reporting(async () => {
      const headers = await this._commonHeaders()
      const signal = this._abortController?.signal ?? null
      const response = await this._request(this._url, { ...this._requestInit, method: 'DELETE', headers, signal })
      await dropBody(response)
      if (!response.ok && response.status !== 405) {
        throw this.#error(response, 'Failed to terminate session', response.statusText)
      }
      this._sessionId = undefined
    })
  }

  /** Opens a stream again after the event `lastEventId`. */
  async resumeStream(lastEventId: string, options?: { onresumptiontoken?: (token: string) => void }): Promise<void> {
    await this._startOrAuthSse({ resumptionToken: lastEventId, ...options })
  }

  /** @internal */
  [speakModern](): void {
    this.#modern = new ModernRoute({
      target: this._url,
      fetch: (url, init) => this.#fetchModern(new URL(String(url)), init),
      deliver: (message) => this.onmessage?.(message),
      onError: (error) => this.onerror?.(error),
    })
  }

  /** Sends a request of 2026-07-28 with the headers, the options and the authorization of this transport. */
  async #fetchModern(url: URL, init: RequestInit | undefined, attempt: SendAttempt = {}): Promise<Response> {
    const response = await this._requestWithHeaders(url, init)
    if ((response.status !== 401 && response.status !== 403) || !this._authProvider) return response
    return this.#fetchModern(url, init, await this.#refused(response, attempt))
  }

  protected override _ownHeaders(): Record<string, string> {
    return this._sessionId ? { 'mcp-session-id': this._sessionId } : {}
  }

  async #send(message: JSONRPCMessage | JSONRPCMessage[], attempt: SendAttempt): Promise<void> {
    const headers = await this._commonHeaders()
    headers.set('content-type', 'application/json')
    headers.set('accept', 'application/json, text/event-stream')
    const response = await this._post(this._url, headers, message)
    this._sessionId = response.headers.get('mcp-session-id') || this._sessionId
    if (!response.ok) {
      const next = await this.#refused(response, attempt)
      return this.#send(message, next)
    }
    this._hasCompletedAuthFlow = false
    this._lastUpscopingHeader = undefined
    if (response.status === 202) {
      await dropBody(response)
      if (isInitializedNotification(message)) {
        this._startOrAuthSse({ isStandalone: true }).catch((error) => this.onerror?.(error))
      }
      return
    }
    if (hasRequest(message)) await this.#receive(response, attempt)
    else await dropBody(response)
  }

  /** Does what a refusal asks for. Returns how to send again, or throws. */
  async #refused(response: Response, attempt: SendAttempt): Promise<SendAttempt> {
    const text = await readText(response, messageLimits).catch(() => null)
    const { status } = response
    if (status === 401 && this._authProvider) {
      this._hasCompletedAuthFlow ||= attempt.isReauthorized === true
      if (this._hasCompletedAuthFlow) {
        throw new StreamableHTTPError(401, 'Server returned 401 after successful authentication')
      }
      this._readChallenge(response)
      await this._authorizeNow(this._fetchWithInit)
      return { ...attempt, isReauthorized: true }
    }
    if (status === 403 && this._authProvider) {
      const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response)
      if (error === 'insufficient_scope') {
        const challenge = response.headers.get('WWW-Authenticate')
        if (attempt.upscopedFor === challenge) this._lastUpscopingHeader = challenge
        if (this._lastUpscopingHeader === challenge) {
          throw new StreamableHTTPError(403, 'Server returned 403 after trying upscoping')
        }
        if (scope) this._scope = scope
        if (resourceMetadataUrl) this._resourceMetadataUrl = resourceMetadataUrl
        await this._authorizeNow(this._fetch)
        return { ...attempt, upscopedFor: challenge }
      }
    }
    throw this.#error(response, 'Error POSTing to endpoint', text)
  }

  /** Delivers the reply to a request. A stream is read on after this has settled. */
  async #receive(response: Response, { onresumptiontoken }: SendAttempt): Promise<void> {
    const contentType = response.headers.get('content-type')
    const mediaType = mediaTypeEssence(contentType)
    if (mediaType === 'text/event-stream') {
      void this.#read(response.body, { ...(onresumptiontoken && { onresumptiontoken }) }, false)
    } else if (mediaType === 'application/json') {
      const data = await readJson(response, messageLimits)
      const messages = Array.isArray(data) ? data.map(toMessage) : [toMessage(data)]
      for (const message of messages) this.onmessage?.(message)
    } else {
      await dropBody(response)
      throw new StreamableHTTPError(-1, `Unexpected content type: ${contentType}`)
    }
  }

  /** Opens a stream with a GET. A server that has none (405) is no error. */
  private async _startOrAuthSse(stream: StreamOptions, isReauthorized = false): Promise<void> {
    await this._reporting(async () => {
      const headers = await this._commonHeaders()
      headers.set('Accept', 'text/event-stream')
      if (stream.resumptionToken) headers.set('last-event-id', stream.resumptionToken)
      const signal = this._abortController?.signal ?? null
      const response = await this._request(this._url, { method: 'GET', headers, signal })
      if (response.ok) {
        void this.#read(response.body, stream, true)
        return
      }
      await dropBody(response)
      if (response.status === 401 && this._authProvider && !isReauthorized) {
        await this._reporting(() => this._authorizeNow(this._fetchWithInit))
        return this._startOrAuthSse(stream, true)
      }
      if (response.status === 405) return
      throw this.#error(response, 'Failed to open SSE stream', response.statusText)
    })
  }

  /** Reads a stream to its end, and opens it again where that has a point. Never rejects. */
  async #read(body: ReadableStream<Uint8Array> | null, stream: StreamOptions, isResumable: boolean): Promise<void> {
    if (!body) return
    let { resumptionToken } = stream
    let canResume = isResumable
    let isAnswered = false
    try {
      await readStream(body, {
        onId: (id) => {
          resumptionToken = id
          canResume = true
          stream.onresumptiontoken?.(id)
        },
        onRetry: (ms) => {
          this._serverRetryMs = ms
        },
        onMessage: (message) => {
          if (!stream.isStandalone && isResponse(message)) {
            isAnswered = true
            if (stream.replayMessageId !== undefined) message.id = stream.replayMessageId
          }
          this.onmessage?.(message)
        },
        onError: (error) => this.onerror?.(error),
      })
    } catch (error) {
      this.onerror?.(new Error(`SSE stream disconnected: ${error}`))
    }
    const isOpen = this._abortController && !this._abortController.signal.aborted
    if (!canResume || isAnswered || !isOpen) return
    const { resumptionToken: _, ...rest } = stream
    this._scheduleReconnection({ ...rest, ...(resumptionToken !== undefined && { resumptionToken }) })
  }

  private _scheduleReconnection(stream: StreamOptions, attempt = 0): void {
    this.#reconnection.schedule(stream, attempt)
  }

  /** The time before an attempt: as the server asked for, else longer with each. */
  private _getNextReconnectionDelay(attempt: number): number {
    const { initialReconnectionDelay, reconnectionDelayGrowFactor, maxReconnectionDelay } = this._reconnectionOptions
    const ms = Math.min(initialReconnectionDelay * reconnectionDelayGrowFactor ** attempt, maxReconnectionDelay)
    return this._serverRetryMs ?? ms
  }

  #error(response: Response, what: string, text: string | null): StreamableHTTPError {
    const problem = this._unfollowedRedirect(response, this._url) ?? text
    return new StreamableHTTPError(response.status, `${what}: ${problem}`)
  }
}
