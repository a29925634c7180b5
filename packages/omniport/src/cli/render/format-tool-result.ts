import type { ToolResult } from '../../entries/client.js'
import type { WireContent } from '../../entries/protocol.js'
import { formatValue } from '../output/format-value.js'
import type { Page } from '../output/style.js'
import { formatContent, type SavedFiles } from './format-content.js'

/** Formats the result of a tool: its content by type, and its structured value unless a text block says the same. */
export function formatToolResult(result: ToolResult<unknown>, page: Page, saved: SavedFiles = new Map()): string {
  const { content, structuredContent } = result
  const twin = structuredContent === undefined ? undefined : JSON.stringify(structuredContent)
  const blocks = content.filter((block) => twin === undefined || !isTwin(block, twin))
  const parts = blocks.map((block) => formatContent(block, page, saved))
  const value = structuredContent === undefined ? [] : [formatValue(structuredContent, page)]
  return [...parts, ...value].join('\n') || page.style.faint('(nothing)')
}

/** spec: server/tools#structured-content */
function isTwin(block: WireContent, json: string): boolean {
  if (block.type !== 'text') return false
  try {
    return JSON.stringify(JSON.parse(block.text)) === json
  } catch {
    return false
  }
}
