import { parseRequirements } from '../parse-requirements.js'

/** Requirements on interworking of the eras. */
export const int = parseRequirements(`
INT-01 | SHOULD | client | 2026-07-28 | A dual-era client on stdio probes with server/discover (its preferred modern version in _meta) before anything else. | basic/transports/stdio#backward-compatibility
INT-02 | fact | client | 2026-07-28 | A stdio probe answered with a DiscoverResult: the server is modern, choose from supportedVersions. | basic/transports/stdio#backward-compatibility
INT-03 | MUST | client | 2026-07-28 | A stdio probe answered with a modern error (-32022 and the like): the server is modern; use a version it lists, never fall back to initialize. | basic/transports/stdio#backward-compatibility
INT-04 | fact | client | 2026-07-28 | A stdio probe answered with any other error, or not within a reasonable time: the server is legacy; initialize. | basic/transports/stdio#backward-compatibility
INT-05 | MUST | client | 2026-07-28 | The fallback decision is not tied to one particular error code (legacy servers answer -32601, -32602, others, or nothing). | basic/transports/stdio#backward-compatibility
INT-06 | SHOULD | client | 2026-07-28 | A modern-only stdio client probes too, to fail deterministically instead of having an era-ambiguous method run under legacy rules. | basic/transports/stdio
INT-07 | MAY | client | 2026-07-28 | A dual-era client on HTTP may attempt a modern request first. | basic/transports/streamable-http#backward-compatibility
INT-08 | SHOULD | client | 2026-07-28 | On HTTP 400 look at the body before falling back: one with -32020, -32021 or -32022 means a modern server, to be retried or corrected; an empty or unrecognized one means initialize. | basic/transports/streamable-http#backward-compatibility
INT-09 | fact | client | 2026-07-28 | The compatibility matrix widens the fallback to any 4xx without a modern body, down to HTTP+SSE. | basic/versioning#compatibility-matrix
INT-10 | SHOULD | client | 2026-07-28 | Cache the era per server process (stdio) or origin (HTTP); may be persisted; re-probe when the assumption fails. | basic/versioning
INT-11 | MAY | server | 2026-07-28 | A server may serve both eras, concurrently, on one endpoint or process. | basic/versioning
INT-12 | fact | server | 2026-07-28 | Dual-era dispatch: a request with modern _meta is served statelessly; initialize opens legacy semantics, scoped to the stdio process or the HTTP session. | basic/versioning
INT-13 | SHOULD | server | 2026-07-28 | A modern-only server answers GET and DELETE on the MCP endpoint with 405. | basic/transports/streamable-http#earlier-streamable-http-revisions
INT-14 | SHOULD | server | 2026-07-28 | A modern-only server ignores Mcp-Session-Id (never mints or echoes it) and Last-Event-ID. | basic/transports/streamable-http#earlier-streamable-http-revisions
INT-15 | MAY | server | 2026-07-28 | A server for clients older than 2025-06-18 may treat a POST without MCP-Protocol-Version as 2025-03-26. | basic/transports/streamable-http#protocol-version-header
INT-16 | MUST | server | 2026-07-28 | A server not for clients older than 2025-06-18 rejects a POST without MCP-Protocol-Version (400, -32020). | basic/transports/streamable-http#protocol-version-header
INT-17 | fact | server | 2025-03-26+ | To serve 2024-11-05 HTTP clients keep the old SSE GET endpoint and POST endpoint beside the MCP endpoint. | basic/transports#backwards-compatibility
INT-18 | fact | client | 2025-03-26..2025-06-18 | Detection of the old transport: POST an InitializeRequest; on any 4xx issue a GET and expect an endpoint event first. | basic/transports#backwards-compatibility
INT-19 | fact | client | 2025-11-25 | Detection of the old transport as before, but only on 400, 404 or 405. | basic/transports#backwards-compatibility
INT-20 | fact | client | 2026-07-28 | Detection of the old transport on 400, 404 or 405, and only if the body is no modern JSON-RPC error. | basic/transports/streamable-http#http-sse-transport-2024-11-05
INT-21 | SHOULD | client | 2026-07-28 | Accept -32002 as "resource not found" from older servers. | server/resources#error-handling
INT-22 | fact | both | 2026-07-28 | A legacy client cannot reach a modern-only server (no fall-forward exists). | basic/versioning
INT-23 | derived | server | all | initialize never grants 2026-07-28 or later: it is answered with the newest legacy version instead. | derived
INT-24 | derived | server | all | A request is modern by header or by _meta: a 2026-07-28 version header without _meta is a malformed modern request (-32602), never a legacy one. | derived
INT-25 | derived | server | all | initialize (or ping, setLevel, subscribe) with modern _meta is a modern request: 404 and -32601, even on a dual-era server. | derived
INT-26 | derived | client | all | supportedVersions and data.supported may mix eras: pick a mutual modern version, else initialize with the newest mutual legacy one. | derived
INT-27 | derived | client | all | Authentication outcomes (401/403), 5xx and network failures are not evidence about the era; finish auth, then probe. | derived
INT-28 | derived | client | all | On HTTP use server/discover as the probe as well: it exists on every modern server, so -32601 for it means legacy; a 200 to tools/call proves nothing. | derived
INT-29 | derived | server | all | Results of legacy requests are projected to their revision: no resultType, ttlMs and cacheScope; error codes, content blocks and schemas mapped. | derived
`)
