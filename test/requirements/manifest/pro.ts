import { parseRequirements } from '../parse-requirements.js'

/** Requirements on progress. */
export const pro = parseRequirements(`
PRO-01 | MUST | both | all | Token is a string or integer, unique among the sender's active requests, placed in params._meta.progressToken. | basic/patterns/progress#progress-flow
PRO-02 | MUST | both | all | progress rises with each notification even when total is unknown; floats allowed. | basic/patterns/progress#progress-flow
PRO-03 | SHOULD | both | 2025-03-26+ | message is human-readable. | basic/patterns/progress#progress-flow
PRO-04 | MUST | both | all | Notifications refer only to tokens of active, in-progress requests. | basic/patterns/progress#behavior-requirements
PRO-05 | MUST | both | all | No progress after completion. | basic/patterns/progress#implementation-notes
PRO-06 | MAY | both | all | No progress, any frequency and no total are all fine. | basic/patterns/progress#behavior-requirements
PRO-07 | SHOULD | both | all | Active tokens are tracked and notifications rate-limited. | basic/patterns/progress#implementation-notes
PRO-08 | MUST | both | 2025-11-25 | With tasks the original token stays valid until the task is terminal, and stops then. | basic/utilities/progress
PRO-09 | fact | server | 2026-07-28 | Progress flows server to client only (request-scoped stream). | basic/patterns/progress, schema#clientnotification
`)
