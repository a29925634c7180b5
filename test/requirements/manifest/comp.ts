import { parseRequirements } from '../parse-requirements.js'

/** Requirements on completion. */
export const comp = parseRequirements(`
COMP-01 | MUST | server | 2025-03-26+ | A server that completes arguments declares the completions capability. | server/utilities/completion#capabilities
COMP-02 | fact | client | all | ref/prompt has a name, ref/resource a uri or template; argument has name and value. | server/utilities/completion#reference-types
COMP-03 | fact | client | 2025-06-18+ | context.arguments carries already chosen arguments. | server/utilities/completion, changelog
COMP-04 | fact | server | all | At most 100 values; total and hasMore are optional. | server/utilities/completion#completion-results
COMP-05 | SHOULD | server | 2025-03-26+ | Errors: -32601 unsupported, -32602 bad ref or argument, -32603 internal. | server/utilities/completion#error-handling
COMP-06 | SHOULD | server | all | Values are sorted by relevance, matched fuzzily, rate-limited, inputs validated. | server/utilities/completion#implementation-considerations
COMP-07 | SHOULD | client | all | Clients debounce, cache where sensible, and cope with missing or partial results. | server/utilities/completion#implementation-considerations
COMP-08 | MUST | server | all | Completion inputs are validated, rate-limited, under access control, and disclose nothing. | server/utilities/completion#security
`)
