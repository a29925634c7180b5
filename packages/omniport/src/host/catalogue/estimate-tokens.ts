import type { Tool } from '../../protocol/model/tool.js'

/** What a model is given of a tool. */
export type ModelTool = Pick<Tool, 'name' | 'description' | 'inputSchema'>

/**
 * About how many tokens of a model's context a tool takes: its name, description and input schema as JSON, four ASCII
 * characters to a token, two of other alphabets, and one for each 16 bits of all else (a Han character, half an emoji).
 *
 * English definitions come out a fifth above what vocabularies of 100,000 and 200,000 tokens count; other languages between
 * those two, or above both. What is no text, such as long numbers, is counted too low.
 */
export function estimateTokens({ name, description, inputSchema }: ModelTool): number {
  return countTokens(JSON.stringify({ name, description, inputSchema }))
}

function countTokens(json: string): number {
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
