import { parseRequirements } from '../parse-requirements.js'

/** Requirements on resources. */
export const res = parseRequirements(`
RES-01 | MUST | server | all | A server with resources declares the resources capability (subscribe and listChanged optional). | server/resources#capabilities
RES-02 | MUST | server | 2026-07-28 | resources/list is answered if declared, and its content does not vary by connection or side effect (authorization may matter). | server/resources#capabilities
RES-03 | SHOULD | server | all | With listChanged, send notifications/resources/list_changed. | server/resources#list-changed-notification
RES-04 | fact | client | 2024-11-05..2025-11-25, removed 2026-07-28 | resources/subscribe (and unsubscribe, in the schema only) with notifications/resources/updated, under the subscribe capability. | server/resources#subscriptions
RES-05 | fact | client | 2026-07-28 | Resources are subscribed to by subscriptions/listen with resourceSubscriptions[]; resources/subscribe and unsubscribe do not exist. | server/resources#subscriptions
RES-06 | SHOULD | server | 2024-11-05..2025-11-25 | An unknown resource is -32002. | server/resources#error-handling
RES-07 | MUST | server | 2026-07-28 | An unknown resource is -32602; -32002 is never emitted. | server/resources#error-handling, basic/index#error-codes
RES-08 | SHOULD | server | 2026-07-28 | data.uri names the missing resource. | SEP-2164, server/resources#error-handling
RES-09 | MUST | server | 2026-07-28 | A missing resource is never answered with an empty contents array. | server/resources#error-handling
RES-10 | SHOULD | server | all | Internal problems are -32603. | server/resources#error-handling
RES-11 | MUST | server | all | Resource URIs are validated. | server/resources#security-considerations
RES-12 | SHOULD | server | all | Access to sensitive resources is controlled. | server/resources#security-considerations
RES-13 | MUST | server | all | Binary data is properly (base64) encoded. | server/resources#security-considerations
RES-14 | SHOULD | server | all | Permissions are checked before operations. | server/resources#security-considerations
RES-15 | MUST | server | 2026-07-28 | Paths derived from file URIs are sanitized against traversal. | server/resources#security-considerations
RES-16 | SHOULD | server | all | https:// URIs only if the client can fetch the resource itself. | server/resources#common-uri-schemes
RES-17 | MAY | server | all | file:// need not map to a physical file; XDG types such as inode/directory may mark non-regular files. | server/resources#common-uri-schemes
RES-18 | MUST | server | 2025-06-18+ | Custom schemes follow RFC 3986. | server/resources#custom-uri-schemes
RES-19 | fact | server | all | Templates are RFC 6570 and listed by resources/templates/list; arguments completable through completion/complete. | server/resources#resource-templates
RES-20 | fact | server | all | Contents are text or base64 blob with uri and optional mimeType; one read may have several. | server/resources#resource-contents
RES-21 | fact | both | all | annotations: audience, priority 0..1; since 2025-06-18 lastModified (ISO 8601). | server/resources#annotations, schema#annotations
RES-22 | fact | server | 2025-06-18+ | Resource fields: size (in the schema since 2024-11-05); since 2025-06-18 title and _meta; 2025-11-25 icons. | schema#resource
RES-23 | MAY | server | 2026-07-28 | resources/read may be answered input_required. | server/resources#reading-resources
RES-24 | derived | server | all | One "not found" inside, -32002 to legacy peers and -32602 to modern ones; clients accept both in every era. | derived
`)
