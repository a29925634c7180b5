import MatrixReporter from '../matrix/reporter.js'
import { equalText, places } from './table.js'

/** Prints the crossing table as it came out, and what failed. The run fails where a cell differs. */
export default class CrossingReporter extends MatrixReporter {
  constructor() {
    super({ cells: places, wellText: equalText })
  }
}
