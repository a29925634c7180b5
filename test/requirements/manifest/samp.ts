import { parseRequirements } from '../parse-requirements.js'

/** Requirements on sampling. */
export const samp = parseRequirements(`
SAMP-01 | MUST | client | all | A client with sampling declares the capability. | client/sampling#capabilities
SAMP-02 | SHOULD | host | all | A human can deny any sampling request. | client/sampling#user-interaction-model
SAMP-03 | SHOULD | host | all | Users review and edit the prompt, and see the response before it is delivered. | client/sampling#user-interaction-model
SAMP-04 | MUST | server | 2025-11-25+ | tools and toolChoice are sent only if the client declared sampling.tools. | client/sampling#sampling-with-tools
SAMP-05 | MUST | client | 2025-11-25, fact 2026-07-28 | Without sampling.tools declared, a request with tools is answered with an error (2026-07-28 has no place for one). | schema#createmessagerequestparams
SAMP-06 | MUST | server | 2025-11-25+ | A user message with tool_result blocks has nothing else in it. | client/sampling#message-content-constraints
SAMP-07 | MUST | server | 2025-11-25+ | Each tool_use of an assistant message has its tool_result in the next user message, before anything else. | client/sampling#tool-use-and-result-balance
SAMP-08 | fact | client | 2025-11-25+ | toolChoice is auto (the default), required or none; one message may use several tools; stopReason is then toolUse. | client/sampling#cross-api-compatibility
SAMP-09 | SHOULD | both | 2025-11-25+ | Iterations of the tool loop are limited. | client/sampling#security-considerations
SAMP-10 | fact | both | all | Content is text or image; since 2025-03-26 audio; since 2025-11-25 tool_use and tool_result, and arrays of blocks. | client/sampling#messages, schema#samplingmessage
SAMP-11 | fact | client | all | includeContext is none (the default), thisServer or allServers. | schema#createmessagerequestparams
SAMP-12 | SHOULD | server | 2025-11-25+ | thisServer and allServers (deprecated) are avoided, and used only if the client declared sampling.context. | client/sampling#capabilities
SAMP-13 | MUST | client | fact 2024-11-05..2025-11-25, 2026-07-28 | maxTokens is respected (the client may always sample fewer). | client/sampling#sampling-parameters, schema#createmessagerequestparams
SAMP-14 | MAY | client | all | systemPrompt, temperature, stopSequences and metadata may be changed or ignored. | client/sampling#sampling-parameters, schema#createmessagerequestparams
SAMP-15 | MUST | client | all | Several hints are tried in order; the first match is taken. | schema#modelpreferences
SAMP-16 | MAY | client | all | A hint may lead to the like model of another provider; priorities may be ignored. | client/sampling#model-preferences, schema#modelpreferences
SAMP-17 | SHOULD | client | 2024-11-05..2025-11-25 | What the user rejected is answered with -1 (2025-11-25: misplaced tool results with -32602). | client/sampling#error-handling
SAMP-18 | removed | client | 2026-07-28 | There is no error to answer with; who declines does not retry. | client/sampling#error-handling
SAMP-19 | MUST | server | 2026-07-28 | Each message has a role, user or assistant, and content. | client/sampling#messages
SAMP-20 | SHOULD | client | 2026-07-28 | Messages of one sampling request are not kept for the next. | client/sampling#messages
SAMP-21 | SHOULD | client | all | Users approve, requests are rate-limited, hints respected; both sides validate messages. | client/sampling#security-considerations
SAMP-22 | MUST | both | all | Sensitive data is handled as it should be. | client/sampling#security-considerations
SAMP-23 | SHOULD | both | 2025-11-25+ | _meta of tool_use and tool_result blocks is kept when history is passed on. | schema#samplingmessage, schema#toolusecontent
SAMP-24 | fact | server | 2024-11-05..2025-11-25, removed 2026-07-28 | A server may ask for sampling outside any request of the client (2025-11-25 advises against it). | client/sampling, SEP-2260
SAMP-25 | SHOULD | both | 2026-07-28 | The feature is deprecated: a model's provider is used directly. | deprecated, SEP-2577
`)
