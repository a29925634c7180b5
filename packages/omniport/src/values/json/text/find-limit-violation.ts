import { endOfString } from './end-of-string.js'
import { exceedsDepth } from './exceeds-depth.js'

/** Limits of a parsed message: in memory, a value may take many times the bytes of its text. */
export interface JsonBounds {
  readonly jsonDepth: number
  /** Counted as commas and opening brackets. */
  readonly jsonNodes: number
}

/**
 * The limit that JSON text exceeds, as a sentence about "it"; undefined if there is none. Nothing is built from the text. For
 * text that is not JSON the result means nothing.
 */
export function findLimitViolation(text: string, bounds: JsonBounds): string | undefined {
  // No text has more values than characters.
  if (text.length > bounds.jsonNodes) {
    const counted = countNodes(text, bounds)
    return typeof counted === 'string' ? counted : undefined
  }
  return exceedsDepth(text, bounds.jsonDepth) ? tooDeep(bounds) : undefined
}

/** The values in JSON text, counted as its commas and opening brackets; or the limit that it exceeds, as `findLimitViolation` says it. */
export function countNodes(text: string, bounds: JsonBounds): number | string {
  const { jsonDepth, jsonNodes } = bounds
  let [depth, nodes] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at + 1)
    } else if (code === comma) {
      nodes += 1
    } else if (code === openBrace || code === openBracket) {
      nodes += 1
      depth += 1
      if (depth > jsonDepth) return tooDeep(bounds)
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1
    }
    if (nodes > jsonNodes) return `it holds more than ${jsonNodes} values (limits.jsonNodes)`
  }
  return nodes
}

function tooDeep({ jsonDepth }: JsonBounds): string {
  return `it nests deeper than ${jsonDepth} levels (limits.jsonDepth)`
}

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
