import type { Finding } from './finding.js'

/**
 * Words that are suspicious in a definition. A pattern is matched against plain text, and takes time in proportion to it
 * whatever that says: what repeats in it is bounded and cannot be split in two ways.
 */
export interface TextRule {
  readonly kind: Finding['kind']
  /** What such words do, for people. */
  readonly description: string
  readonly pattern: RegExp
  /** Where it matches the words before, they mean the contrary. */
  readonly unless?: RegExp | undefined
}
