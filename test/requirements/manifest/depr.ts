import { parseRequirements } from '../parse-requirements.js'

/** Requirements on features that are deprecated or removed. */
export const depr = parseRequirements(`
DEPR-01 | fact | both | 2025-03-26+ | The transport with SSE endpoints is deprecated. | deprecated
DEPR-02 | fact | both | 2026-07-28 | Roots, sampling, logging and dynamic client registration are deprecated and stay until 2027-07-28 at least; so are, since 2025-11-25, thisServer and allServers of includeContext. | deprecated, SEP-2577
DEPR-03 | SHOULD | both | 2026-07-28 | New implementations leave deprecated features alone, existing ones move away from them. | deprecated
DEPR-04 | MUST | both | 2026-07-28 | A deprecated feature stays specified and works in every revision that has it. | SEP-2596
DEPR-05 | SHOULD | both | 2026-07-28 | SDKs mark what is deprecated in their API (MAY: warn when it is used). | SEP-2577
DEPR-06 | fact | both | 2026-07-28 | Gone: initialize and initialized, ping, sessions, GET, DELETE and resumption, logging/setLevel, resources/subscribe and unsubscribe, roots/list_changed, elicitation/complete, -32002, -32042 and the tasks of the core. | changelog
`)
