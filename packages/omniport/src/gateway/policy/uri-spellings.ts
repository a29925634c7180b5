import { parseUrl } from '../../values/text/parse-url.js'

/**
 * A URI, and what servers may take it for: the form that all spellings of it have in common, since `notes:%73ecret` is
 * `notes:secret`, and `notes:a/../secret`, too; and where `.` or `..` stand between any slashes, such as in `notes:a/..%2fsecret`,
 * what a file system makes of that. spec: RFC 3986#section-6.2.2, RFC 3986#section-5.2.4
 */
export function uriSpellings(uri: string): readonly string[] {
  const plain = toPlain(uri)
  const { start, path, rest } = split(decodeUnreserved(uri.replace(/[\t\n\r]/g, '')))
  const slashed = path.replace(/%2f|%5c|\\/gi, '/')
  if (!/(?:^|\/)\.\.?(?:\/|$)/.test(slashed)) return [...new Set([uri, plain])]
  const onDisk = `${start}${withoutDots(slashed.replace(/\/+/g, '/'))}${rest}`
  return [...new Set([uri, plain, toPlain(onDisk)])]
}

/** A `URL` leaves dots where a path has no slash at its start, and decodes nothing. */
function toPlain(uri: string): string {
  const { start, path, rest } = split(decodeUnreserved(parseUrl(uri)?.href ?? uri))
  return `${start}${withoutDots(path)}${rest}`
}

function decodeUnreserved(uri: string): string {
  return uri.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code.toUpperCase()
  })
}

interface Parts {
  /** The scheme, and the authority if there is one. */
  readonly start: string
  readonly path: string
  readonly rest: string
}

function split(uri: string): Parts {
  const [whole = '', start = '', path = ''] = /^([^:/?#]*:(?:\/\/[^/?#\\]*)?)([^?#]*)/.exec(uri) ?? []
  return { start, path, rest: uri.slice(whole.length) }
}

/** Without the segments `.` and `..`. A path without a slash at its start gets none. */
function withoutDots(path: string): string {
  const segments = path.split('/')
  const remaining: string[] = []
  const first = path.startsWith('/') ? 1 : 0
  for (const segment of segments.slice(first)) {
    if (segment === '..') remaining.pop()
    else if (segment !== '.') remaining.push(segment)
  }
  const last = segments.at(-1)
  if (last === '.' || last === '..') remaining.push('')
  return `${'/'.repeat(first)}${remaining.join('/')}`
}
