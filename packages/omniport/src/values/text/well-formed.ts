/** The text with U+FFFD in place of each half of a surrogate pair, which no encoding has: as it is sent and stored. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}
