import { parseRequirements } from '../parse-requirements.js'

/** Requirements on the transport of 2024-11-05, HTTP with SSE. */
export const sse = parseRequirements(`
SSE-01 | MUST | server | 2024-11-05 | Two endpoints: an SSE (GET) endpoint and a POST endpoint. | basic/transports#http-with-sse
SSE-02 | MUST | server | 2024-11-05 | On connect the server sends an "endpoint" event whose data is the POST URI. | basic/transports#http-with-sse
SSE-03 | MUST | client | 2024-11-05 | All later client messages are POSTed to that URI. | basic/transports#http-with-sse
SSE-04 | fact | server | 2024-11-05 | Server messages are SSE "message" events with the JSON in data. | basic/transports#http-with-sse
SSE-05 | MUST | server | 2024-11-05 | Validate Origin on all connections (DNS rebinding). | basic/transports#security-warning
SSE-06 | SHOULD | server | 2024-11-05 | Bind to 127.0.0.1 when local; authenticate all connections. | basic/transports#security-warning
SSE-07 | fact | both | 2024-11-05 | Closing the HTTP connection ends the session; there is no session header and no POST status code rule in the text. | basic/lifecycle#shutdown
SSE-08 | SHOULD | both | fact 2025-03-26..2025-11-25, 2026-07-28 | Deprecated since 2025-03-26; 2026-07-28: new implementations SHOULD NOT adopt, existing SHOULD migrate. | deprecated, basic/transports/streamable-http#http-sse
SSE-09 | derived | client | all | Resolve a relative endpoint URI against the SSE URL and refuse a cross-origin one (token leakage). | derived
`)
