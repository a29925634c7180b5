import { cut } from '../../values/text/truncate.js'
import { countColumns } from './columns.js'
import { formatLine } from './format-line.js'
import { formatTable } from './format-table.js'
import { formatText } from './format-text.js'
import type { Page } from './style.js'

/** Formats a value for people: members by line, lists of alike flat objects as tables. */
export function formatValue(value: unknown, page: Page): string {
  return linesOf(value, page, 0).join('\n')
}

function linesOf(value: unknown, page: Page, depth: number): readonly string[] {
  if (typeof value === 'string') return formatText(value).split('\n')
  if (typeof value !== 'object' || value === null) return [String(value)]
  if (depth > deepest) return [formatLine(cut(JSON.stringify(value), longest))]
  if (!Array.isArray(value)) return membersOf(Object.entries(value), page, depth)
  if (value.length === 0) return [page.style.faint('(none)')]
  const rows = toRows(value, page.columns - depth * 2)
  if (rows !== undefined) return formatTable(rows, { ...page, columns: page.columns - depth * 2 }).split('\n')
  return value.flatMap((item) => {
    const [first = '', ...rest] = linesOf(item, page, depth + 1)
    return [`- ${first}`, ...rest.map((line) => `  ${line}`)]
  })
}

const deepest = 8
const longest = 200

function membersOf(entries: readonly (readonly [string, unknown])[], page: Page, depth: number): readonly string[] {
  if (entries.length === 0) return [page.style.faint('(empty)')]
  return entries.flatMap(([key, value]) => {
    const label = `${page.style.name(formatLine(key))}:`
    const lines = linesOf(value, page, depth + 1)
    const [only = ''] = lines
    const isShort = isScalar(value) && lines.length === 1 && countColumns(only) + key.length < page.columns - depth * 2
    return isShort ? [`${label} ${only}`] : [label, ...lines.map((line) => `  ${line}`)]
  })
}

/** Values without members: a line of their own says nothing more. */
function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0
}

/** Undefined unless all items are objects with the same few short values. */
function toRows(items: readonly unknown[], columns: number): readonly (readonly string[])[] | undefined {
  const [first] = items
  if (items.length < 2 || typeof first !== 'object' || first === null || Array.isArray(first)) return undefined
  const keys = Object.keys(first)
  if (keys.length === 0 || keys.length > mostColumns) return undefined
  const rows = items.map((item) => toRow(item, keys))
  if (rows.some((row) => row === undefined)) return undefined
  const table = [keys.map((key) => formatLine(key)), ...rows.flatMap((row) => (row === undefined ? [] : [row]))]
  const width = keys.reduce((sum, _, at) => sum + 2 + Math.max(...table.map((row) => countColumns(row[at] ?? ''))), 0)
  return width <= columns ? table : undefined
}

const mostColumns = 8

function toRow(item: unknown, keys: readonly string[]): readonly string[] | undefined {
  if (typeof item !== 'object' || item === null || Object.keys(item).some((key) => !keys.includes(key)))
    return undefined
  const cells = keys.map((key) => (item as Readonly<Record<string, unknown>>)[key])
  if (cells.some((cell) => typeof cell === 'object' && cell !== null)) return undefined
  return cells.map((cell) => (cell === undefined ? '' : formatLine(String(cell))))
}
