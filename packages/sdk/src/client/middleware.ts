import { dropBody } from '../http-client/read-body.js'
import type { FetchLike } from '../shared/transport.js'
import { auth, extractWWWAuthenticateParams, type OAuthClientProvider, UnauthorizedError } from './auth.js'

/** Wraps a `fetch` and returns another. */
export type Middleware = (next: FetchLike) => FetchLike

/** Gets one line of the log: a request with its response, or with the error that it ended in and status 0. */
export type RequestLogger = (input: {
  method: string
  url: string | URL
  status: number
  statusText: string
  /** In milliseconds. */
  duration: number
  requestHeaders?: Headers
  responseHeaders?: Headers
  error?: Error
}) => void

/** Options of `withLogging`. */
export type LoggingOptions = {
  /** Default: the console, errors to stderr and the rest to stdout, which a stdio server must not do. */
  logger?: RequestLogger
  /** Default: false. */
  includeRequestHeaders?: boolean
  /** Default: false. */
  includeResponseHeaders?: boolean
  /** The lowest status that is logged; errors always are. Default: 0. */
  statusLevel?: number
}

/**
 * Authorizes requests: adds the token, and after a 401 gets a new one and sends the request again, once. `baseUrl` is the address of
 * the server to authorize with; default: the origin of the request. The HTTP transports do this by themselves.
 *
 * Rejects with `UnauthorizedError` when a person is needed, and when the server refuses the new token.
 */
export const withOAuth =
  (provider: OAuthClientProvider, baseUrl?: string | URL): Middleware =>
  (next) =>
  async (input, init) => {
    const send = async () => {
      const headers = new Headers(init?.headers)
      const tokens = await provider.tokens()
      if (tokens) headers.set('Authorization', `Bearer ${tokens.access_token}`)
      return next(input, { ...init, headers })
    }
    const first = await send()
    if (first.status !== 401) return first
    await dropBody(first)
    const serverUrl = baseUrl || new URL(input).origin
    const second = await reauthorize(first, { provider, serverUrl, fetchFn: next }).then(send).catch(unauthorized)
    if (second.status === 401) throw new UnauthorizedError(`Authentication failed for ${input}`)
    return second
  }

async function reauthorize(
  response: Response,
  { provider, ...options }: { provider: OAuthClientProvider; serverUrl: string | URL; fetchFn: FetchLike },
): Promise<void> {
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
  const result = await auth(provider, {
    ...options,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
    ...(scope !== undefined && { scope }),
  })
  if (result === 'REDIRECT') {
    throw new UnauthorizedError('Authentication requires user authorization - redirect initiated')
  }
}

function unauthorized(error: unknown): never {
  if (error instanceof UnauthorizedError) throw error
  const problem = error instanceof Error ? error.message : String(error)
  throw new UnauthorizedError(`Failed to re-authenticate: ${problem}`)
}

/** Logs requests. */
export const withLogging = (options: LoggingOptions = {}): Middleware => {
  const { includeRequestHeaders = false, includeResponseHeaders = false, statusLevel = 0 } = options
  const log = options.logger ?? consoleLogger({ includeRequestHeaders, includeResponseHeaders })
  return (next) => async (input, init) => {
    const startedAt = performance.now()
    const request = {
      method: init?.method || 'GET',
      url: typeof input === 'string' ? input : input.toString(),
      // Absent members are there with undefined: programs compare the whole object.
      requestHeaders: includeRequestHeaders ? new Headers(init?.headers) : undefined,
    } as { method: string; url: string; requestHeaders: Headers }
    const duration = () => performance.now() - startedAt
    try {
      const response = await next(input, init)
      const { status, statusText } = response
      const responseHeaders = (includeResponseHeaders ? response.headers : undefined) as Headers
      if (status >= statusLevel) log({ ...request, status, statusText, duration: duration(), responseHeaders })
      return response
    } catch (error) {
      log({ ...request, status: 0, statusText: 'Network Error', duration: duration(), error: error as Error })
      throw error
    }
  }
}

/** The lines go to the console: whoever wants another place gives a logger. */
function consoleLogger(include: { includeRequestHeaders: boolean; includeResponseHeaders: boolean }): RequestLogger {
  return ({ method, url, status, statusText, duration, requestHeaders, responseHeaders, error }) => {
    const result = error ? `failed: ${error.message}` : `${status} ${statusText}`
    const lines = [`HTTP ${method} ${url} ${result} (${duration}ms)`]
    if (include.includeRequestHeaders && requestHeaders) lines.push(`Request Headers: {${format(requestHeaders)}}`)
    if (include.includeResponseHeaders && responseHeaders) lines.push(`Response Headers: {${format(responseHeaders)}}`)
    const print = error || status >= 400 ? console.error : console.log
    print(lines.join('\n  '))
  }
}

function format(headers: Headers): string {
  return [...headers].map(([name, value]) => `${name}: ${value}`).join(', ')
}

/** Joins middleware into one; the last one is the outermost. */
export const applyMiddlewares =
  (...middleware: Middleware[]): Middleware =>
  (next) =>
    middleware.reduce((inner, wrap) => wrap(inner), next)

/** Makes middleware of a function that gets the next `fetch` and the request. */
export const createMiddleware =
  (handler: (next: FetchLike, input: string | URL, init?: RequestInit) => Promise<Response>): Middleware =>
  (next) =>
  (input, init) =>
    handler(next, input, init)
