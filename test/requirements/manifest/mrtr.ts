import { parseRequirements } from '../parse-requirements.js'

/** Requirements on multi round-trip requests: results that ask, and retries that answer. */
export const mrtr = parseRequirements(`
MRTR-01 | MUST | server | 2026-07-28 | Whatever the server wants from the client is an input request inside a result; it makes no request of its own. | basic/patterns/mrtr, basic/patterns/index
MRTR-02 | MUST | server | 2026-07-28 | Only tools/call, prompts/get and resources/read are answered input_required. | basic/patterns/mrtr#supported-requests
MRTR-03 | MUST | server | 2026-07-28 | An input_required result has inputRequests, requestState, or both, never neither. | basic/patterns/mrtr#server-requirements-basic-workflow
MRTR-04 | MUST | server | 2026-07-28 | Keys of inputRequests are the server's choice and unique within the request. | basic/patterns/mrtr#server-requirements-basic-workflow
MRTR-05 | MUST | server | 2026-07-28 | An input request is elicitation/create, sampling/createMessage or roots/list: method and params, no id, no jsonrpc. | basic/patterns/mrtr#inputrequests, schema#inputrequest
MRTR-06 | MUST | server | 2026-07-28 | Nothing is asked (kind, mode or sub-feature) that this request's capabilities do not declare; if it is indispensable, the answer is -32021. | basic/patterns/mrtr#server-requirements-basic-workflow, basic/index#_meta
MRTR-07 | MUST | server | 2026-07-28 | A requestState that comes back is treated as an attacker's input. | basic/patterns/mrtr#server-requirements-basic-workflow
MRTR-08 | MUST | server | 2026-07-28 | State that can sway authorization, access or business logic is protected in its integrity (HMAC, AEAD). | basic/patterns/mrtr#server-requirements-basic-workflow
MRTR-09 | MUST | server | 2026-07-28 | State that fails verification is rejected. | basic/patterns/mrtr#server-requirements-basic-workflow
MRTR-10 | SHOULD | server | 2026-07-28 | Protected state holds, and the server checks, the authenticated principal, a short expiry, and the method and a digest of the params of the request it came from. | basic/patterns/mrtr#server-requirements-basic-workflow
MRTR-11 | MUST | server | 2026-07-28 | What may be redeemed once is guarded on the side of the server; a signature alone does not do that. | basic/patterns/mrtr#server-requirements-basic-workflow
MRTR-12 | MUST | server | 2026-07-28 | Nothing depends on the client's answering or retrying; nothing is held while waiting. | basic/patterns/mrtr#server-requirements-basic-workflow
MRTR-13 | MAY | server | 2026-07-28 | A retry may again be answered input_required. | basic/patterns/mrtr#server-requirements-basic-workflow
MRTR-14 | MUST | client | 2026-07-28 | All inputs that are asked for are built before the retry; without inputRequests the retry may go at once. | basic/patterns/mrtr#client-requirements-basic-workflow
MRTR-15 | MUST | client | 2026-07-28 | The retry repeats requestState exactly as it was given, and has none if none was given. | basic/patterns/mrtr#client-requirements-basic-workflow
MRTR-16 | MUST | client | 2026-07-28 | requestState is never inspected, parsed or changed. | basic/patterns/mrtr#inputrequiredresult, basic/patterns/mrtr#client-requirements-basic-workflow
MRTR-17 | MUST | client | 2026-07-28 | A retry is a request of its own: it has another id (and its own Mcp-* headers and _meta). | basic/patterns/mrtr#client-requirements-basic-workflow
MRTR-18 | MUST | client | 2026-07-28 | inputResponses and requestState are used for the retry of their request only, never for one in parallel. | basic/patterns/mrtr#client-requirements-basic-workflow
MRTR-19 | fact | client | 2026-07-28 | A retry is the method and params of the original with inputResponses (of the same keys) and requestState. | basic/patterns/mrtr#basic-workflow
MRTR-20 | fact | client | 2026-07-28 | A value of inputResponses is the bare ElicitResult, CreateMessageResult or ListRootsResult: no JSON-RPC around it, no resultType in it. | basic/patterns/mrtr#inputresponses, schema#inputresponse
MRTR-21 | SHOULD | server | 2026-07-28 | inputResponses are validated; what is malformed is a JSON-RPC error (-32602). | basic/patterns/mrtr#error-handling
MRTR-22 | SHOULD | server | 2026-07-28 | Keys of inputResponses that nobody asked for are ignored. | basic/patterns/mrtr#error-handling
MRTR-23 | SHOULD | server | 2026-07-28 | What is missing is asked for again by another input_required result, not an error. | basic/patterns/mrtr#error-handling
MRTR-24 | fact | client | 2026-07-28 | There is no place for an error: who cannot sample or list roots does not retry; elicitation has decline and cancel. | basic/patterns/mrtr, client/elicitation#response-actions
MRTR-25 | fact | server | 2026-07-28 | An input_required result is the final response of its request: nothing follows it on the stream. | SEP-2322
MRTR-26 | MUST | both | 2026-07-28 | Results of requests with inputResponses or requestState are never cached. | server/utilities/caching#cache-key
MRTR-27 | derived | server | all | A handler that asks is written once: results that ask in 2026-07-28, requests of the server before. | derived
MRTR-28 | derived | client | all | Rounds are bounded and waiting can be cancelled; cancelling the call ends the dialogs it opened. | derived
`)
