/**
 * Whether text that a form shows holds the address of a page. A form has none that could be clicked.
 *
 * spec: client/elicitation#safe-url-handling
 */
export function containsUrl(text: string): boolean {
  return /\bhttps?:\/\//i.test(text)
}
