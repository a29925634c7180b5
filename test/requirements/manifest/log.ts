import { parseRequirements } from '../parse-requirements.js'

/** Requirements on logging. */
export const log = parseRequirements(`
LOG-01 | MUST | server | all | A server that emits notifications/message declares logging. | server/utilities/logging#capabilities
LOG-02 | fact | server | all | Levels debug, info, notice, warning, error, critical, alert, emergency (RFC 5424); optional logger; data any JSON. | server/utilities/logging#log-levels
LOG-03 | MAY | client | 2024-11-05..2025-11-25, removed 2026-07-28 | logging/setLevel sets the minimum level for the session (server then sends that level and above). | server/utilities/logging#setting-log-level
LOG-04 | fact | server | 2024-11-05..2025-11-25 | Without setLevel the server decides what to send. | schema#setlevelrequest
LOG-05 | MUST | server | 2026-07-28 | No notifications/message for a request whose _meta lacks io.modelcontextprotocol/logLevel. | server/utilities/logging#per-request-log-level
LOG-06 | MAY | server | 2026-07-28 | With logLevel present, messages of that level and above may be sent. | server/utilities/logging
LOG-07 | MUST | server | 2026-07-28 | Log messages travel only on the response stream of their own request - not on another request's, not on a listen stream. | server/utilities/logging
LOG-08 | SHOULD | server | 2026-07-28 | An unknown logLevel value is rejected with -32602. | server/utilities/logging#error-handling
LOG-09 | SHOULD | server | 2024-11-05..2025-11-25 | An unknown level in setLevel is -32602, a configuration error -32603. | server/utilities/logging#error-handling
LOG-10 | SHOULD | server | all | Rate-limit, add context, use stable logger names, drop secrets. | server/utilities/logging#implementation-considerations
LOG-11 | MAY | client | all | Clients may show, filter, search and store logs. | server/utilities/logging#implementation-considerations
LOG-12 | MUST | server | all | Log data holds no credentials, no personal identifiers, no internals that help an attacker. | server/utilities/logging#security
LOG-13 | SHOULD | both | all | Rate-limit, validate data fields, control access, monitor for sensitive content. | server/utilities/logging#security
LOG-14 | SHOULD | server | 2026-07-28 | The feature is deprecated: new servers use stderr or OpenTelemetry; existing ones still work. | deprecated, SEP-2577
`)
