import { RpcError } from 'omniport/jsonrpc'
import type { WireContent } from 'omniport/protocol'
import { isObject } from '../channel/read-message.js'
import type { JsonObject } from '../messages/methods.js'

/** The parameter if it is an object. Throws RpcError -32602. */
export function checkObject(name: string, value: unknown): JsonObject {
  if (!isObject(value)) throw new RpcError(-32602, `${name} must be an object`)
  return value
}

/** Characters of a name or an address that a view sends. */
const maxCharacters = 8_000

/** The parameter if it is a text of at most 8,000 characters. Throws RpcError -32602. */
export function checkText(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.length > maxCharacters) {
    throw new RpcError(-32602, `${name} must be a text of at most ${maxCharacters} characters`)
  }
  return value
}

const requiredTexts = new Map<unknown, readonly string[]>([
  ['text', ['text']],
  ['image', ['data', 'mimeType']],
  ['audio', ['data', 'mimeType']],
  ['resource_link', ['uri', 'name']],
  ['resource', []],
])

/** Blocks of content with the members that their types need. Throws RpcError -32602. spec: server/tools#tool-result */
export function checkContent(blocks: unknown): readonly WireContent[] {
  if (!Array.isArray(blocks)) throw new RpcError(-32602, 'content must be a list of blocks')
  blocks.forEach((block: unknown, index) => {
    const texts = isObject(block) ? requiredTexts.get(block['type']) : undefined
    const hasAll = isObject(block) && texts?.every((name) => typeof block[name] === 'string') === true
    const hasResource = isObject(block) && (block['type'] !== 'resource' || isResource(block['resource']))
    if (!hasAll || !hasResource) throw new RpcError(-32602, `content[${index}]: invalid content format`)
  })
  return blocks
}

function isResource(value: unknown): boolean {
  if (!isObject(value) || typeof value['uri'] !== 'string') return false
  return typeof value['text'] === 'string' || typeof value['blob'] === 'string'
}
