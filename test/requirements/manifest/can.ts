import { parseRequirements } from '../parse-requirements.js'

/** Requirements on cancellation. */
export const can = parseRequirements(`
CAN-01 | MUST | both | 2024-11-05..2025-11-25 | Cancel only own requests (same direction) believed in flight. | basic/utilities/cancellation
CAN-02 | MUST | client | 2026-07-28 | Cancel only own requests believed in flight. | basic/patterns/cancellation
CAN-03 | MUST | client | 2024-11-05..2025-11-25 | initialize is never cancelled. | basic/utilities/cancellation
CAN-04 | MUST | both | 2025-11-25 | Task-augmented requests are cancelled with tasks/cancel, never with the notification. | basic/utilities/cancellation
CAN-05 | SHOULD | both | all | Receiver stops work, frees resources, sends no response. | basic/patterns/cancellation#behavior-requirements
CAN-06 | MAY | both | all | Receiver may ignore unknown, finished or uncancellable ids. | basic/patterns/cancellation#behavior-requirements
CAN-07 | SHOULD | both | all | Sender ignores a response that arrives later. | basic/patterns/cancellation#behavior-requirements
CAN-08 | MUST | both | all | Both sides survive cancel/response races. | basic/patterns/cancellation#timing-considerations
CAN-09 | SHOULD | both | all | Malformed or unknown cancellations are ignored. | basic/patterns/cancellation#error-handling
CAN-10 | SHOULD | both | all | Reasons are logged, and UIs show that cancellation was requested. | basic/patterns/cancellation#implementation-notes
CAN-11 | SHOULD | client | 2026-07-28 | Cancellation is sent when a request should end: on HTTP by closing its stream, on stdio by notification (each a MUST as the mechanism). | basic/patterns/cancellation#transport-specific-cancellation
CAN-12 | MUST | server | 2026-07-28 | notifications/cancelled from the server refers only to a subscriptions/listen request. | basic/patterns/cancellation
CAN-13 | MUST | server | 2026-07-28 | On tearing a subscription down the server sends notifications/cancelled for it (the schema limits this to stdio, and the subscriptions page asks for a listen result instead, as SHOULD). | basic/patterns/cancellation, basic/patterns/subscriptions#graceful-closure
CAN-14 | fact | both | all | requestId is required in the notification except in the 2025-11-25 schema, where it is optional. | schema#cancellednotificationparams
`)
