import process from 'node:process'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { type Cell, idOf } from './cell.js'
import { cells as matrixCells } from './cells.js'
import { renderMatrix, wellText } from './render-matrix.js'

/** The tables that are printed. */
export interface ReportedTables {
  readonly cells: readonly Cell[]
  /** What a cell says when all is well. */
  readonly wellText: (cell: Cell) => string
}

/** Prints the matrix as it came out, and what failed. The run fails where a cell is not as the matrix has it. */
export default class MatrixReporter implements Reporter {
  readonly #equal = new Map<string, number>()
  readonly #failed = new Set<string>()
  readonly #tables: ReportedTables

  constructor(tables: ReportedTables = { cells: matrixCells, wellText }) {
    this.#tables = tables
  }

  onTestCaseResult(test: TestCase): void {
    const { cell, equal = 0 } = test.meta()
    const { state, errors = [] } = test.result()
    if (state === 'failed') this.#tellOf(test.fullName, errors)
    if (cell === undefined) return
    if (state === 'passed') this.#equal.set(cell, (this.#equal.get(cell) ?? 0) + equal)
    else this.#failed.add(cell)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failure[]): void {
    for (const module of modules) {
      this.#tellOf(module.relativeModuleId, module.errors())
      for (const suite of module.children.allSuites()) this.#tellOf(suite.fullName, suite.errors())
    }
    this.#tellOf('outside of tests', unhandled)
    const { cells } = this.#tables
    process.stdout.write(`${renderMatrix(cells, (cell) => this.#textOf(cell))}\n`)
    const wrong = cells.filter((cell) => !this.#isWell(cell))
    const played = cells.reduce((sum, { scenarios }) => sum + scenarios, 0)
    process.stdout.write(`${cells.length} cells, ${played} scenarios; ${wrong.length} cells are not as they must be\n`)
    if (wrong.length > 0) process.exitCode = 1
  }

  #textOf(cell: Cell): string {
    if (this.#isWell(cell)) return this.#tables.wellText(cell)
    return `FAILED: ${this.#equal.get(idOf(cell)) ?? 0} of ${cell.scenarios}`
  }

  #isWell(cell: Cell): boolean {
    const id = idOf(cell)
    return !this.#failed.has(id) && this.#equal.get(id) === cell.scenarios
  }

  #tellOf(name: string, errors: readonly Failure[]): void {
    for (const { message, diff = '' } of errors) process.stdout.write(`FAILED ${name}\n${message}\n${diff}\n\n`)
    if (errors.length > 0) process.exitCode = 1
  }
}

interface Failure {
  readonly message?: string
  readonly diff?: string
}
