import { toBlocks } from '../../../protocol/input/to-blocks.js'
import type { AudioContent, Binary, Content, ImageContent } from '../../../protocol/model/content.js'
import type { SampleContent, SampleMessage, ToolOutcome, ToolUse } from '../../../protocol/model/sampling.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { toBase64 } from '../../../values/text/base64.js'
import type { ToolNames } from './tool-names.js'

/**
 * Converts a message for `chat/completions`, which wants each tool result in a message of its own.
 *
 * @throws OmniportError `unsupported` for content that such a message cannot carry.
 */
export function toChatMessages({ role, content }: SampleMessage, names: ToolNames): readonly ChatMembers[] {
  const blocks = toBlocks(content)
  if (role === 'assistant') return [toAssistantMessage(blocks, names)]
  const outcomes = blocks.filter((block) => block.type === 'tool_result')
  const others = blocks.filter((block) => block.type !== 'tool_result')
  const messages = outcomes.map(toToolMessage)
  // A tool message carries text only: media follows after all results.
  const parts = [...outcomes.flatMap(toShownParts), ...others.map(toPart)]
  return parts.length === 0 ? messages : [...messages, { role: 'user', content: toContent(parts) }]
}

function toAssistantMessage(blocks: readonly SampleContent[], names: ToolNames): ChatMembers {
  const uses = blocks.filter((block) => block.type === 'tool_use')
  const texts = blocks.flatMap((block) => {
    if (block.type === 'tool_use') return []
    if (block.type === 'text') return [block.text]
    throw unsupported(`message of the assistant with a block of type ${block.type}`)
  })
  const content = texts.length === 0 ? null : texts.join('\n')
  return { role: 'assistant', content, ...(uses.length > 0 && { tool_calls: uses.map((use) => toCall(use, names)) }) }
}

function toCall({ id, name, input }: ToolUse, names: ToolNames): ChatMembers {
  return { id, type: 'function', function: { name: names.toSent(name), arguments: JSON.stringify(input) } }
}

function toToolMessage({ toolUseId, content, structuredContent, isError }: ToolOutcome): ChatMembers {
  const texts = content.flatMap(textsOf)
  if (content.length === 0 && structuredContent !== undefined) texts.push(JSON.stringify(structuredContent))
  const text = texts.join('\n')
  return { role: 'tool', tool_call_id: toolUseId, content: isError === true ? `Error: ${text}` : text }
}

/** The text of a block in a tool's result. */
function textsOf(block: Content): string[] {
  switch (block.type) {
    case 'text':
      return [block.text]
    case 'resource_link':
      return [`${block.name}: ${block.uri}`]
    case 'resource':
      return [block.resource.text ?? `The binary resource ${block.resource.uri}`]
    case 'image':
    case 'audio':
      return []
    default:
      return block satisfies never
  }
}

/** The images and audio of a tool's result. */
function toShownParts({ toolUseId, content }: ToolOutcome): ChatMembers[] {
  const shown = content.filter((block) => block.type === 'image' || block.type === 'audio')
  if (shown.length === 0) return []
  return [{ type: 'text', text: `Of the result of ${toolUseId}:` }, ...shown.map(toPart)]
}

function toPart(block: SampleContent): ChatMembers {
  if (block.type === 'text') return { type: 'text', text: block.text }
  const part = block.type === 'image' || block.type === 'audio' ? toMediaPart(block) : undefined
  if (part === undefined) throw unsupported(`message of the user with such a block of type ${block.type}`)
  return part
}

/** Text-only content becomes a string, since some providers accept nothing else. */
function toContent(parts: readonly ChatMembers[]): unknown {
  const isText = parts.every(({ type }) => type === 'text')
  return isText ? parts.map(({ text }) => text).join('\n') : parts
}

function unsupported(what: string): OmniportError {
  return new OmniportError('unsupported', `chat/completions has no ${what}`)
}

/** Converts an image or audio; undefined if the media type does not match. */
function toMediaPart({ type, data, mimeType }: ImageContent | AudioContent): ChatMembers | undefined {
  const [, kind = '', subtype = ''] = /^([a-z]+)\/(?:x-)?([a-z0-9.+-]+)$/.exec(mimeType.toLowerCase()) ?? []
  if (kind !== type) return undefined
  if (type === 'image') return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${toText(data)}` } }
  return { type: 'input_audio', input_audio: { data: toText(data), format: formats.get(subtype) ?? subtype } }
}

/** Formats whose names differ from the media subtype. */
const formats: ReadonlyMap<string, string> = new Map([
  ['mpeg', 'mp3'],
  ['wave', 'wav'],
  ['vnd.wave', 'wav'],
])

function toText(data: Binary): string {
  return typeof data === 'string' ? data : toBase64(data)
}

/** An object of the `chat/completions` API. */
export type ChatMembers = Readonly<Record<string, unknown>>
