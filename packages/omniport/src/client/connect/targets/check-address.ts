import { parseUrl } from '../../../values/text/parse-url.js'
import type { HttpTarget } from './http-connector.js'

export interface Address {
  readonly url: unknown
  readonly headers?: unknown
  readonly fetch?: typeof fetch | undefined
}

/** Checks an HTTP target. @throws TypeError naming the problem, by the path of the target in what was given. */
export function checkAddress({ url, headers = {}, fetch }: Address, path = 'connect: target'): HttpTarget {
  const parsed = url instanceof URL || typeof url === 'string' ? toUrl(url) : undefined
  if (parsed === undefined)
    throw new TypeError(`${path}.url must be an http: or https: address, got ${kindOf(url)}${adviceFor(url)}`)
  if (parsed.username !== '' || parsed.password !== '') {
    throw new TypeError(`${path}.url must hold no credentials; send them as a header: { url, headers }`)
  }
  parsed.hash = ''
  return { url: parsed, headers: toHeaders(path, headers), fetch }
}

/** Describes the value without repeating it, since it may hold a token. */
function kindOf(url: unknown): string {
  if (typeof url !== 'string' && !(url instanceof URL)) return url === null ? 'null' : typeof url
  return parseUrl(url)?.protocol ?? 'text that is no address'
}

/** Says what to write in the place of a host without a scheme, or of a command line. */
function adviceFor(url: unknown): string {
  if (typeof url !== 'string') return ''
  if (/^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:]+\]):\d+(?:\/|$)/i.test(url))
    return '; write http:// or https:// before the host'
  return parseUrl(url) !== undefined ? '' : '; a program to start is { command, args }'
}

function toUrl(given: string | URL): URL | undefined {
  const url = parseUrl(given)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
}

/** The errors name no value, since values may be secret. */
function toHeaders(path: string, given: unknown): Readonly<Record<string, string>> {
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`${path}.headers must be an object of strings, got ${typeof given}`)
  }
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  for (const [name, value] of entries) {
    if (!isHeader(name, value)) throw new TypeError(`${path}.headers: "${name}" is no header that can be sent`)
  }
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value as string])) // checked above
}

function isHeader(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || reservedHeaders.has(name.toLowerCase())) return false
  try {
    return new Headers([[name, value]]).has(name)
  } catch {
    return false
  }
}

/** The client sets these headers itself. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'content-length',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
])
