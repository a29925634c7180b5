import { isObject } from '../../values/json/is-object.js'

/**
 * The first problem of a block of a conversation with a model; undefined if it is valid. Bytes pass in place of base64, since
 * no JSON text holds them.
 *
 * spec: client/sampling#data-types
 */
export function checkBlock(block: unknown): string | undefined {
  if (!isObject(block)) return ' must be an object'
  switch (block['type']) {
    case 'text':
    case 'image':
    case 'audio':
      return checkContent(block)
    case 'tool_use':
      return needStrings(block, 'id', 'name') ?? (isObject(block['input']) ? undefined : '.input must be an object')
    case 'tool_result':
      return checkToolResult(block)
    default:
      return '.type must be one of text, image, audio, tool_use and tool_result'
  }
}

type Members = Readonly<Record<string, unknown>>

/** spec: client/sampling#tool-result-messages */
function checkToolResult(block: Members): string | undefined {
  const { content, isError } = block
  const problem = needStrings(block, 'toolUseId')
  if (problem !== undefined) return problem
  if (isError !== undefined && typeof isError !== 'boolean') return '.isError must be a boolean'
  if (!Array.isArray(content)) return '.content must be an array'
  for (const [index, inner] of content.entries()) {
    const innerProblem = isObject(inner) ? checkContent(inner) : ' must be an object'
    if (innerProblem !== undefined) return `.content[${index}]${innerProblem}`
  }
  return undefined
}

/** Content blocks that a tool may return. */
function checkContent(block: Members): string | undefined {
  switch (block['type']) {
    case 'text':
      return needStrings(block, 'text')
    case 'image':
    case 'audio':
      return isBinary(block['data']) ? needStrings(block, 'mimeType') : '.data must be base64 text'
    case 'resource_link':
      return needStrings(block, 'uri', 'name')
    case 'resource':
      return checkResource(block['resource'])
    default:
      return '.type must be one of text, image, audio, resource_link and resource'
  }
}

function checkResource(resource: unknown): string | undefined {
  if (!isObject(resource)) return '.resource must be an object'
  if (typeof resource['uri'] !== 'string') return '.resource.uri must be a string'
  if (typeof resource['text'] === 'string' || isBinary(resource['blob'])) return undefined
  return '.resource must have text or a blob'
}

function isBinary(value: unknown): boolean {
  return typeof value === 'string' || value instanceof Uint8Array
}

function needStrings(value: Members, ...names: readonly string[]): string | undefined {
  const missing = names.find((name) => typeof value[name] !== 'string')
  return missing === undefined ? undefined : `.${missing} must be a string`
}
