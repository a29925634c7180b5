import type { Revision } from '../../../entries/protocol.js'

/** What one check of one revision found. */
export interface CheckOutcome {
  readonly revision: Revision
  readonly name: string
  readonly title: string
  readonly requirements: readonly string[]
  readonly outcome: 'pass' | 'fail' | 'warning'
  /** What the server did. */
  readonly problem?: string | undefined
}

/** The checks of a server. */
export interface CheckReport {
  readonly target: string
  readonly transport: 'stdio' | 'http'
  /** Those that it speaks over HTTP+SSE, and not over Streamable HTTP. */
  readonly sse: readonly Revision[]
  /** Those that were checked: the server speaks them. */
  readonly revisions: readonly Revision[]
  readonly checks: readonly CheckOutcome[]
  readonly counts: { readonly pass: number; readonly fail: number; readonly warning: number }
}

export function countOutcomes(checks: readonly CheckOutcome[]): CheckReport['counts'] {
  const count = (outcome: CheckOutcome['outcome']) => checks.filter((check) => check.outcome === outcome).length
  return { pass: count('pass'), fail: count('fail'), warning: count('warning') }
}
