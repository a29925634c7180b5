/** What a peer wrote, as part of a sentence of ours: on one line, and cut after `length` characters. */
export function truncate(text: string, length = 128): string {
  const start = text.slice(0, length).replace(/[\s\p{Cc}]+/gu, ' ')
  return text.length > length ? `${start}…` : start
}
