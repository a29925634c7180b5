import type { ResourceContents, WireContent } from '../../../entries/protocol.js'
import { fileSize } from '../../output/file-size.js'

/** A part of a result: text to show, and possible actions. */
export interface Part {
  readonly text: string
  /** Data that can be saved. */
  readonly file?: { readonly base64: string; readonly mimeType: string | undefined } | undefined
  /** A resource that can be read. */
  readonly uri?: string | undefined
}

export function partOf(block: WireContent): Part {
  switch (block.type) {
    case 'text':
      return { text: block.text }
    case 'image':
    case 'audio':
      return binary(block.type === 'image' ? 'an image' : 'a sound', block.data, block.mimeType)
    case 'resource_link': {
      const size = block.size === undefined ? '' : `, ${fileSize(block.size)}`
      const description = block.description === undefined ? '' : `\n${block.description}`
      const text = `a resource: ${block.title ?? block.name} (${block.mimeType ?? 'of unknown type'}${size})\n${block.uri}`
      return { text: `${text}${description}`, uri: block.uri }
    }
    case 'resource':
      return contentsPart(block.resource)
    default:
      return { text: JSON.stringify(block satisfies never, undefined, 2) }
  }
}

export function contentsPart(contents: ResourceContents<string>): Part {
  if (contents.text !== undefined) return { text: `${contents.uri}\n${contents.text}` }
  return binary(contents.uri, contents.blob, contents.mimeType)
}

function binary(what: string, base64: string, mimeType: string | undefined): Part {
  const text = `${what} (${mimeType ?? 'of unknown type'}, ${fileSize(bytesIn(base64))})`
  return { text, file: { base64, mimeType } }
}

function bytesIn(base64: string): number {
  return Buffer.byteLength(base64, 'base64')
}
