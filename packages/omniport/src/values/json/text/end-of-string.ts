/**
 * The index of the quote that ends a string of JSON text; the string's first character is at `from`. A loop finds the end of
 * short strings, which most are, and `indexOf` that of long ones.
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
