import { parseRequirements } from '../parse-requirements.js'

/** Requirements on pagination. */
export const pag = parseRequirements(`
PAG-01 | MUST | client | all | Page size is the server's business; clients assume no fixed size. | server/utilities/pagination
PAG-02 | MUST | client | all | Cursors are opaque: no parsing, no modification. | server/utilities/pagination
PAG-03 | MUST | client | 2024-11-05..2025-11-25 | Cursors are not kept across sessions. | server/utilities/pagination
PAG-04 | MUST | client | 2026-07-28 | A cursor is absent only when missing or null: an empty string is a cursor, not the end of the list. | server/utilities/pagination
PAG-05 | SHOULD | client | all | A missing nextCursor means the end; support both paged and unpaged flows. | server/utilities/pagination
PAG-06 | SHOULD | server | all | Cursors are stable; invalid ones are handled gracefully with -32602. | server/utilities/pagination#error-handling
PAG-07 | fact | server | all | Paged methods: resources/list, resources/templates/list, prompts/list, tools/list (+ tasks/list in 2025-11-25). | server/utilities/pagination#operations-supporting-pagination
`)
