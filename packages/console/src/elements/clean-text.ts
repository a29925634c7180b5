/** Characters that nobody sees, or that turn the order of others around: foreign text hides words with them. */
const hidden =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu

/** Foreign text as it may be shown: hidden characters become visible. */
export function cleanText(text: string): string {
  return text.replace(hidden, (each) =>
    '\t\r\n'.includes(each) ? each : `⟨U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}

/** An address that a link may lead to, or undefined: of the web, never of scripts or files. */
export function webAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).href
}
