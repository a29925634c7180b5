import { countColumns, fitColumns } from './columns.js'
import type { Page } from './style.js'

/**
 * Formats rows of harmless one-line cells; the first row is the heading. The last column is cut where the lines would be longer
 * than the page.
 */
export function formatTable(rows: readonly (readonly string[])[], { columns, style }: Page): string {
  const [heading = []] = rows
  const widths = heading.map((_, at) => Math.max(...rows.map((row) => countColumns(row[at] ?? ''))))
  const last = widths.length - 1
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + gap.length, 0)
  const room = Math.max(leastColumns, columns - before)
  return rows
    .map((row, at) => {
      const cells = row.map((cell, column) => (column === last ? shorten(cell, room) : pad(cell, widths[column] ?? 0)))
      const line = cells.join(gap).trimEnd()
      return at === 0 ? style.faint(line) : line
    })
    .join('\n')
}

const gap = '  '
const leastColumns = 20

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - countColumns(cell)))
}

/** Cuts harmless text to columns, and says so with `…`. */
export function shorten(text: string, columns: number): string {
  return countColumns(text) <= columns ? text : `${fitColumns(text, columns - 1)}…`
}
