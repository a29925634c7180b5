import { isDeepStrictEqual } from 'node:util'
import type { ToolResult } from '../../../entries/client.js'
import type { SessionContext } from '../session/session-context.js'
import { type Part, partOf } from './parts.js'
import { showParts } from './show-parts.js'

/** Shows the result of a call, without text that only repeats the structured value. */
export async function showResult(
  context: SessionContext,
  called: { readonly server: string; readonly tool: string; readonly result: ToolResult<unknown> },
): Promise<void> {
  const { server, tool, result } = called
  const isBad = result.isError === true
  const title = isBad ? `${tool} failed` : `${tool} answered`
  await showParts(context, { server, title, parts: partsOf(result), json: result, isBad })
}

function partsOf({ content, structuredContent }: ToolResult<unknown>): readonly Part[] {
  if (structuredContent === undefined) return content.map(partOf)
  const others = content.filter((block) => block.type !== 'text' || !isSame(block.text, structuredContent))
  return [...others.map(partOf), { text: JSON.stringify(structuredContent, undefined, 2) }]
}

function isSame(text: string, value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), value)
  } catch {
    return false
  }
}
