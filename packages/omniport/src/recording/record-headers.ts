import { findSecrets } from '../sealing/find-secrets.js'
import type { ContentOptions } from './recorded-content.js'
import type { SecretMarks } from './secret-marks.js'

/** The headers of an HTTP message, in their order. */
export type HeaderList = Iterable<readonly [name: string, value: string]>

/** Returns the headers that matter to the protocol; credentials are replaced by marks, hidden values by `hidden`. */
export function recordHeaders(
  headers: HeaderList,
  { marks, isHidden }: ContentOptions,
): Readonly<Record<string, string>> {
  const recorded = new Map<string, string>()
  for (const [given, value] of headers) {
    const name = given.toLowerCase()
    const repeatsBody = /^mcp-(?:name$|param-)/.test(name)
    const text = isHidden && repeatsBody ? 'hidden' : recordValue(name, value, marks)
    if (text === undefined) continue
    const before = recorded.get(name)
    recorded.set(name, before === undefined ? text : `${before}, ${text}`)
  }
  return Object.fromEntries(recorded)
}

function recordValue(name: string, value: string, marks: SecretMarks): string | undefined {
  if (/^(?:proxy-)?authorization$/.test(name)) return markCredentials(value, marks)
  if (name === 'cookie' || name === 'set-cookie') return markCookies(value, marks)
  if (name === 'mcp-session-id') return marks.mark(value)
  if (name === 'location' || name === 'referer') return marks.cleanAddress(value)
  if (plain.test(name)) return marks.clean(value)
  return isSecretName(name) ? marks.mark(value) : undefined
}

const plain =
  /^(?:accept|accept-encoding|allow|cache-control|content-encoding|content-length|content-type|host|last-event-id|mcp-.+|origin|retry-after|server|traceparent|user-agent|vary|www-authenticate)$/

/** Tells if a header holds a secret, by its name, such as `x-api-key`. */
function isSecretName(name: string): boolean {
  return findSecrets({ env: { [name]: 'a value' } }).length > 0
}

/** `Bearer <token>` leaves the scheme; the password of `Basic` is a secret by itself as well. */
function markCredentials(value: string, marks: SecretMarks): string {
  const [, scheme = '', credentials = ''] = /^([\w-]+) +(.+)$/.exec(value) ?? []
  if (credentials === '') return marks.mark(value)
  if (/^basic$/i.test(scheme)) {
    const [, password = ''] = /^[^:]*:(.*)$/s.exec(decodeBase64(credentials)) ?? []
    if (password !== '') marks.mark(password)
  }
  return `${scheme} ${marks.mark(credentials)}`
}

function decodeBase64(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}

/** Leaves the names of cookies and their attributes. */
function markCookies(value: string, marks: SecretMarks): string {
  const parts = value.split(/; */).map((part) => {
    const [, name = '', secret = ''] = /^([^=]*)=(.+)$/s.exec(part) ?? []
    return secret === '' || attribute.test(name) ? part : `${name}=${marks.mark(secret)}`
  })
  return parts.join('; ')
}

const attribute = /^(?:path|domain|expires|max-age|samesite)$/i
