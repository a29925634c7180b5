import { toBase64 } from '../../../protocol/base64.js'
import type { AudioContent, Binary, ImageContent } from '../../../protocol/model/content.js'
import type { ChatMembers } from './chat-members.js'

/** A picture or sound as a part of a message; undefined for one that is of no such kind by its media type. */
export function toMediaPart({ type, data, mimeType }: ImageContent | AudioContent): ChatMembers | undefined {
  const [, kind = '', subtype = ''] = /^([a-z]+)\/(?:x-)?([a-z0-9.+-]+)$/.exec(mimeType.toLowerCase()) ?? []
  if (kind !== type) return undefined
  if (type === 'image') return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${toText(data)}` } }
  return { type: 'input_audio', input_audio: { data: toText(data), format: formats.get(subtype) ?? subtype } }
}

/** Those whose names are not what follows the slash. */
const formats: ReadonlyMap<string, string> = new Map([
  ['mpeg', 'mp3'],
  ['wave', 'wav'],
  ['vnd.wave', 'wav'],
])

function toText(data: Binary): string {
  return typeof data === 'string' ? data : toBase64(data)
}
