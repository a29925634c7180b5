import type { Tool } from '../../protocol/model/tool.js'

/** The parts of a tool that a model gets. */
export type ModelTool = Pick<Tool, 'name' | 'description' | 'inputSchema'>

/**
 * Estimates the tokens of a model's context that a tool takes: its name, description and input schema as JSON, at four ASCII
 * characters per token, two of other alphabets, and one per 16-bit unit of everything else (a Han character, half an emoji).
 *
 * For English definitions the estimate is a fifth above the count of vocabularies of 100,000 and 200,000 tokens; for other
 * languages it is between those two, or above both. Long numbers and similar data are underestimated.
 */
export function estimateTokens({ name, description, inputSchema }: ModelTool): number {
  return countTokens(JSON.stringify({ name, description, inputSchema }))
}

/** Estimates the tokens of a JSON text. */
export function countTokens(json: string): number {
  if (!notAscii.test(json)) return Math.ceil(json.length / 4)
  let quarters = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    quarters += code < 0x80 ? 1 : code < 0x800 ? 2 : 4
  }
  return Math.ceil(quarters / 4)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
const notAscii = /[^\x00-\x7f]/
