import { coverage } from './coverage.js'
import { knownGaps } from './known-gaps.js'
import type { Requirement } from './parse-requirements.js'
import { requirements } from './requirements.js'
import { shouldReasons } from './should-reasons.js'

/** The requirements, and what there is to say of each. */
export interface Evidence {
  readonly requirements: readonly Requirement[]
  /** The files that verify a requirement, by its id. */
  readonly tests: ReadonlyMap<string, readonly string[]>
  /** Why a MUST is not verified. */
  readonly gaps: ReadonlyMap<string, string>
  /** Why a SHOULD is nothing that a test could show. */
  readonly reasons: ReadonlyMap<string, string>
}

/** Reads the tests of this repository. */
export function evidence(): Evidence {
  return {
    requirements: [...requirements.values()],
    tests: coverage(),
    gaps: new Map(Object.entries(knownGaps)),
    reasons: new Map(Object.entries(shouldReasons)),
  }
}
