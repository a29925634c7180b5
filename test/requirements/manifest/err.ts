import { parseRequirements } from '../parse-requirements.js'

/** Requirements on error codes. */
export const err = parseRequirements(`
ERR-01 | fact | both | all | -32700, -32600, -32601, -32602 and -32603 mean what they mean in JSON-RPC. | basic/index#error-codes, schema#error
ERR-02 | SHOULD | client | 2024-11-05..2025-11-25 | -1: the user rejected sampling. | client/sampling#error-handling
ERR-03 | SHOULD | server | 2024-11-05..2025-11-25, removed 2026-07-28 | -32002: resource not found. | server/resources#error-handling
ERR-04 | MAY | server | 2025-11-25, removed 2026-07-28 | -32042: URL elicitation required. | schema#urlelicitationrequirederror
ERR-05 | MUST | server | 2026-07-28 | -32020 is HeaderMismatch (HTTP 400). | schema#headermismatcherror
ERR-06 | MUST | server | 2026-07-28 | -32021 is MissingRequiredClientCapability (HTTP 400), with data.requiredCapabilities. | schema#missingrequiredclientcapabilityerror
ERR-07 | MUST | server | 2026-07-28 | -32022 is UnsupportedProtocolVersion (HTTP 400), with data{supported,requested}. | schema#unsupportedprotocolversionerror
ERR-08 | MUST | both | 2026-07-28 | -32000..-32019 are legacy: no new codes, and receivers read no meaning into them (except -32002). | basic/index#error-codes
ERR-09 | SHOULD | both | 2026-07-28 | New implementations emit none of -32000..-32019. | basic/index#error-codes
ERR-10 | MUST | both | 2026-07-28 | -32020..-32099 belong to the specification: no undefined code is emitted, and defined ones only with their meaning. | basic/index#error-codes
ERR-11 | MUST | both | 2026-07-28 | -32002 and -32042 are not emitted for 2026-07-28 requests. | basic/index#error-codes
ERR-12 | SHOULD | both | 2026-07-28 | Application codes lie outside -32768..-32000. | basic/index#error-codes
ERR-13 | informal | both | 2026-07-28 | Local errors (timeouts) must not look like errors from the peer. | basic/index#error-codes
ERR-14 | MUST | server | 2026-07-28 | HTTP status: 400 for -32020, -32021, -32022 and missing _meta (-32602); 404 for -32601; 200 is possible for errors raised inside a handler. | basic/transports/streamable-http, basic/index
ERR-15 | derived | server | all | The code is chosen by the era of the request, not of the process. | derived
`)
