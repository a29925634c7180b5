/**
 * Where a string of JSON text ends whose first character is at `from`: the place of its quote. Most strings are short, for the
 * others there is `indexOf`.
 */
export function endOfString(text: string, from: number): number {
  const near = Math.min(text.length, from + 48)
  let at = from
  for (; at < near; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at += 1
  }
  for (;;) {
    const end = text.indexOf('"', at)
    if (end === -1) return text.length
    if (backslashesBefore(text, at, end) % 2 === 0) return end
    at = end + 1
  }
}

function backslashesBefore(text: string, from: number, end: number): number {
  let start = end
  while (start > from && text.charCodeAt(start - 1) === backslash) start -= 1
  return end - start
}

const quote = 0x22
const backslash = 0x5c
