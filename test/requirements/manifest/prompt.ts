import { parseRequirements } from '../parse-requirements.js'

/** Requirements on prompts. */
export const prompt = parseRequirements(`
PROMPT-01 | MUST | server | all | A server with prompts declares the prompts capability. | server/prompts#capabilities
PROMPT-02 | MUST | server | 2026-07-28 | prompts/list is answered if declared and does not vary by connection or side effect. | server/prompts#capabilities
PROMPT-03 | SHOULD | server | all | With listChanged, send notifications/prompts/list_changed. | server/prompts#list-changed-notification
PROMPT-04 | fact | server | all | Prompt fields: name, description?, arguments[{name, description?, required?}]; since 2025-06-18 title and _meta; 2025-11-25 icons. | schema#prompt
PROMPT-05 | fact | client | all | prompts/get arguments is a map of strings. | schema#getpromptrequestparams
PROMPT-06 | MUST | server | all | Image data (since 2025-03-26: audio too) is base64 with a valid MIME type. | server/prompts#image-content
PROMPT-07 | MUST | server | all | An embedded resource has a uri, a MIME type, and text or blob. | server/prompts#embedded-resources
PROMPT-08 | fact | server | 2025-06-18+ | resource_link is a legal prompt content block (by schema before 2026-07-28, in prose since). | server/prompts#resource-links, schema#promptmessage
PROMPT-09 | SHOULD | server | all | Unknown prompts and missing arguments are -32602, internal problems -32603. | server/prompts#error-handling
PROMPT-10 | SHOULD | server | all | Prompt arguments are validated before processing. | server/prompts#implementation-considerations
PROMPT-11 | SHOULD | client | all | Clients handle pagination of prompt lists, and both sides respect negotiation. | server/prompts#implementation-considerations
PROMPT-12 | MUST | both | all | Prompt inputs and outputs are validated against injection and unauthorized access. | server/prompts#security
PROMPT-13 | fact | host | all | Prompts are user-controlled (explicit selection, e.g. slash commands). | server/prompts#user-interaction-model
PROMPT-14 | MAY | server | 2026-07-28 | prompts/get may be answered input_required. | server/prompts#getting-a-prompt
`)
