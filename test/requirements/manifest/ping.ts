import { parseRequirements } from '../parse-requirements.js'

/** Requirements on ping. */
export const ping = parseRequirements(`
PING-01 | MUST | both | 2024-11-05..2025-11-25 | ping is answered promptly with an empty result, in either direction, at any time. | basic/utilities/ping
PING-02 | MAY | both | 2024-11-05..2025-11-25 | On timeout the connection may be considered stale, dropped, reconnected. | basic/utilities/ping
PING-03 | SHOULD | both | 2024-11-05..2025-11-25 | Ping periodically at a configurable rate, sensible timeouts, not excessively; log failures. | basic/utilities/ping
PING-04 | removed | both | 2026-07-28 | ping does not exist; a modern server answers -32601 (HTTP 404). | changelog, SEP-2575
`)
