/**
 * Whether arrays and objects nest deeper than `limit` in JSON text. Looks at every byte once, before anything is built from
 * them; in text that is not JSON it may say either.
 */
export function exceedsDepth(text: Uint8Array, limit: number): boolean {
  if (text.length <= limit) return false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]
    if (byte === quote) {
      at = endOfString(text, at + 1)
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1
      if (depth > limit) return true
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1
    }
  }
  return false
}

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Where the string ends whose first byte is at `from`: most strings are short, for the others there is `indexOf`. */
function endOfString(text: Uint8Array, from: number): number {
  const near = Math.min(text.length, from + 48)
  let at = from
  for (; at < near; at += 1) {
    const byte = text[at]
    if (byte === quote) return at
    if (byte === backslash) at += 1
  }
  for (;;) {
    const end = text.indexOf(quote, at)
    if (end === -1) return text.length
    if (backslashesBefore(text, at, end) % 2 === 0) return end
    at = end + 1
  }
}

function backslashesBefore(text: Uint8Array, from: number, end: number): number {
  let start = end
  while (start > from && text[start - 1] === backslash) start -= 1
  return end - start
}
