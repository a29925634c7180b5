import { parseRequirements } from '../parse-requirements.js'

/** Requirements on tools. */
export const tool = parseRequirements(`
TOOL-01 | MUST | server | all | A server with tools declares the tools capability. | server/tools#capabilities
TOOL-02 | MUST | server | 2026-07-28 | tools/list is answered if the capability is declared (an empty set is allowed). | server/tools#capabilities
TOOL-03 | MUST | server | 2026-07-28 | The tool set does not vary by connection, by earlier requests or as a side effect; it may vary by the authorization presented. | server/tools#capabilities
TOOL-04 | SHOULD | server | 2026-07-28 | tools/list order is deterministic. | server/tools#capabilities
TOOL-05 | SHOULD | server | all | With listChanged declared, send notifications/tools/list_changed (2026-07-28: only into matching subscriptions). | server/tools#list-changed-notification
TOOL-06 | fact | server | all | Tool fields: name, description?, inputSchema; since 2025-03-26 annotations; 2025-06-18 title, outputSchema, _meta; 2025-11-25 icons, execution.taskSupport; 2026-07-28 drops execution. | schema#tool
TOOL-07 | MUST | server | 2025-11-25+ | inputSchema is a JSON Schema object, never null, with root type "object"; without parameters it is {type: "object"} (additionalProperties: false recommended). | server/tools#tool, schema#tool
TOOL-08 | MUST | client | 2025-03-26+ | Tool annotations are untrusted unless the server is trusted. | server/tools#tool
TOOL-09 | fact | client | 2025-03-26+ | Annotation defaults: readOnlyHint false, destructiveHint true, idempotentHint false, openWorldHint true. | schema#toolannotations
TOOL-10 | SHOULD | server | 2025-11-25+ | Tool names: 1-128 characters of A-Z a-z 0-9 _ - ., case-sensitive, unique per server, no spaces or commas. | server/tools#tool-names
TOOL-11 | SHOULD | client | 2026-07-28 | Aggregators expect collisions and disambiguate; serverInfo.name is not a safe disambiguator. | server/tools#tool-names
TOOL-12 | fact | client | 2025-06-18+ | Display name precedence: title, then annotations.title, then name. | schema#basemetadata
TOOL-13 | SHOULD | host | all | A human can deny any tool call. | server/tools#user-interaction-model
TOOL-14 | SHOULD | host | all | UI shows which tools are exposed, marks invocations visibly, asks for confirmation. | server/tools#user-interaction-model
TOOL-15 | fact | server | all | Content blocks: text, image, embedded resource; since 2025-03-26 audio; since 2025-06-18 resource_link. | server/tools#tool-result, schema#contentblock
TOOL-16 | SHOULD | server | 2025-06-18+ | Servers that embed resources also implement the resources capability. | server/tools#embedded-resources
TOOL-17 | MAY | server | 2025-06-18+ | resource_link results need not appear in resources/list. | server/tools#resource-links
TOOL-18 | MUST | server | 2025-06-18+ | With an outputSchema, structuredContent conforms to it. | server/tools#output-schema
TOOL-19 | SHOULD | client | 2025-06-18+ | structuredContent is validated against outputSchema (the schemas of 2025-06-18 and 2025-11-25 also require it when there is an outputSchema and no error). | server/tools#output-schema
TOOL-20 | SHOULD | server | 2025-06-18+ | structuredContent is also serialized into a text block. | server/tools#structured-content
TOOL-21 | fact | server | 2025-06-18..2025-11-25, removed 2026-07-28 | structuredContent is a JSON object and outputSchema has root type object. | schema#calltoolresult, schema#tool
TOOL-22 | fact | server | 2026-07-28 | structuredContent is any JSON value; outputSchema any 2020-12 schema; inputSchema may use any keyword below root type object. | server/tools#structured-content, SEP-2106
TOOL-23 | fact | server | all | Unknown tool is a protocol error -32602; tool failures are results with isError true (default false). | server/tools#error-handling
TOOL-24 | fact | server | 2024-11-05..2025-06-18, removed 2025-11-25+ | Invalid arguments are listed under protocol errors (-32602), and invalid input data under execution errors too. | server/tools#error-handling
TOOL-25 | fact | server | 2025-11-25+ | Failed validation of arguments, or by business rules, is an execution error (isError); protocol errors are kept for malformed requests and unknown tools. | server/tools#error-handling, SEP-1303
TOOL-26 | SHOULD | client | 2025-11-25+ | Execution errors are given to the model (self-correction). | server/tools#error-handling
TOOL-27 | MAY | client | 2025-11-25+ | Protocol errors may be given to the model. | server/tools#error-handling
TOOL-28 | MUST | server | all | All tool inputs are validated. | server/tools#security-considerations
TOOL-29 | MUST | server | all | Access to tools is controlled. | server/tools#security-considerations
TOOL-30 | MUST | server | all | Tool invocations are rate-limited. | server/tools#security-considerations
TOOL-31 | MUST | server | all | Tool outputs are sanitized. | server/tools#security-considerations
TOOL-32 | SHOULD | client | all | Sensitive operations are confirmed, inputs shown before the call (exfiltration), results validated before the model sees them; timeouts; audit log (2026-07-28: the $ref rules when validating). | server/tools#security-considerations
TOOL-33 | MAY | server | 2026-07-28 | tools/call may be answered input_required. | server/tools#input-required-tool-results
TOOL-34 | MUST | client | 2025-11-25, removed 2026-07-28 | execution.taskSupport required/forbidden is obeyed when deciding on task augmentation. | basic/utilities/tasks#tool-level-negotiation
TOOL-35 | informal | server | 2026-07-28 | State that outlives a call: one tool returns a handle, the next takes it as an argument; its lifetime is described; an invalid handle is an execution error; handles are no credentials. | server/tools#stateful-tools
`)
