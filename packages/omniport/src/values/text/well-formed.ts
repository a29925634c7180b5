/** The text as it is sent and stored: each half of a surrogate pair, which no encoding has, becomes U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}
