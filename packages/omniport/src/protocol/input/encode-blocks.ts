import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { without } from '../../values/json/without.js'
import { encodeContent } from '../content/encode-content.js'
import type { SampleContent, SampleMedia, ToolOutcome } from '../model/sampling.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'

/**
 * Blocks of a conversation with a model for the wire of a revision, bytes as base64.
 *
 * @throws OmniportError `unsupported` for tools where the revision has none in sampling.
 */
export function encodeBlocks(blocks: readonly SampleContent[], profile: RevisionProfile): SampleContent<string>[] {
  return blocks.map((block) => encodeBlock(block, profile))
}

function encodeBlock(block: SampleContent, profile: RevisionProfile): SampleContent<string> {
  switch (block.type) {
    case 'tool_use':
      assertTools(profile)
      return block
    case 'tool_result':
      assertTools(profile)
      return encodeToolResult(block, profile)
    case 'text':
    case 'image':
    case 'audio':
      // Each of them stays what it is or becomes text.
      return encodeContent(block, profile) as SampleMedia<string>
    default:
      return block satisfies never
  }
}

function encodeToolResult(block: ToolOutcome, profile: RevisionProfile): ToolOutcome<string> {
  const content = block.content.map((inner) => encodeContent(inner, profile))
  const { structured } = profile
  const keepsStructured = structured === 'any' || (structured === 'object' && isObject(block.structuredContent))
  return { ...(keepsStructured ? block : without(block, 'structuredContent')), content }
}

function assertTools({ sampleTools, revision }: RevisionProfile): void {
  if (!sampleTools) throw new OmniportError('unsupported', `Revision ${revision} has no tools in sampling`)
}
