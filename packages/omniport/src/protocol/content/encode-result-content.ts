import { isObject } from '../../values/json/is-object.js'
import { without } from '../../values/json/without.js'
import type { Binary, Content } from '../model/content.js'
import type { CallToolResult, GetPromptResult, ReadResourceResult } from '../model/results.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'
import { encodeContent, encodeContents } from './encode-content.js'

/** Encodes the content in a result for a revision. A result without content is returned unchanged. */
export function encodeResultContent(method: string, result: object, profile: RevisionProfile): object {
  switch (method) {
    case 'tools/call':
      return encodeToolResult(result as CallToolResult, profile)
    case 'resources/read': {
      const { contents, ...rest } = result as ReadResourceResult<Binary>
      return { ...rest, contents: contents.map((part) => encodeContents(part, profile)) }
    }
    case 'prompts/get': {
      const { messages, ...rest } = result as GetPromptResult<Binary>
      return {
        ...rest,
        messages: messages.map(({ role, content }) => ({ role, content: encodeContent(content, profile) })),
      }
    }
    default:
      return result
  }
}

function encodeToolResult(result: CallToolResult, profile: RevisionProfile): object {
  const { structured } = profile
  const { content, structuredContent } = result
  const encoded = content.map((block: Content) => encodeContent(block, profile))
  const keeps = structured === 'any' || (structured === 'object' && isObject(structuredContent))
  if (!keeps && structuredContent !== undefined) return { ...without(result, 'structuredContent'), content: encoded }
  return encoded.every((block, at) => block === content[at]) ? result : { ...result, content: encoded }
}
