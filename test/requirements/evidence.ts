import type { Revision } from '../wire/revisions.js'
import { coverage, coverageByRevision } from './coverage.js'
import { knownGaps } from './known-gaps.js'
import type { Requirement } from './parse-requirements.js'
import { requirements } from './requirements.js'
import { sameInEachRevision } from './revisions/same-in-each-revision.js'
import { shouldReasons } from './should-reasons.js'

/** The requirements, and what there is to say of each. */
export interface Evidence {
  readonly requirements: readonly Requirement[]
  /** The files that verify a requirement, by its id. */
  readonly tests: ReadonlyMap<string, readonly string[]>
  /** The revisions that a requirement is verified in, by its id. */
  readonly shown: ReadonlyMap<string, ReadonlySet<Revision>>
  /** Why a MUST needs no test in each of its revisions. */
  readonly same: ReadonlyMap<string, string>
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
    shown: coverageByRevision().shown,
    same: new Map(sameInEachRevision.flatMap(({ ids, reason }) => ids.map((id) => [id, reason] as const))),
    gaps: new Map(Object.entries(knownGaps)),
    reasons: new Map(Object.entries(shouldReasons)),
  }
}
