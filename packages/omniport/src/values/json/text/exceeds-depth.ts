import { endOfString } from './end-of-string.js'

/**
 * Tells if arrays and objects nest deeper than `limit` in JSON text. Nothing is built from the text. For text that is not JSON
 * the result means nothing.
 */
export function exceedsDepth(text: string, limit: number): boolean {
  return !opensAtMost(text, limit) && nestsDeeper(text, limit)
}

/** Most messages have fewer brackets than may nest, and engines find brackets faster than a loop over all characters. */
function opensAtMost(text: string, limit: number): boolean {
  let left = limit
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if (left === 0) return false
      left -= 1
    }
  }
  return true
}

function nestsDeeper(text: string, limit: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at + 1)
    } else if (code === openBrace || code === openBracket) {
      depth += 1
      if (depth > limit) return true
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1
    }
  }
  return false
}

const quote = 0x22
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
