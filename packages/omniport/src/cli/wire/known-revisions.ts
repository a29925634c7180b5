import type { Revision } from '../../entries/protocol.js'

/** Revisions by what came with them, for messages that are written by hand. Newer ones follow. */
export const firstRevision = '2024-11-05'
export const batchRevision = '2025-03-26'
export const versionHeaderRevision = '2025-06-18'
export const newestLegacyRevision = '2025-11-25'
/** The first one without `initialize`, sessions and requests of the server. */
export const modernRevision = '2026-07-28'

export const isModern = (revision: Revision): boolean => revision >= modernRevision
export const isLegacy = (revision: Revision): boolean => revision < modernRevision

/** True if it has Streamable HTTP with sessions. */
export const hasSessions = (revision: Revision): boolean => isLegacy(revision) && revision > firstRevision
