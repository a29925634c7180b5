/** Formats text as one line; characters that control a terminal or are invisible are escaped. Joiners of letters stay. */
export function formatLine(text: string): string {
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    return short.get(character) ?? escapeOf(character.codePointAt(0) ?? 0)
  })
}

function escapeOf(code: number): string {
  const digits = code.toString(16)
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`
}

const short: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])
