import type { Cell } from './cell.js'
import { gatewayCells } from './gateway-cells.js'
import { officialCells } from './official-cells.js'
import { ourCells } from './our-cells.js'

/** The whole matrix, in the order of its tables. */
export const cells: readonly Cell[] = [...ourCells, ...officialCells, ...gatewayCells]
