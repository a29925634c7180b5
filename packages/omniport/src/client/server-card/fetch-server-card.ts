import type { GuardOptions, GuardRules } from '../../auth/ssrf-guard/guard-options.js'
import { positiveMilliseconds } from '../../protocol/options/option-checks.js'
import { type ServerCard, serverCardMimeType } from '../../protocol/server-card/server-card.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { constantJson } from '../../values/json/constant-json.js'
import { parseJson } from '../../values/json/text/parse-json.js'
import { mustBe } from '../../values/options/check-options.js'
import { parseUrl } from '../../values/text/parse-url.js'
import { truncate } from '../../values/text/truncate.js'

/** Options of `fetchServerCard`. */
export interface FetchServerCardOptions extends GuardRules {
  readonly signal?: AbortSignal | undefined
  /** The time for all of it. Default: 10 s. */
  readonly timeoutMs?: number | undefined
  /** What an earlier call gave for this address. If the card has not changed, it is not sent again. Default: none. */
  readonly former?: FetchedServerCard | undefined
  /**
   * Sends the request in place of the guarded sender of this library. **The risk**: the addresses that it connects to are not
   * checked, unless it does that. Default: the guarded sender.
   */
  readonly fetch?: typeof fetch | undefined
}

/** A server card, and where it is from. */
export interface FetchedServerCard {
  readonly url: string
  /** Claims of whoever published it: decide nothing about security by them. */
  readonly card: ServerCard
  /** The version of the document, as its server names it. */
  readonly etag?: string | undefined
  /** How long the server lets it be used again, in milliseconds from the request on. */
  readonly maxAgeMs: number
}

/**
 * Fetches the card of a server from its address, which `serverCardUrl(endpoint)` gives for an endpoint; experimental. The address may be
 * a stranger's: only public `https:` addresses are reached, unless options allow more; redirects are followed within the origin; at
 * most 256 KiB are read, in 10 s. Members that are not known are left out, and those that are known are checked.
 *
 * Rejects with OmniportError `unreachable` for an address that is refused or does not answer, `unsupported` where there is no card,
 * `invalid_result` for what is no card, and names the member, `limit`, `timeout`, or with the reason of the signal.
 *
 * spec: experimental-ext-server-card discovery
 */
export async function fetchServerCard(
  url: string | URL,
  options: FetchServerCardOptions = {},
): Promise<FetchedServerCard> {
  const { signal, timeoutMs = 10_000, former, allowLoopback, allowPrivateNetwork } = options
  const address = parseUrl(url)
  if (address === undefined) throw mustBe('fetchServerCard: url', 'the URL of a server card', url)
  positiveMilliseconds('fetchServerCard: timeoutMs', timeoutMs)
  const { href } = address
  const send = options.fetch ?? (await openFetch({ allowLoopback, allowPrivateNetwork, timeoutMs }))
  const known = former?.url === href ? former : undefined
  const response = await send(href, {
    headers: { accept: serverCardMimeType, ...(known?.etag !== undefined && { 'if-none-match': known.etag }) },
    ...(signal !== undefined && { signal }),
  })
  const maxAgeMs = maxAgeOf(response)
  if (response.status === 304 && known !== undefined) return { ...known, maxAgeMs }
  const card = await readCard(response, href)
  const etag = response.headers.get('etag')
  return { url: href, card, maxAgeMs, ...(etag !== null && etag.length <= maxTagLength && { etag }) }
}

/** Few clients read cards, so what takes the risk out of it is loaded when it is needed. */
async function openFetch(options: GuardOptions): Promise<typeof fetch> {
  const { openGuardedFetch } = await import('../../auth/node/ssrf-guard/open-guarded-fetch.js')
  return openGuardedFetch({ ...options, maxBytes })
}

async function readCard(response: Response, href: string): Promise<ServerCard> {
  const { status } = response
  if (status !== 200) {
    await response.body?.cancel()
    if (status === 404 || status === 410)
      throw new OmniportError('unsupported', `There is no server card at ${truncate(href)}`)
    throw invalid(href, `HTTP status ${status}`)
  }
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== serverCardMimeType && type !== 'application/json') {
    await response.body?.cancel()
    throw invalid(href, `its type is ${truncate(type)}, not ${serverCardMimeType}`)
  }
  const { readServerCard } = await import('../../protocol/server-card/read-server-card.js')
  try {
    const bytes = new Uint8Array(await response.arrayBuffer())
    return constantJson(readServerCard('the card', parseJson(bytes, { jsonDepth: maxDepth, jsonNodes: maxBytes })))
  } catch (reason) {
    if (OmniportError.is(reason)) throw reason
    throw invalid(href, reason instanceof Error ? reason.message : String(reason), reason)
  }
}

function maxAgeOf(response: Response): number {
  const [, seconds = '0'] =
    /(?:^|[\s,])max-age=(\d{1,9})(?:[\s,]|$)/i.exec(response.headers.get('cache-control') ?? '') ?? []
  return Number(seconds) * 1_000
}

function invalid(href: string, problem: string, cause?: unknown): OmniportError {
  return new OmniportError('invalid_result', `${truncate(href)}: no server card: ${problem}`, { cause })
}

const maxBytes = 262_144
const maxDepth = 16
const maxTagLength = 256
