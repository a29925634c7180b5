const alphabet = /^[A-Za-z0-9+/\t\n\f\r ]*(?:=[\t\n\f\r ]*){0,2}$/
const blank = /[\t\n\f\r ]+/g

/** Whether `atob` decodes a text, without decoding it. */
export function isBase64(text: string): boolean {
  if (!alphabet.test(text)) return false
  const compact = /[\t\n\f\r ]/.test(text) ? text.replace(blank, '') : text
  const padding = compact.endsWith('==') ? 2 : compact.endsWith('=') ? 1 : 0
  return padding === 0 ? compact.length % 4 !== 1 : compact.length % 4 === 0
}
