import { ConfigFault } from '../config-fault.js'
import type { FieldPath } from '../field-fault.js'

export interface ParsedText {
  readonly value: unknown
  /** Returns the line of a member or item, from 1; undefined if unknown. */
  lineOf(path: FieldPath): number | undefined
}

/** Limit of nested objects and lists in a config file. */
export const maxConfigDepth = 64

export function tooDeep(): ConfigFault {
  return new ConfigFault(`nests deeper than ${maxConfigDepth} levels`)
}
