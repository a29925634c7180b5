import { parseRequirements } from '../parse-requirements.js'

/** Requirements on roots. */
export const root = parseRequirements(`
ROOT-01 | MUST | client | all | A client with roots declares the capability. | client/roots#capabilities
ROOT-02 | MUST | client | 2024-11-05..2025-11-25 | With listChanged declared, every change is notified. | client/roots#root-list-changes
ROOT-03 | removed | client | 2026-07-28 | roots.listChanged and notifications/roots/list_changed do not exist. | changelog, schema#clientcapabilities
ROOT-04 | fact | server | all | roots/list gives roots[{uri, name?}] (since 2025-06-18 _meta too); in 2026-07-28 only as an input request. | client/roots#listing-roots, schema#listrootsresult
ROOT-05 | MUST | client | all | The URI of a root is a file:// URI. | client/roots#root
ROOT-06 | SHOULD | client | 2024-11-05..2025-11-25 | Without roots the answer is -32601, internal problems are -32603. | client/roots#error-handling
ROOT-07 | MUST | client | all | Only permitted roots are exposed; their URIs are validated against traversal, access to them is controlled, their accessibility monitored. | client/roots#security-considerations
ROOT-08 | SHOULD | server | all | The server copes with roots that vanish, stays within them, and validates every path against them. | client/roots#security-considerations
ROOT-09 | SHOULD | client | all | Users are asked before roots are exposed, manage them in a clear interface, and only accessible ones are exposed. | client/roots#implementation-guidelines
ROOT-10 | SHOULD | server | all | The capability is checked before asking; roots are cached, and (up to 2025-11-25) changes obeyed. | client/roots#implementation-guidelines
ROOT-11 | fact | server | 2026-07-28 | Roots inform the server; they are no boundary of access. | client/roots, schema#listrootsrequest
ROOT-12 | SHOULD | both | 2026-07-28 | The feature is deprecated: tool arguments, resource URIs or configuration take its place. | deprecated, SEP-2577
`)
