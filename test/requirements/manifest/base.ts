import { parseRequirements } from '../parse-requirements.js'

/** Requirements on the base protocol: messages, ids, batches, `_meta`, statelessness. */
export const base = parseRequirements(`
BASE-01 | MUST | both | all | Every message is a JSON-RPC 2.0 object with jsonrpc exactly "2.0". | basic/index#messages
BASE-02 | MUST | both | all | A request carries an id that is a string or an integer; floats, booleans, objects are invalid. | basic/index#requests
BASE-03 | MUST | both | all | A request id is never null. | basic/index#requests
BASE-04 | MUST | both | 2024-11-05..2025-11-25 | An id is never reused by the same sender for the whole session, even after its response arrived. | basic/index#requests
BASE-05 | MUST | both | 2026-07-28 | An id only has to differ from ids of the sender's own still-unanswered requests (reuse after the answer is legal). | basic/index#requests, SEP-2567
BASE-06 | MUST | both | all | A response repeats the id of its request with the same JSON type. | basic/index#responses
BASE-07 | MUST | both | 2024-11-05..2025-06-18, fact 2025-11-25+ | A response has exactly one of result and error (two distinct types since 2025-11-25). | basic/index#responses
BASE-08 | MUST | both | fact 2024-11-05..2025-06-18, 2025-11-25+ | An error response may omit its id only if the id of the request could not be read; the schemas before 2025-11-25 require an id, though HTTP prose of 2025-03-26 and 2025-06-18 allows a body without. | basic/index#error-responses, schema#jsonrpcerror
BASE-09 | MUST | both | all | error has an integer code and a message; data is optional and of any type. | basic/index#error-responses
BASE-10 | SHOULD | both | all | error.message is one short sentence. | schema#error
BASE-11 | MUST | both | all | A notification has no id. | basic/index#notifications
BASE-12 | MUST | both | fact 2024-11-05, 2025-03-26+ | The receiver of a notification never answers it. | basic/index#notifications
BASE-13 | MUST | both | 2025-03-26 | A JSON-RPC batch (array) must be received. | basic/index#batching
BASE-14 | MAY | both | 2025-03-26 | Sending batches is optional. | basic/index#batching
BASE-15 | MUST | client | 2025-03-26 | initialize is never an element of a batch. | basic/lifecycle#initialization
BASE-16 | fact | both | 2024-11-05, removed 2025-03-26, 2025-06-18+ | Outside 2025-03-26 a JSON array on the wire is not a valid MCP message (no batch type in the schema). | changelog, schema#jsonrpcmessage
BASE-17 | MUST | both | 2025-03-26+ | Messages are UTF-8 (2024-11-05 is silent). | basic/transports, basic/transports/index#messages
BASE-18 | fact | both | 2024-11-05..2025-11-25 | Either side may issue requests; server-to-client requests are ordinary JSON-RPC requests. | basic/index#requests
BASE-19 | MUST | server | 2026-07-28 | The server never initiates a JSON-RPC request on any transport. | basic/patterns/index
BASE-20 | MUST | client | 2026-07-28 | The client never sends a JSON-RPC response. | basic/patterns/index, basic/transports/stdio#sending-messages, basic/transports/streamable-http#sending-messages
BASE-21 | MUST | server | 2026-07-28 | Every result object has a string resultType ("complete" or "input_required" in core). | basic/index#result-responses
BASE-22 | MUST | client | 2026-07-28 | A result without resultType (older peer) is read as "complete". | basic/index#resulttype
BASE-23 | MUST | client | 2026-07-28 | A resultType the client does not know makes the response invalid. | basic/index#resulttype
BASE-24 | MUST | both | 2026-07-28 | The accepted set of resultType values is core plus those of extensions actually advertised. | basic/index#resulttype
BASE-25 | MUST | server | 2026-07-28 | Nothing about a request (version, identity, capabilities) is inferred from earlier requests on the same connection. | basic/index#statelessness
BASE-26 | MUST | both | 2026-07-28 | State that spans requests travels as an explicit identifier in each request. | basic/index#statelessness
BASE-27 | SHOULD | server | 2026-07-28 | Be ready for interleaved requests of several tasks or conversations; do not require the same connection or process for related calls. | basic/index#statelessness
BASE-28 | SHOULD | client | 2026-07-28 | Do not tie the stdio process lifetime to one conversation or task. | basic/index#statelessness
BASE-29 | MUST | both | all | The base protocol with its lifecycle (2026-07-28: versioning and message patterns) is mandatory, the rest optional. | basic/index
BASE-30 | MUST | both | 2025-06-18+ | A _meta key is an optional prefix (dot-separated labels that start with a letter and end alphanumeric, then "/") and a name that begins and ends alphanumeric. | basic/index#_meta
BASE-31 | MUST | both | 2025-06-18 | Reserved prefixes: any whose label "modelcontextprotocol"/"mcp" is followed by one more label (mcp.dev/, api.modelcontextprotocol.org/). | basic/index#_meta
BASE-32 | MUST | both | 2025-11-25+ | Reserved prefixes: any whose second label is modelcontextprotocol or mcp (io.modelcontextprotocol/, com.mcp.tools/); com.example.mcp/ is free. | basic/index#_meta
BASE-33 | SHOULD | both | 2025-11-25+ | Vendors use reverse-DNS prefixes. | basic/index#_meta
BASE-34 | MUST | both | 2025-06-18+ | Nothing is assumed about values under reserved keys that the implementation does not know. | basic/index#_meta
BASE-35 | MUST | both | 2026-07-28 | traceparent, tracestate and baggage are reserved bare keys; if present they follow W3C Trace Context and Baggage. | basic/index#_meta, SEP-414
BASE-36 | fact | both | all | The schema.ts of the revision is the source of truth; unknown object members are tolerated. | basic/index#schema
`)
