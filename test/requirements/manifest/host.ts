import { parseRequirements } from '../parse-requirements.js'

/** Requirements of hosts. */
export const host = parseRequirements(`
HOST-01 | informal | host | all | Users consent to and control all data access and operations. | specification#key-principles
HOST-02 | informal | host | all | Host obtains consent before exposing user data or invoking any tool; no resource data sent elsewhere without consent. | specification#key-principles
HOST-03 | informal | host | all | User approves sampling, the prompt sent and what the server sees of the result. | specification#key-principles
HOST-04 | SHOULD | host | all | Implementors build consent flows, document security, apply access control and privacy design. | specification#implementation-guidelines
HOST-05 | informal | host | all | One client per server; servers see neither the whole conversation nor each other; the host enforces the boundaries. | architecture/index
HOST-06 | MAY | host | all | instructions may be added to the system prompt. | schema#InitializeResult
HOST-07 | MUST | host | 2025-03-26+ | Tool annotations do not drive security decisions for untrusted servers. | server/tools#tool
HOST-08 | SHOULD | host | 2026-07-28 | Aggregating hosts namespace colliding tool names. | server/tools#tool-names
HOST-09 | informal | host | 2026-07-28 | Many servers: progressive tool discovery, tool search, programmatic calling; refresh on list_changed. | docs/develop/clients#best-practices
HOST-10 | derived | host | all | Resolve a host-level tool name to (connection, original name) by table, never by splitting the string; keep model-side limits apart from the protocol's 128. | derived
HOST-11 | derived | host | all | A handle, cursor, requestState, task id or subscription id from one server is never sent to another. | derived
HOST-12 | derived | host | all | Cache partition = (server, era, authorization context). | derived
`)
