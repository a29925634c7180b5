/** The first `length` characters of a text; an ellipsis stands for the rest. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}

/** Quotes text of a peer in a sentence: on one line, without control and direction marks, cut after `length` characters. */
export function truncate(text: string, length = 128): string {
  return cut(text, length).replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
}
