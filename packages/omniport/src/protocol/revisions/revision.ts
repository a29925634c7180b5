/** The last revision that opens a session with `initialize`. Clients offer it there. */
export const newestLegacyRevision = '2025-11-25'

/** The revision of a message over HTTP that belongs to no session and names no revision, if its era is legacy. */
export const assumedRevision = '2025-03-26'

/** The newest revision: the shapes inside the library are its shapes. */
export const newestRevision = '2026-07-28'

/** The revisions with `initialize`, sessions and requests from the server, oldest first. */
export const legacyRevisions = ['2024-11-05', assumedRevision, '2025-06-18', newestLegacyRevision] as const

/** The revisions in which every request stands for itself, oldest first. */
export const modernRevisions = [newestRevision] as const

/** A revision with `initialize`, sessions and requests from the server. */
export type LegacyRevision = (typeof legacyRevisions)[number]

/** A revision in which every request stands for itself. */
export type ModernRevision = (typeof modernRevisions)[number]

/** One dated version of the protocol. */
export type Revision = LegacyRevision | ModernRevision

/** Every revision served here, oldest first. */
export const revisions: readonly Revision[] = [...legacyRevisions, ...modernRevisions]

/** *legacy*: stateful, opened by `initialize`. *modern*: every request stands for itself. */
export type Era = 'legacy' | 'modern'

/** Tells if a value names a revision served here. */
export function isRevision(value: unknown): value is Revision {
  return (revisions as readonly unknown[]).includes(value)
}
