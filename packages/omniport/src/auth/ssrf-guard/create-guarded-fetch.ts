import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import { chunksOf } from '../../async/streams/chunks-of.js'
import { readBytes } from '../../async/streams/read-bytes.js'
import { waitFor } from '../../async/waiting/wait-for.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { parseUrl } from '../../values/text/parse-url.js'
import { AddressRefusal } from './address-refusal.js'
import { assertPeerUrl } from './assert-peer-url.js'
import { formatHost } from './format-host.js'
import type { GuardOptions } from './guard-options.js'
import { toOmniportError } from './to-omniport-error.js'

/**
 * Creates a `fetch` for addresses that peers name, over `send`. Each is checked before anything is sent; redirects of GET and
 * HEAD are followed within their origin, at most 5; a reply is returned once it is complete. `send` checks the addresses that
 * it connects to.
 *
 * It rejects with OmniportError `unreachable`, `timeout`, `limit` or `invalid_result`, or with the reason of the signal.
 *
 * spec: security_best_practices#server-side-request-forgery-ssrf
 */
export function createGuardedFetch(send: typeof fetch, options: GuardOptions = {}): typeof fetch {
  const guard: Guard = {
    ...options,
    send,
    timeoutMs: positive('timeoutMs', options.timeoutMs ?? 10_000),
    maxBytes: positive('maxBytes', options.maxBytes ?? 1_048_576),
    runtime: options.runtime ?? defaultRuntime,
  }
  return async (input, init = {}) => {
    const given = typeof input === 'string' || input instanceof URL ? undefined : input
    const url = assertPeerUrl(given?.url ?? String(input), guard)
    const redirect = init.redirect ?? given?.redirect ?? 'follow'
    const request = new Request(input, { ...init, redirect: 'manual', signal: null })
    const run = (signal: AbortSignal) => sendFollowingRedirects({ request, url, redirect, signal }, guard)
    return withTimeout(init.signal ?? given?.signal, { run, url }, guard)
  }
}

interface Guard extends GuardOptions {
  readonly send: typeof fetch
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly runtime: Runtime
}

function positive(name: string, value: number): number {
  if (!(value > 0)) throw new TypeError(`${name} of a guarded fetch must be a positive number, got ${value}`)
  return value
}

interface GuardedRequest {
  readonly request: Request
  readonly url: URL
  readonly redirect: RequestRedirect
  readonly signal: AbortSignal
}

/** Runs it until the timeout or an abort, even if it ignores its signal. */
async function withTimeout(
  outer: AbortSignal | undefined,
  { run, url }: { readonly run: (signal: AbortSignal) => Promise<Response>; readonly url: URL },
  { runtime, timeoutMs }: Guard,
): Promise<Response> {
  const abort = new LinkedAbortController(outer)
  const { signal } = abort
  const stop = runtime.after(timeoutMs, () => {
    abort.abort(new OmniportError('timeout', `${formatHost(url)} did not answer within ${timeoutMs} ms`))
  })
  try {
    signal.throwIfAborted()
    return await waitFor(run(signal), { signal })
  } catch (reason) {
    throw signal.aborted ? signal.reason : toOmniportError(reason, url)
  } finally {
    stop()
    abort.unlink()
  }
}

async function sendFollowingRedirects(
  { request, url, redirect, signal }: GuardedRequest,
  guard: Guard,
): Promise<Response> {
  const { method, headers } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const init: RequestInit = { method, headers, redirect: 'manual', signal }
  if (hasBody) init.body = await request.arrayBuffer()
  let here = url
  for (let left = maxRedirects; ; left -= 1) {
    const reply = await guard.send(here.href, init)
    const target = await targetOf(reply, { url: here, method, left, redirect }, guard)
    if (target === undefined) return readWholeResponse(reply, here, guard)
    signal.throwIfAborted()
    here = target
  }
}

/** Returns the target of a redirect; undefined if the reply is to be read. The body of a redirect is never read. */
async function targetOf(reply: Response, from: RedirectContext, guard: Guard): Promise<URL | undefined> {
  if (from.redirect === 'manual') return undefined
  let isRead = false
  try {
    const target = redirectTarget(reply, from)
    isRead = target === undefined
    return target && assertPeerUrl(target, guard)
  } finally {
    // Otherwise the peer could hold the connection open.
    if (!isRead) await reply.body?.cancel()
  }
}

const maxRedirects = 5

/** Reads the whole body, and returns a `Response` of this platform. */
async function readWholeResponse(reply: Response, url: URL, { maxBytes }: Guard): Promise<Response> {
  const { status, headers } = reply
  if (status < 200 || status > 599) {
    await reply.body?.cancel()
    throw new OmniportError('invalid_result', `${formatHost(url)} answered with HTTP status ${status}`, { status })
  }
  const bytes = reply.body === null ? undefined : await readBytes(chunksOf(reply.body.getReader()), maxBytes)
  const isNull = bytes === undefined || nullBodyStatus.has(status)
  const response = new Response(isNull ? null : (bytes as BodyInit), { status, headers: [...headers] })
  return Object.defineProperty(response, 'url', { value: url.href })
}

/** A `Response` with these must not have a body. */
const nullBodyStatus = new Set([204, 205, 304])

export interface RedirectContext {
  readonly url: URL
  readonly method: string
  readonly redirect: RequestRedirect
  /** The number of redirects left. */
  readonly left: number
}

/**
 * Returns the target of a redirect within its origin; undefined if the reply is not a redirect.
 *
 * @throws OmniportError `unreachable` for a forbidden redirect, `limit` for one too many.
 */
function redirectTarget(
  reply: Pick<Response, 'status' | 'headers' | 'type'>,
  { url, method, redirect, left }: RedirectContext,
): URL | undefined {
  const host = formatHost(url)
  if (reply.type === 'opaqueredirect') throw new AddressRefusal(`${host} redirects to where this platform does not say`)
  const location = redirects.has(reply.status) ? reply.headers.get('location') : null
  if (location === null) return undefined
  if (redirect === 'error') throw new AddressRefusal(`${host} redirects`)
  if (method !== 'GET' && method !== 'HEAD') throw new AddressRefusal(`${host} redirects a ${method.slice(0, 32)}`)
  if (left === 0) throw new OmniportError('limit', `${host} redirects more often than is followed`)
  const target = parseUrl(location, url)
  if (target?.origin !== url.origin) throw new AddressRefusal(`${host} redirects to another origin`)
  return target
}

const redirects = new Set([301, 302, 303, 307, 308])
