/** A peer's text as part of our own sentence: on one line, and cut after `length` characters. */
export function truncate(text: string, length = 128): string {
  const start = text.slice(0, length).replace(/[\s\p{Cc}]+/gu, ' ')
  return text.length > length ? `${start}…` : start
}
