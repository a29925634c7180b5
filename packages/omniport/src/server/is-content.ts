import { isObject } from '../jsonrpc/is-object.js'
import type { Content } from '../protocol/model/content.js'

/**
 * Whether a value is a block of content, as far as that tells it from data of the author's own: its type, and the members
 * that the type must have.
 */
export function isContent(value: unknown): value is Content {
  if (!isObject(value)) return false
  const members = required.get(value['type'])
  return members?.every(([name, isOne]) => isOne(value[name])) ?? false
}

type Member = readonly [name: string, isOne: (value: unknown) => boolean]

const isText = (value: unknown) => typeof value === 'string'
const isBinary = (value: unknown) => typeof value === 'string' || value instanceof Uint8Array
const isResource = (value: unknown) =>
  isObject(value) && isText(value['uri']) && (isText(value['text']) || isBinary(value['blob']))

const media: readonly Member[] = [
  ['data', isBinary],
  ['mimeType', isText],
]

const required: ReadonlyMap<unknown, readonly Member[]> = new Map([
  ['text', [['text', isText]]],
  ['image', media],
  ['audio', media],
  [
    'resource_link',
    [
      ['uri', isText],
      ['name', isText],
    ],
  ],
  ['resource', [['resource', isResource]]],
])
