import { endOfString } from './end-of-string.js'

/**
 * Whether JSON text holds more than `limit` values, counted as its commas and opening brackets: parsed, each may take many times
 * the bytes it has in the text. Nothing is built from the text; in text that is not JSON it may say either.
 */
export function exceedsNodes(text: string, limit: number): boolean {
  return text.length > limit && holdsMore(text, limit)
}

function holdsMore(text: string, limit: number): boolean {
  let nodes = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at + 1)
    } else if (code === comma || code === openBracket || code === openBrace) {
      nodes += 1
      if (nodes > limit) return true
    }
  }
  return false
}

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const openBrace = 0x7b
