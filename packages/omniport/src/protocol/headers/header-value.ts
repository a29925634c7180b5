import { toBase64 } from '../../values/text/base64.js'

/**
 * A value as an HTTP header carries it: as it is, or as base64 between markers where it is not plain ASCII, has blanks at
 * its ends, or looks like such an encoding itself.
 *
 * spec: basic/transports/streamable-http#value-encoding
 */
export function encodeHeaderValue(value: string): string {
  if (plain.test(value) && !isMarked(value)) return value
  return `${prefix}${toBase64(new TextEncoder().encode(value))}${suffix}`
}

/**
 * Decodes a header value; undefined if its characters are not allowed, or its base64 is not canonical: padded, in the standard
 * alphabet, with no bits left over.
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!isMarked(value)) return allowed.test(value) ? value : undefined
  return decodeBase64(value.slice(prefix.length, -suffix.length))
}

const prefix = '=?base64?'
const suffix = '?='
/** Visible ASCII with blanks and tabs inside; the empty value too. */
const plain = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/
const allowed = /^[\x20-\x7e\t]*$/

function isMarked(value: string): boolean {
  return value.startsWith(prefix) && value.endsWith(suffix) && value.length >= prefix.length + suffix.length
}

/** Decodes base64 as an encoder writes it: `atob` takes several texts for the same bytes, which intermediaries may compare. */
function decodeBase64(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    if (toBase64(bytes) !== text) return undefined
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
