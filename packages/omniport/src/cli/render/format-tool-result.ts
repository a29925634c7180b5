import { type ToolResult, textOf } from '../../entries/client.js'
import type { WireContent } from '../../entries/protocol.js'
import { formatValue } from '../output/format-value.js'
import type { Page } from '../output/style.js'
import { formatContent, type SavedFiles } from './format-content.js'

/**
 * Formats the result of a tool: its content by type, and its structured value. What both say is printed once: JSON in a text as the
 * value, and a value that has nothing but the text as the text.
 */
export function formatToolResult(result: ToolResult<unknown>, page: Page, saved: SavedFiles = new Map()): string {
  const { content, structuredContent } = result
  const twin = structuredContent === undefined ? undefined : JSON.stringify(structuredContent)
  const blocks = content.filter((block) => twin === undefined || !isTwin(block, twin))
  const parts = blocks.map((block) => formatContent(block, page, saved))
  const isShown = structuredContent === undefined || isWrapped(structuredContent, textOf(result))
  const value = isShown ? [] : [formatValue(structuredContent, page)]
  return [...parts, ...value].join('\n') || page.style.faint('(nothing)')
}

/** True for an object whose one member is the text. */
function isWrapped(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const [member, ...others] = Object.values(value)
  return others.length === 0 && member === text && text !== ''
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
