/** One dated version of the protocol. */
export type Revision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28'

/** A revision with `initialize`, sessions and requests from the server. */
export type LegacyRevision = Exclude<Revision, '2026-07-28'>

/** Every revision served here, oldest first. */
export const revisions: readonly Revision[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

/** The newest revision that is opened by `initialize`. */
export const newestLegacyRevision = '2025-11-25' satisfies LegacyRevision

/** The newest revision. */
export const newestRevision = '2026-07-28' satisfies Revision

/** *legacy*: stateful, opened by `initialize`. *modern*: every request stands for itself. */
export type Era = 'legacy' | 'modern'

/** Whether a value names a revision served here. */
export function isRevision(value: unknown): value is Revision {
  return (revisions as readonly unknown[]).includes(value)
}
