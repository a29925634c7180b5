import { parseRequirements } from '../parse-requirements.js'

/** Requirements on Streamable HTTP. */
export const http = parseRequirements(`
HTTP-01 | MUST | server | 2025-03-26..2025-11-25 | One MCP endpoint path that supports both POST and GET. | basic/transports#streamable-http
HTTP-02 | MUST | server | 2026-07-28 | One MCP endpoint path that supports POST. | basic/transports/streamable-http
HTTP-03 | MUST | server | 2025-03-26+ | Validate Origin on every incoming connection. | basic/transports#security-warning, basic/transports/streamable-http#security-endpoint
HTTP-04 | MUST | server | 2025-11-25+ | Origin present and invalid gives HTTP 403 (body may be an id-less JSON-RPC error). | basic/transports#security-warning, basic/transports/streamable-http#security-endpoint
HTTP-05 | SHOULD | server | 2025-03-26+ | Local servers bind to 127.0.0.1 only; authenticate all connections. | basic/transports#security-warning, basic/transports/streamable-http#security-endpoint
HTTP-06 | MUST | client | 2025-03-26+ | Each client message is its own POST. | basic/transports#sending-messages-to-the-server, basic/transports/streamable-http#sending-messages
HTTP-07 | MUST | client | 2025-03-26+ | POST Accept lists application/json and text/event-stream. | basic/transports#sending-messages-to-the-server, basic/transports/streamable-http#sending-messages
HTTP-08 | MUST | client | 2025-03-26 | POST body: one message, or an array of requests/notifications, or an array of responses. | basic/transports#sending-messages-to-the-server
HTTP-09 | MUST | client | 2025-06-18..2025-11-25 | POST body: exactly one request, notification or response. | basic/transports#sending-messages-to-the-server
HTTP-10 | MUST | client | 2026-07-28 | POST body: exactly one request or notification; responses are never POSTed. | basic/transports/streamable-http#sending-messages
HTTP-11 | MUST | server | 2025-03-26+ | Accepted notification (legacy: or response, or a batch of only these) gives 202 with no body. | basic/transports#sending-messages-to-the-server, basic/transports/streamable-http#sending-messages
HTTP-12 | MUST | server | 2025-03-26+ | If it cannot be accepted: an HTTP error status; body may be an id-less JSON-RPC error. | basic/transports#sending-messages-to-the-server, basic/transports/streamable-http#sending-messages
HTTP-13 | MUST | server | 2025-03-26+ | A request is answered with application/json (one object; 2025-03-26 batch: may be an array) or text/event-stream, server's choice per request. | basic/transports#sending-messages-to-the-server, basic/transports/streamable-http#sending-messages
HTTP-14 | MUST | client | 2025-03-26+ | The client handles both forms. | basic/transports#sending-messages-to-the-server, basic/transports/streamable-http#sending-messages
HTTP-15 | SHOULD | server | 2025-03-26..2025-11-25 | The stream eventually carries the response to (each of) the POSTed request(s). | basic/transports#sending-messages-to-the-server
HTTP-16 | MAY | server | 2025-03-26..2025-11-25 | Before the response the stream may carry server requests and notifications (SHOULD relate to the request). | basic/transports#sending-messages-to-the-server
HTTP-17 | MUST | server | 2026-07-28 | Only notifications related to that request may precede the response; no server requests on any stream. | basic/transports/streamable-http#receiving-messages
HTTP-18 | SHOULD | server | 2025-03-26..2025-06-18 | Do not close the stream before all responses, unless the session expires. | basic/transports#sending-messages-to-the-server
HTTP-19 | MAY | server | 2025-11-25 | After an event id was sent the connection may be closed at any time without ending the stream (polling). | basic/transports#sending-messages-to-the-server
HTTP-20 | SHOULD | server | 2025-11-25 | Prime the stream at once with an event that has an id and empty data (SEP-1699 said MUST). | basic/transports#sending-messages-to-the-server
HTTP-21 | SHOULD | server | 2025-11-25 | Send an SSE retry field before closing a connection early. | basic/transports#sending-messages-to-the-server
HTTP-22 | MUST | client | 2025-11-25 | Wait the given retry milliseconds before reconnecting (the reconnect itself is SHOULD). | basic/transports#sending-messages-to-the-server
HTTP-23 | SHOULD | server | 2025-03-26+ | Terminate the stream after the final response. | basic/transports#sending-messages-to-the-server, basic/transports/streamable-http#sending-messages, basic/transports#receiving-messages, basic/transports/streamable-http#receiving-messages
HTTP-24 | SHOULD | server | 2025-03-26..2025-11-25 | A dropped connection is NOT a cancellation. | basic/transports#sending-messages-to-the-server
HTTP-25 | SHOULD | client | 2025-03-26..2025-11-25 | To cancel, send notifications/cancelled explicitly. | basic/transports#sending-messages-to-the-server
HTTP-26 | MUST | server | 2026-07-28 | A closed response stream IS the cancellation of that request; send nothing more for it, SHOULD stop work. | basic/transports/streamable-http#cancellation
HTTP-27 | fact | client | 2026-07-28 | Core defines no client notification on HTTP any more; notification POST headers are undefined, but 202/4xx rules still hold. | basic/transports/streamable-http#sending-messages
HTTP-28 | MAY | client | 2025-03-26..2025-11-25 | A GET (Accept: text/event-stream, MUST) may open a standalone stream. | basic/transports#listening-for-messages-from-the-server
HTTP-29 | MUST | server | 2025-03-26..2025-11-25 | GET is answered with an SSE stream or 405. | basic/transports#listening-for-messages-from-the-server
HTTP-30 | MAY | server | 2025-03-26..2025-11-25 | Server requests and notifications may flow on the GET stream (SHOULD be unrelated to running requests). | basic/transports#listening-for-messages-from-the-server
HTTP-31 | MUST | server | 2025-03-26..2025-11-25 | No JSON-RPC response on a GET stream except when resuming. | basic/transports#listening-for-messages-from-the-server
HTTP-32 | MAY | both | 2025-03-26..2025-11-25 | Either side may close the GET stream any time (2025-11-25: server SHOULD use the retry/polling pattern). | basic/transports#listening-for-messages-from-the-server
HTTP-33 | MAY | client | 2025-03-26..2025-11-25 | Several streams may be open at once. | basic/transports#multiple-connections
HTTP-34 | MUST | server | 2025-03-26..2025-11-25 | Each message goes to exactly one stream; never broadcast. | basic/transports#multiple-connections
HTTP-35 | MAY | server | 2025-03-26..2025-11-25 | SSE events may carry ids. | basic/transports#resumability-and-redelivery
HTTP-36 | MUST | server | 2025-03-26..2025-11-25 | Event ids are unique over all streams of the session (or of the client if sessionless). | basic/transports#resumability-and-redelivery
HTTP-37 | SHOULD | server | 2025-11-25 | Event ids encode the originating stream. | basic/transports#resumability-and-redelivery
HTTP-38 | SHOULD | client | 2025-03-26..2025-11-25 | Resume with GET + Last-Event-ID (2025-11-25: always GET, whatever opened the stream). | basic/transports#resumability-and-redelivery
HTTP-39 | MUST | server | 2025-03-26..2025-11-25 | On resume replay only messages of the disconnected stream (replay itself is MAY). | basic/transports#resumability-and-redelivery
HTTP-40 | MUST | client | 2026-07-28 | No resumption exists: a broken stream loses the request; re-issue as a new request with a new id. | changelog, basic/transports/streamable-http#receiving-messages
HTTP-41 | MAY | server | 2025-03-26..2025-11-25 | A session id may be returned in Mcp-Session-Id with the InitializeResult response. | basic/transports#session-management
HTTP-42 | SHOULD | server | 2025-03-26..2025-11-25 | Session id is globally unique and cryptographically secure. | basic/transports#session-management
HTTP-43 | MUST | server | 2025-03-26..2025-11-25 | Session id uses visible ASCII 0x21-0x7E only. | basic/transports#session-management
HTTP-44 | MUST | client | 2025-11-25 | Handle the session id as a secret. | basic/transports#session-management
HTTP-45 | MUST | client | 2025-03-26..2025-11-25 | Once received, send the session id on every later HTTP request (POST, GET, DELETE). | basic/transports#session-management
HTTP-46 | SHOULD | server | 2025-03-26..2025-11-25 | If a session id is required, requests without it (other than initialize) get 400. | basic/transports#session-management
HTTP-47 | MUST | server | 2025-03-26..2025-11-25 | A terminated session's id gets 404. | basic/transports#session-management
HTTP-48 | MUST | client | 2025-03-26..2025-11-25 | On 404 with a session id, start anew with initialize and no session header. | basic/transports#session-management
HTTP-49 | SHOULD | client | 2025-03-26..2025-11-25 | End an unneeded session with HTTP DELETE + session header (server may answer 405). | basic/transports#session-management
HTTP-50 | MUST | client | 2025-06-18..2025-11-25 | MCP-Protocol-Version header on every request after initialize (SHOULD be the negotiated version). | basic/transports#protocol-version-header
HTTP-51 | SHOULD | server | 2025-06-18..2025-11-25 | No header and no other knowledge of the version: assume 2025-03-26. | basic/transports#protocol-version-header
HTTP-52 | MUST | server | 2025-06-18..2025-11-25 | Invalid or unsupported header value gives 400. | basic/transports#protocol-version-header
HTTP-53 | MUST | client | 2026-07-28 | MCP-Protocol-Version header on EVERY POST, equal to _meta protocolVersion. | basic/transports/streamable-http#protocol-version-header
HTTP-54 | MUST | server | 2026-07-28 | Header/_meta version disagreement gives 400 + -32020. | basic/transports/streamable-http#protocol-version-header
HTTP-55 | MUST | server | 2026-07-28 | Unimplemented version gives 400 + -32022 with the supported list. | basic/transports/streamable-http#protocol-version-header
HTTP-56 | MUST | server | 2026-07-28 | Unimplemented method gives 404 + JSON-RPC -32601 body. | basic/transports/streamable-http#protocol-version-header
HTTP-57 | MUST | client | 2026-07-28 | Mcp-Method header = body method on all requests. | basic/transports/streamable-http#standard-request-headers
HTTP-58 | MUST | client | 2026-07-28 | Mcp-Name header = params.name for tools/call and prompts/get, params.uri for resources/read (and taskId for tasks/* of the extension). | basic/transports/streamable-http#standard-request-headers
HTTP-59 | MUST | client | 2026-07-28 | Mcp-Name that is not header-safe is sent as =?base64?...?=. | basic/transports/streamable-http#standard-request-headers, basic/transports/streamable-http#value-encoding
HTTP-60 | MUST | both | 2026-07-28 | Header names compare case-insensitively; header values are case-sensitive. | basic/transports/streamable-http#case-sensitivity
HTTP-61 | MUST | server | 2026-07-28 | A body-processing server rejects any missing, invalid or disagreeing required header with 400 AND a JSON-RPC error -32020. | basic/transports/streamable-http#server-validation
HTTP-62 | MUST | server | 2026-07-28 | Decode the base64 sentinel before comparing Mcp-Name / Mcp-Param-*. | basic/transports/streamable-http#server-validation
HTTP-63 | SHOULD | server | 2026-07-28 | Compare integer parameters numerically (42.0 equals 42). | basic/transports/streamable-http#server-validation
HTTP-64 | MUST | intermediary | 2026-07-28 | Intermediaries answer validation failures with an HTTP error status (JSON-RPC body optional) and forward unknown Mcp-Param-* headers untouched. | basic/transports/streamable-http#server-validation, basic/transports/streamable-http#server-behavior-for-custom-headers
HTTP-65 | SHOULD | intermediary | 2026-07-28 | Policy-enforcing intermediaries require a protocol version that mandates header/body validation, else reject. | basic/transports/streamable-http#server-validation
HTTP-66 | MAY | server | 2026-07-28 | A tool parameter may be annotated with x-mcp-header: name. | basic/transports/streamable-http#custom-headers
HTTP-67 | SHOULD | server | 2026-07-28 | Never annotate secrets or personal data with x-mcp-header. | server/tools#x-mcp-header
HTTP-68 | MUST | client | 2026-07-28 | HTTP clients support x-mcp-header and mirror values to Mcp-Param-{name}. | basic/transports/streamable-http#custom-headers
HTTP-69 | MUST | server | 2026-07-28 | x-mcp-header value: non-empty RFC 9110 token (1*tchar), no control characters, case-insensitively unique in the inputSchema. | basic/transports/streamable-http#schema-extension
HTTP-70 | MUST | server | 2026-07-28 | x-mcp-header only on integer, string, boolean (number forbidden); integers within +-(2^53-1). | basic/transports/streamable-http#schema-extension
HTTP-71 | MUST | server | 2026-07-28 | Annotated property is reachable from the root through "properties" keys only (not items, oneOf/anyOf/allOf/not, if/then/else, $ref); nesting in objects is fine. | basic/transports/streamable-http#schema-extension
HTTP-72 | MUST | client | 2026-07-28 | On HTTP a tool with any violating annotation is dropped from tools/list (log a warning, SHOULD); other tools survive; other transports may ignore annotations. | basic/transports/streamable-http#schema-extension
HTTP-73 | MUST | client | 2026-07-28 | Value present: header sent. Value null or absent: header omitted. | basic/transports/streamable-http#server-behavior-for-custom-headers
HTTP-74 | MUST | server | 2026-07-28 | Value present in body but header missing: reject; value null/absent: expect no header. | basic/transports/streamable-http#server-behavior-for-custom-headers
HTTP-75 | MUST | client | 2026-07-28 | String form: strings as is, integers decimal, booleans true/false lowercase. | basic/transports/streamable-http#value-encoding
HTTP-76 | MUST | client | 2026-07-28 | Non-ASCII, control characters, or leading/trailing whitespace: base64 of UTF-8 in =?base64?...?= (markers lowercase, exact). | basic/transports/streamable-http#value-encoding
HTTP-77 | MUST | client | 2026-07-28 | A plain value that itself looks like the sentinel is base64-encoded too. | basic/transports/streamable-http#value-encoding
HTTP-78 | MUST | server | 2026-07-28 | A recognized Mcp-Param-* with invalid characters (or bad base64) is rejected. | basic/transports/streamable-http#server-behavior-for-custom-headers
HTTP-79 | SHOULD | client | 2026-07-28 | After -32020 about Mcp-Param-*, refresh tools/list and retry. | basic/transports/streamable-http#client-behavior
HTTP-80 | MUST | client | 2026-07-28 | Headers are built from the most recently fetched inputSchema; if none was ever fetched, SHOULD send without Mcp-Param-*. | SEP-2243
HTTP-81 | MUST | server | 2026-07-28 | Mirrored header values are untrusted: re-check authorization for tenants, regions etc.; bound header size/number (413/431 handled by clients). | SEP-2243
HTTP-82 | SHOULD | server | 2026-07-28 | SSE responses carry X-Accel-Buffering: no. | basic/transports/streamable-http#receiving-messages
HTTP-83 | informal | server | 2026-07-28 | Long-lived streams emit periodic SSE comment lines; clients ignore comments. | basic/transports/streamable-http#receiving-messages
HTTP-84 | SHOULD | client | 2026-07-28 | Old servers of this transport: see INT; legacy behaviour comes from the negotiated revision's page. | basic/transports/streamable-http#earlier-streamable-http-revisions
`)
