/**
 * Text of a server as one line for a terminal: what would steer the terminal, end the line or turn its direction is shown as
 * an escape.
 */
export function formatLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (character) => {
    return short.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

const short: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])
