import { checkBlock } from '../../protocol/input/check-block.js'
import { isObject } from '../../values/json/is-object.js'

/** The first problem of a sampling result, to follow its name; undefined if valid. spec: client/sampling#data-types */
export function checkSampleResult(result: Readonly<Record<string, unknown>>): string | undefined {
  const { role, content, model, stopReason, _meta } = result
  if (role !== 'assistant') return '.role must be "assistant"'
  if (typeof model !== 'string') return '.model must be a string'
  if (stopReason !== undefined && typeof stopReason !== 'string') return '.stopReason must be a string'
  if (_meta !== undefined && !isObject(_meta)) return '._meta must be an object'
  if (!Array.isArray(content)) return '.content must be an array'
  for (const [index, block] of content.entries()) {
    const problem = checkBlock(block)
    if (problem !== undefined) return `.content[${index}]${problem}`
  }
  return undefined
}
