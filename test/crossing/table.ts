import { type Cell, idOf, type Location } from '../matrix/cell.js'
import { renderMatrix } from '../matrix/render-matrix.js'
import { type CrossingCell, crossingCells } from './crossing-cells.js'

/** Where in the table a cell is; those of all clients are in one place. */
export function placeOf({ transport, feature, upstream }: CrossingCell): Location {
  return { table: `Upstreams over ${transport.name}`, row: feature.name, column: upstream }
}

/** The places of the table. `scenarios` is the number of client revisions that are compared. */
export const places: readonly Cell[] = [...groupedByPlace().values()]

/** The table in Markdown. */
export function renderCrossing(textOf: (cell: Cell) => string = equalText): string {
  const lines = [
    `${crossingCells.length.toLocaleString('en-US')} cells: ${countCells(true)} equal, ${countCells(false)} not applicable, 0 different.`,
    '',
    renderMatrix(places, textOf),
  ]
  return lines.join('\n')
}

/** What stands in a place when all is well. */
export function equalText({ scenarios }: Cell): string {
  return scenarios === 0 ? '–' : String(scenarios)
}

function countCells(isApplicable: boolean): string {
  return crossingCells.filter((cell) => cell.isApplicable === isApplicable).length.toLocaleString('en-US')
}

function groupedByPlace(): Map<string, Cell> {
  const byId = new Map<string, Cell>()
  for (const cell of crossingCells) {
    const place = placeOf(cell)
    const scenarios = (byId.get(idOf(place))?.scenarios ?? 0) + (cell.isApplicable ? 1 : 0)
    byId.set(idOf(place), { ...place, outcome: 'equal', scenarios })
  }
  return byId
}
