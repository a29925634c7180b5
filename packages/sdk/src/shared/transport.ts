import { parseUrl } from '#core/http'
import type { JSONRPCMessage, MessageExtraInfo, RequestId } from '../types.js'

/** `fetch`, or a function in its place. */
export type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Returns headers as a record, from any form that `fetch` takes. */
export function normalizeHeaders(headers: HeadersInit | undefined): Record<string, string> {
  if (headers === undefined || headers === null) return {}
  if (headers instanceof Headers || Array.isArray(headers)) return Object.fromEntries(headers)
  return { ...(headers as Record<string, string>) }
}

/** Returns a `fetch` that adds options to each call. Those of a call win, header by header. */
export function createFetchWithInit(baseFetch: FetchLike = fetch, baseInit?: RequestInit): FetchLike {
  if (baseInit === undefined) return baseFetch
  return async (url, init) => {
    const headers = init?.headers
      ? { ...normalizeHeaders(baseInit.headers), ...normalizeHeaders(init.headers) }
      : undefined
    return baseFetch(url, { ...baseInit, ...init, ...(headers ? { headers } : baseHeaders(baseInit)) })
  }
}

function baseHeaders({ headers }: RequestInit): RequestInit {
  return headers === undefined ? {} : { headers }
}

/** Whether a URL is on the same host, with the same scheme and port. From http to https, with the ports of both, counts as the same. */
export function isWithinOrigin(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:'
  return isUpgrade && from.hostname === to.hostname && from.port === '' && to.port === ''
}

const mostRedirects = 5
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Follows a redirect if it stays within the origin and repeats the request as it was. Undefined if the response is to be used
 * as it is.
 */
export function followWithinOrigin(
  baseFetch: FetchLike,
  url: string | URL,
  init: RequestInit | undefined,
  response: Response,
  followed = 0,
): Promise<Response> | undefined {
  const target = targetOf(response, url)
  if (target === undefined || followed >= mostRedirects) return undefined
  const keepsMethod = response.status === 307 || response.status === 308
  if (!keepsMethod && (init?.method ?? 'GET').toUpperCase() !== 'GET') return undefined
  const from = new URL(url)
  if (!isWithinOrigin(from, target) || namesOtherUser(from, target)) return undefined
  const follow = async (): Promise<Response> => {
    await response.body?.cancel().catch(() => undefined)
    const next = await baseFetch(target, { ...init, redirect: 'manual' })
    return followWithinOrigin(baseFetch, target, init, next, followed + 1) ?? next
  }
  return follow()
}

/** A redirect must not make the client send a name and a password. */
function namesOtherUser(from: URL, { username, password }: URL): boolean {
  const isNamed = username !== '' || password !== ''
  return isNamed && (username !== from.username || password !== from.password)
}

const followsItself = new WeakSet<FetchLike>()

/** Returns a `fetch` that follows redirects only within the origin of a request. Another redirect is returned as the response. */
export function fetchWithinOrigin(baseFetch: FetchLike = fetch): FetchLike {
  if (followsItself.has(baseFetch)) return baseFetch
  const within: FetchLike = async (url, init) => {
    if (init?.redirect !== undefined && init.redirect !== 'follow') return baseFetch(url, init)
    const response = await baseFetch(url, { ...init, redirect: 'manual' })
    return followWithinOrigin(baseFetch, url, init, response) ?? response
  }
  followsItself.add(within)
  return within
}

/** Returns a `fetch` that `fetchWithinOrigin` leaves as it is, so that it follows redirects in its own way. */
export function fetchLeavingRedirects(baseFetch: FetchLike = fetch): FetchLike {
  const leaving: FetchLike = (url, init) => baseFetch(url, init)
  followsItself.add(leaving)
  return leaving
}

/** A sentence about a redirect that was not followed, without what its target may keep secret. Undefined for other responses. */
export function unfollowedRedirect(response: Response, requestUrl: string | URL): string | undefined {
  if (response.type === 'opaqueredirect')
    return 'Redirect not followed: this runtime does not expose the redirect target'
  const from = response.url || requestUrl
  const target = targetOf(response, from)
  if (target === undefined) return undefined
  for (const secret of ['username', 'password', 'search', 'hash'] as const) target[secret] = ''
  if (target.protocol !== 'http:' || new URL(from).protocol !== 'https:')
    return `Redirect to ${target.href} not followed`
  target.protocol = 'https:'
  return `Redirect to plain http not followed; try ${target.href} instead`
}

function targetOf(response: Response, base: string | URL): URL | undefined {
  // A `fetch` of a program may return less than a response for other statuses.
  const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null
  return location !== null ? parseUrl(location, base) : undefined
}

/** Options of a message. */
export type TransportSendOptions = {
  /** The request that a message belongs to. */
  relatedRequestId?: RequestId | undefined
  /** Where to go on with a request that broke off. */
  resumptionToken?: string | undefined
  /** Called with each place where the request could go on. */
  onresumptiontoken?: ((token: string) => void) | undefined
}

/** Carries messages between a client and a server. */
export interface Transport {
  /** Opens the connection. The client, the server or the protocol calls it, after the callbacks are set. */
  start(): Promise<void>
  /** Sends a message. */
  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void>
  /** Closes the connection; `onclose` is called then too. */
  close(): Promise<void>
  onclose?: (() => void) | undefined
  /** Called with what went wrong beside a message. The connection may live on. */
  onerror?: ((error: Error) => void) | undefined
  /** Called with each message that arrives. */
  onmessage?: (<T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void) | undefined
  sessionId?: string | undefined
  /** Called with the revision when it is known. */
  setProtocolVersion?: ((version: string) => void) | undefined
}
