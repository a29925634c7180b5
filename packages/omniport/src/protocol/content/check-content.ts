import { isObject } from '../../values/json/is-object.js'
import type { Content } from '../model/content.js'

type Members = Readonly<Record<string, unknown>>

/** Returns the first problem, which begins with the member. */
type Check = (block: Members) => string | undefined

/**
 * The first problem of a block of content; undefined if it has the members that its type requires. Bytes pass where base64
 * travels, as no JSON text holds them. `checkContents` checks the contents of an embedded resource.
 *
 * spec: server/tools#tool-result
 */
export function checkContent(block: Members, checkContents: Check = checkResource): string | undefined {
  const { type, resource } = block
  if (type === 'resource' && isObject(resource)) return checkContents(resource)
  return isContentType(type) ? checks[type](block) : `type must be one of ${listTypes(checks)}`
}

/** The types of content; one that is missing here does not compile. */
const checks = {
  text: (block) => needStrings(block, 'text'),
  image: checkMedia,
  audio: checkMedia,
  resource_link: (block) => needStrings(block, 'uri', 'name'),
  resource: () => 'resource must be an object',
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
  return missing === undefined ? undefined : `${missing} must be a string`
}

function checkMedia(block: Members): string | undefined {
  return isBinary(block['data']) ? needStrings(block, 'mimeType') : 'data must be base64 text'
}

function checkResource({ uri, text, blob }: Members): string | undefined {
  if (typeof uri !== 'string') return 'resource.uri must be a string'
  return typeof text === 'string' || isBinary(blob) ? undefined : 'resource must have text or a blob'
}

function isBinary(value: unknown): boolean {
  return typeof value === 'string' || value instanceof Uint8Array
}
