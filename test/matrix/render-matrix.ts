import { type Cell, idOf } from './cell.js'

/** The matrix as Markdown: a table under a heading for each of its tables; `textOf` is what stands in a cell. */
export function renderMatrix(cells: readonly Cell[], textOf: (cell: Cell) => string): string {
  const tables = valuesOf(cells, 'table').map((table) => {
    const own = cells.filter((cell) => cell.table === table)
    return `### ${table}\n\n${renderTable(own, textOf)}\n`
  })
  return tables.join('\n')
}

/** What a cell comes to when all is well. */
export function wellText({ outcome, scenarios }: Cell): string {
  return scenarios === 0 ? outcome : `${outcome}: ${scenarios}`
}

function renderTable(cells: readonly Cell[], textOf: (cell: Cell) => string): string {
  const [rows, columns] = [valuesOf(cells, 'row'), valuesOf(cells, 'column')]
  const byId = new Map(cells.map((cell) => [idOf(cell), textOf(cell)]))
  const { table = '' } = cells[0] ?? {}
  const body = rows.map((row) => [row, ...columns.map((column) => byId.get(idOf({ table, row, column })) ?? '')])
  const lines = [['', ...columns], ...body]
  const widths = lines[0]?.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0), 3)) ?? []
  const [head = '', ...rest] = lines.map((line) => framed(line.map((text, index) => text.padEnd(widths[index] ?? 0))))
  return [head, framed(widths.map((width) => '-'.repeat(width))), ...rest].join('\n')
}

function framed(texts: readonly string[]): string {
  return `| ${texts.join(' | ')} |`
}

function valuesOf(cells: readonly Cell[], name: 'table' | 'row' | 'column'): readonly string[] {
  return [...new Set(cells.map((cell) => cell[name]))]
}
