import { ConfigFault } from '../config-fault.js'
import type { FieldPath } from '../field-fault.js'

/** What a text says, in whichever format. */
export interface ParsedText {
  readonly value: unknown
  /** Where the member or item stands, from 1; undefined where that is not known. */
  lineOf(path: FieldPath): number | undefined
}

/** How deep objects and lists of a config file may nest. */
export const maxConfigDepth = 64

/** What is wrong with a file in which they nest deeper. */
export function tooDeep(): ConfigFault {
  return new ConfigFault(`nests deeper than ${maxConfigDepth} levels`)
}
