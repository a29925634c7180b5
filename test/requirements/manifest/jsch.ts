import { parseRequirements } from '../parse-requirements.js'

/** Requirements on JSON Schema. */
export const jsch = parseRequirements(`
JSCH-01 | MUST | both | 2025-11-25+ | A schema without $schema is 2020-12, which both sides support. | basic/index#json-schema-usage
JSCH-02 | MUST | both | 2025-11-25+ | Schemas are validated in their declared or default dialect; an unsupported dialect yields a proper error. | basic/index#implementation-requirements
JSCH-03 | MUST | server | 2025-11-25+ | Schemas are valid in their dialect. | basic/index#schema-validation
JSCH-04 | SHOULD | both | 2025-11-25+ | Document the supported dialects. | basic/index#implementation-requirements
JSCH-05 | MUST | both | 2026-07-28 | A $ref that points to the network is never fetched automatically; only local references are. | basic/index#ref-resolution
JSCH-06 | MUST | both | 2026-07-28 | An opt-in mode that fetches is off by default (SHOULD: host allowlist, timeouts, size limits). | basic/index#ref-resolution
JSCH-07 | SHOULD | both | 2026-07-28 | A schema with an unresolved external $ref is rejected, not treated as permissive. | basic/index#ref-resolution
JSCH-08 | SHOULD | both | 2026-07-28 | Depth, number of subschemas and time of validation are bounded (composition keywords). | basic/index#composition-keyword-resource-use
JSCH-09 | derived | both | all | The rules for $ref and bounds apply to every era: schemas of legacy tools are as hostile. | derived
`)
