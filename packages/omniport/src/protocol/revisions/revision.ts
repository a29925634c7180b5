/** The last revision that opens a session with `initialize`: what a client offers there. */
export const newestLegacyRevision = '2025-11-25'

/** The newest revision: the shapes inside the library are its shapes. */
export const newestRevision = '2026-07-28'

/** One dated version of the protocol. */
export type Revision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28'

/** A revision with `initialize`, sessions and requests from the server. */
export type LegacyRevision = Exclude<Revision, '2026-07-28'>

/** Every revision served here, oldest first. */
export const revisions: readonly Revision[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

/** *legacy*: stateful, opened by `initialize`. *modern*: every request stands for itself. */
export type Era = 'legacy' | 'modern'

/** Whether a value names a revision served here. */
export function isRevision(value: unknown): value is Revision {
  return (revisions as readonly unknown[]).includes(value)
}
