import { isObject } from '../../values/json/is-object.js'
import { isBase64 } from '../../values/text/base64.js'
import type { Content } from '../model/content.js'

type Members = Readonly<Record<string, unknown>>

/** Returns the first problem, which begins with the member. */
type Check = (block: Members) => string | undefined

/**
 * The first problem of a block of content; undefined if it has the members that its type requires. Bytes pass where base64
 * travels, as no JSON text holds them.
 *
 * spec: server/tools#tool-result
 */
export function checkContent(block: Members): string | undefined {
  const { type } = block
  return isContentType(type) ? checks[type](block) : `type must be one of ${listTypes(checks)}`
}

/** The first problem of the contents of a resource; bytes pass in place of base64. spec: server/resources#resource-contents */
export function checkContents({ uri, text, blob }: Members): string | undefined {
  if (typeof uri !== 'string') return 'uri must be a string'
  if (blob !== undefined) return isBinary(blob) ? undefined : 'blob must be base64 text'
  return typeof text === 'string' ? undefined : 'text or blob must be a string'
}

/** The first problem of a message of a prompt; `check` checks its content. spec: server/prompts#promptmessage */
export function checkMessage({ role, content }: Members, check: Check = checkContent): string | undefined {
  if (role !== 'user' && role !== 'assistant') return 'role must be "user" or "assistant"'
  if (!isObject(content)) return 'content must be an object'
  const problem = check(content)
  return problem === undefined ? undefined : `content.${problem}`
}

/** The first problem of a list of objects, after the name of the list and the position. Holes count as items. */
export function checkItems(items: unknown, name: string, check: Check): string | undefined {
  if (!Array.isArray(items)) return `${name} must be an array`
  for (let index = 0; index < items.length; index += 1) {
    const item: unknown = items[index]
    const problem = isObject(item) ? check(item) : 'must be an object'
    if (problem !== undefined) return `${name}[${index}]: ${problem}`
  }
  return undefined
}

/** The types of content; one that is missing here does not compile. */
const checks = {
  text: ({ text }) => (typeof text === 'string' ? undefined : 'text must be a string'),
  image: checkMedia,
  audio: checkMedia,
  resource_link: (block) => needStrings(block, 'uri', 'name'),
  resource: checkEmbedded,
} satisfies Record<Content['type'], Check>

/** Says whether this revision of the library knows a type of content. */
export function isContentType(type: unknown): type is Content['type'] {
  return typeof type === 'string' && Object.hasOwn(checks, type)
}

/** The keys of a table of types, for a message. */
export function listTypes(table: object): string {
  const types = Object.keys(table)
  return `${types.slice(0, -1).join(', ')} and ${types.at(-1)}`
}

/** Names the first of some members that is not a string. */
export function needStrings(value: Members, ...names: readonly string[]): string | undefined {
  const missing = names.find((name) => typeof value[name] !== 'string')
  return missing === undefined ? undefined : `${missing} must be a string${spellingOf(missing, value)}`
}

/** Names the member that differs from a missing one in its case or a separator only. */
function spellingOf(name: string, value: Members): string {
  if (Object.hasOwn(value, name)) return ''
  const plain = (key: string) => key.replace(/[-_]/g, '').toLowerCase()
  const spelled = Object.keys(value).find((key) => key.length <= 2 * name.length && plain(key) === plain(name))
  return spelled === undefined ? '' : `; it is spelled "${spelled}" here`
}

function checkMedia(block: Members): string | undefined {
  return isBinary(block['data']) ? needStrings(block, 'mimeType') : 'data must be base64 text'
}

function checkEmbedded({ resource }: Members): string | undefined {
  if (!isObject(resource)) return 'resource must be an object'
  const problem = checkContents(resource)
  return problem === undefined ? undefined : `resource.${problem}`
}

function isBinary(value: unknown): boolean {
  return typeof value === 'string' ? isBase64(value) : value instanceof Uint8Array
}
