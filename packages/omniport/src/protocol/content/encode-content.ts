import { without } from '../../values/json/without.js'
import { toBase64 } from '../../values/text/base64.js'
import type { Annotations } from '../model/annotations.js'
import type { Binary, Content, ResourceLink, WireContent } from '../model/content.js'
import type { ResourceContents } from '../model/resource.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'

/**
 * A content block for a revision. A block that it lacks becomes text: links before 2025-06-18, audio before 2025-03-26.
 *
 * spec: server/tools#tool-result
 */
export function encodeContent(block: Content, profile: RevisionProfile): WireContent {
  switch (block.type) {
    case 'image':
      return { ...trim(block, profile), data: encodeBinary(block.data) }
    case 'audio':
      if (!profile.audio) return note(`[audio of type ${block.mimeType}]`, block, profile)
      return { ...trim(block, profile), data: encodeBinary(block.data) }
    case 'resource':
      return { ...trim(block, profile), resource: encodeContents(block.resource, profile) }
    case 'resource_link':
      if (!profile.resourceLinks) return note(describeLink(block), block, profile)
      return profile.icons ? trim(block, profile) : without(trim(block, profile), 'icons')
    case 'text':
      return trim(block, profile)
    default:
      return trim(block satisfies never, profile)
  }
}

/** The contents of a resource for the wire of a revision. */
export function encodeContents(contents: ResourceContents<Binary>, profile: RevisionProfile): ResourceContents<string> {
  const trimmed = profile.definitionMeta ? contents : without(contents, '_meta')
  return trimmed.blob === undefined ? trimmed : { ...trimmed, blob: encodeBinary(trimmed.blob) }
}

/** Annotations of content or of a definition for the wire of a revision. */
export function encodeAnnotations(annotations: Annotations, profile: RevisionProfile): Annotations {
  return profile.lastModified ? annotations : without(annotations, 'lastModified')
}

function trim<T extends Content>(block: T, profile: RevisionProfile): T {
  const { annotations } = block
  const meta = profile.definitionMeta ? block : without(block, '_meta')
  if (annotations === undefined || profile.lastModified) return meta
  return { ...meta, annotations: encodeAnnotations(annotations, profile) }
}

function note(text: string, { annotations }: Content, profile: RevisionProfile): WireContent {
  if (annotations === undefined) return { type: 'text', text }
  return { type: 'text', text, annotations: encodeAnnotations(annotations, profile) }
}

function describeLink({ uri, name, title, description }: ResourceLink): string {
  const label = title ?? name
  return description === undefined ? `${label}: ${uri}` : `${label}: ${uri}\n${description}`
}

function encodeBinary(data: Binary): string {
  return typeof data === 'string' ? data : toBase64(data)
}
