import type { ToolResult } from '../client/tools/tool-result.js'
import type { WireContent } from '../protocol/model/content.js'
import type { ResourceContents } from '../protocol/model/resource.js'

/** A piece of a result that models take. `data` is base64. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: ImageType }
  | { readonly type: 'pdf'; readonly data: string; readonly name: string }

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

/** The images that every model with eyes takes. */
export type ImageType = (typeof imageTypes)[number]

/**
 * Turns the result of a tool into what models take: text, images and PDF documents. Everything else becomes a line of text that
 * says what it is. Structured content without blocks is its JSON.
 */
export function toModelParts({ content, structuredContent }: ToolResult<unknown>): readonly ModelPart[] {
  if (content.length > 0) return content.map(toPart)
  return [text(structuredContent === undefined ? '(no content)' : JSON.stringify(structuredContent))]
}

function toPart(block: WireContent): ModelPart {
  switch (block.type) {
    case 'text':
      return text(block.text)
    case 'image':
      return toImage(block.mimeType, block.data) ?? notShown('image', block.mimeType, block.data)
    case 'audio':
      return notShown('audio', block.mimeType, block.data)
    case 'resource_link':
      return text(`[resource ${JSON.stringify(block.uri)}: ${block.title ?? block.name}]`)
    case 'resource':
      return toResource(block.resource)
  }
}

function toResource(resource: ResourceContents<string>): ModelPart {
  const { uri, mimeType = '' } = resource
  if ('text' in resource && resource.text !== undefined)
    return text(`[resource ${JSON.stringify(uri)}]\n${resource.text}`)
  const { blob } = resource as { readonly blob: string }
  if (mimeType === 'application/pdf') return { type: 'pdf', data: blob, name: nameOf(uri) }
  return toImage(mimeType, blob) ?? notShown(`resource ${JSON.stringify(uri)}`, mimeType, blob)
}

function toImage(mimeType: string, data: string): ModelPart | undefined {
  const known = imageTypes.find((type) => type === mimeType.toLowerCase())
  return known === undefined ? undefined : { type: 'image', data, mimeType: known }
}

function notShown(what: string, mimeType: string, data: string): ModelPart {
  const bytes = Math.floor((data.replace(/=+$/, '').length * 3) / 4)
  return text(`[${what}${mimeType === '' ? '' : `, ${mimeType}`}, ${bytes} bytes: not shown]`)
}

function nameOf(uri: string): string {
  return /[^/?#]+(?=[?#]|$)/.exec(uri)?.[0] ?? 'document.pdf'
}

function text(value: string): ModelPart {
  return { type: 'text', text: value }
}

/** The parts as one text: a line says where an image or a document is. */
export function textOfParts(parts: readonly ModelPart[], where = 'not shown'): string {
  return parts.map((part) => (part.type === 'text' ? part.text : `[${describePart(part)}: ${where}]`)).join('\n')
}

function describePart(part: Exclude<ModelPart, { type: 'text' }>): string {
  return part.type === 'image' ? `image, ${part.mimeType}` : `document ${part.name}`
}
