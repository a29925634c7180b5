/** Text that is pushed out of sight or cannot be read, for people: undefined where there is none. */
export function findPadding(text: string): string | undefined {
  for (const { 0: space, index } of text.matchAll(spaces)) {
    const lines = space.split('\n').length - 1
    if (index + space.length === text.length || (space.length < longSpace && lines < manyLines)) continue
    return `text after ${lines < manyLines ? `${space.length} spaces` : `${lines} empty lines`}`
  }
  for (const [word] of text.matchAll(words)) {
    if (word.length >= longCode && isMixed(word)) return `${word.length} characters that look like base64`
  }
  const [code] = codes.exec(text) ?? []
  return code === undefined ? undefined : `text that is written in codes: ${code.slice(0, 32)}…`
}

/** As wide as a window, and as high as half of one. */
const longSpace = 160
const manyLines = 20
/** Longer than a hash or a token. */
const longCode = 200

const spaces = /\s+/g
const words = /[A-Za-z0-9+/_-]+/g
const codes = /(?:(?:\\x|%)[0-9a-f]{2}|\\u[0-9a-f]{4}|&#x?[0-9a-f]{1,6};){16}/i

function isMixed(word: string): boolean {
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word)
}
