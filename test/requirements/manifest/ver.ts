import { parseRequirements } from '../parse-requirements.js'

/** Requirements on versions and lifecycle. */
export const ver = parseRequirements(`
VER-01 | MUST | both | 2024-11-05..2025-11-25 | initialize is the first interaction on a connection. | basic/lifecycle#initialization
VER-02 | MUST | client | 2024-11-05..2025-11-25 | initialize carries protocolVersion, capabilities, clientInfo{name,version}. | basic/lifecycle#initialization
VER-03 | MUST | server | 2024-11-05..2025-11-25 | The answer carries protocolVersion, capabilities, serverInfo (instructions optional in every legacy schema). | basic/lifecycle#initialization, schema#initializeresult
VER-04 | MUST | client | 2024-11-05..2025-11-25 | After a successful answer send notifications/initialized. | basic/lifecycle#initialization
VER-05 | SHOULD | client | 2024-11-05..2025-11-25 | Before the initialize answer send nothing but ping. | basic/lifecycle#initialization
VER-06 | SHOULD | server | 2024-11-05..2025-11-25 | Before notifications/initialized send nothing but ping and log messages. | basic/lifecycle#initialization
VER-07 | MUST | client | 2024-11-05..2025-11-25 | Offer a version the client supports (SHOULD be its newest legacy one). | basic/lifecycle#version-negotiation
VER-08 | MUST | server | 2024-11-05..2025-11-25 | Echo the offered version if supported, otherwise answer with another supported version (SHOULD be the newest) instead of failing. | basic/lifecycle#version-negotiation
VER-09 | SHOULD | client | 2024-11-05..2025-11-25 | Disconnect when the answered version is not supported (schema comment in every legacy revision says MUST). | basic/lifecycle#version-negotiation, schema#initializeresult
VER-10 | MUST | both | SHOULD 2024-11-05..2025-03-26, 2025-06-18..2025-11-25 | Keep to the negotiated version and to negotiated capabilities only. | basic/lifecycle#operation
VER-11 | fact | server | 2024-11-05..2025-11-25 | A failed initialization is illustrated by -32602 with data.supported and data.requested. | basic/lifecycle#error-handling
VER-12 | SHOULD | both | 2024-11-05..2025-11-25 | Be prepared for version mismatch, capability failure and timeouts. | basic/lifecycle#error-handling
VER-13 | SHOULD | both | all | Every sent request has a timeout (since 2025-03-26: on expiry cancel and stop waiting, per-request configurable; hard maximum even if progress resets the clock, which is optional). | basic/lifecycle#timeouts, basic/patterns/cancellation#timeouts
VER-14 | fact | both | 2024-11-05..2025-11-25 | Shutdown over HTTP is closing the HTTP connections; no shutdown message exists. | basic/lifecycle#shutdown
VER-15 | MUST | client | 2026-07-28 | Every request carries _meta["io.modelcontextprotocol/protocolVersion"] and _meta["io.modelcontextprotocol/clientCapabilities"] (an empty object means none). | basic/index#_meta
VER-16 | SHOULD | client | 2026-07-28 | Every request also carries _meta["io.modelcontextprotocol/clientInfo"] unless configured not to. | basic/index#_meta, SEP-2575
VER-17 | MUST | server | 2026-07-28 | A request lacking a required _meta field is rejected with -32602; on HTTP status 400. | basic/index#_meta
VER-18 | SHOULD | server | 2026-07-28 | Every result carries _meta["io.modelcontextprotocol/serverInfo"] unless configured not to. | basic/index#_meta
VER-19 | SHOULD | both | 2026-07-28 | clientInfo and serverInfo are display data: they never change behaviour or decide about security. | basic/index#_meta
VER-20 | MUST | server | 2026-07-28 | A version the server does not implement (unknown or switched off) is answered with -32022, data{supported[],requested}; HTTP 400. | basic/versioning#protocol-version-negotiation
VER-21 | SHOULD | client | 2026-07-28 | On -32022 pick a mutual version from data.supported and retry, or surface the failure. | basic/versioning
VER-22 | MUST | server | 2026-07-28 | server/discover is implemented by every modern server. | server/discover
VER-23 | MAY | client | 2026-07-28 | Calling server/discover is optional; any method may be the first request. | server/discover#when-to-call
VER-24 | fact | server | 2026-07-28 | DiscoverResult: resultType, supportedVersions[], capabilities, instructions?, ttlMs, cacheScope; the identity is in _meta only. | server/discover, schema#discoverresult, SEP-2575
VER-25 | MUST | server | 2026-07-28 | Client capabilities count only for the request that declares them. | schema#requestmetaobject, basic/index#_meta
VER-26 | MUST | server | 2026-07-28 | If a needed client capability was not declared: error -32021 with data.requiredCapabilities (a ClientCapabilities object); HTTP 400. | basic/index#_meta
VER-27 | SHOULD | server | 2026-07-28 | A modern-only server names its supported versions in whatever error it returns to initialize, on any transport. | basic/versioning#backward-compatibility-with-initialization-based-versions
VER-28 | fact | both | all | Version identifiers are YYYY-MM-DD strings; compare for equality, order lexically. | learn/versioning
VER-29 | MUST | both | 2026-07-28 | Extension identifiers obey _meta key rules with a mandatory prefix and sit in capabilities.extensions{id: settings object}. | basic/versioning#extension-negotiation
VER-30 | MUST | both | 2026-07-28 | If only one side supports an extension, it falls back to core behaviour or rejects with a fitting error. | basic/versioning, SEP-2133
VER-31 | SHOULD | both | 2026-07-28 | Extensions document their fallback. | basic/versioning
VER-32 | MUST | both | 2026-07-28 | SDK support for an extension is off until the developer opts in; a breaking change takes a new identifier. | SEP-2133
`)
