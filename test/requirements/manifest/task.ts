import { parseRequirements } from '../parse-requirements.js'

/** Requirements on tasks as 2025-11-25 has them. */
export const task = parseRequirements(`
TASK-01 | MUST | both | 2025-11-25 | Support for tasks is declared as tasks: list, cancel, and requests by method. | basic/utilities/tasks#capabilities
TASK-02 | SHOULD | client | 2025-11-25 | Only requests that the receiver declared are made tasks. | basic/utilities/tasks#capabilities
TASK-03 | MUST | server | 2025-11-25 | A receiver that declared none ignores the task field and answers as ever. | basic/utilities/tasks#task-support-and-handling
TASK-04 | MAY | server | 2025-11-25 | A receiver that declared tasks may refuse a request that is none (-32600). | basic/utilities/tasks#task-support-and-handling
TASK-05 | MUST | client | 2025-11-25 | No tool is called as a task without tasks.requests.tools.call; then by its taskSupport: absent or forbidden never, required always. | basic/utilities/tasks#tool-level-negotiation
TASK-06 | MUST | server | 2025-11-25 | A tool that requires a task and is called without is -32601 (SHOULD: one that forbids it and is called with, too). | basic/utilities/tasks#tool-level-negotiation
TASK-07 | MUST | server | 2025-11-25 | Task ids are strings that the receiver makes, unique among its tasks. | basic/utilities/tasks#task-id-requirements
TASK-08 | MUST | server | 2025-11-25 | A request that becomes a task is answered with CreateTaskResult {task}, soon. | basic/utilities/tasks#result-retrieval
TASK-09 | MUST | server | 2025-11-25 | A task begins working; from there and from input_required it goes to the other, or to completed, failed or cancelled, which are final. | basic/utilities/tasks#task-status-lifecycle
TASK-10 | MUST | server | 2025-11-25 | Every task that is sent has createdAt and lastUpdatedAt (ISO 8601); tasks/get tells the actual ttl, or null. | basic/utilities/tasks#ttl-and-resource-management
TASK-11 | MAY | server | 2025-11-25 | The ttl that was asked for may be overridden, the task deleted after it, a pollInterval proposed. | basic/utilities/tasks#ttl-and-resource-management
TASK-12 | SHOULD | client | 2025-11-25 | pollInterval is respected; polling ends at a final status or input_required. | basic/utilities/tasks#getting-tasks
TASK-13 | MUST | server | 2025-11-25 | tasks/result waits for the end, then gives exactly what the request would have been answered, result or error, with related-task in _meta. | basic/utilities/tasks#result-retrieval
TASK-14 | MUST | both | 2025-11-25 | Every message that belongs to a task, requests within it included, names it in _meta as io.modelcontextprotocol/related-task {taskId}; in tasks/get, list and cancel params.taskId counts. | basic/utilities/tasks#associating-task-related-messages
TASK-15 | SHOULD | server | 2025-11-25 | A task that needs input becomes input_required and asks with related-task in _meta; the client then calls tasks/result before the end. | basic/utilities/tasks#input-required-status
TASK-16 | MUST | server | 2025-11-25 | tasks/cancel of a task that ended is -32602; any other is cancelled before the answer, and for good. | basic/utilities/tasks#task-cancellation
TASK-17 | MUST | server | 2025-11-25 | tasks/list is paged by nextCursor and has whatever tasks/get gives the same caller. | basic/utilities/tasks#task-listing
TASK-18 | MAY | server | 2025-11-25 | notifications/tasks/status may be sent; nobody relies on it. | basic/utilities/tasks#task-notifications
TASK-19 | fact | server | 2025-11-25 | failed is a JSON-RPC error as well as a tool result with isError true. | basic/utilities/tasks#task-execution-errors
TASK-20 | MUST | server | 2025-11-25 | An unknown or expired taskId is -32602, and so is a bad cursor. | basic/utilities/tasks#protocol-errors
TASK-21 | MUST | server | 2025-11-25 | A task belongs to the authorization context that made it, if there is one, and is refused to others; else its id has high entropy (SHOULD: and there is no tasks.list). | basic/utilities/tasks#task-isolation-and-access-control
TASK-22 | SHOULD | server | 2025-11-25 | Requests are rate-limited, tasks and their ttl bounded, what ended is cleaned up, and all of it audited. | basic/utilities/tasks#resource-management
TASK-23 | MAY | server | 2025-11-25 | _meta io.modelcontextprotocol/model-immediate-response lets the model go on meanwhile. | basic/utilities/tasks#creating-tasks
TASK-24 | fact | client | 2025-11-25 | Clients can have tasks too: sampling/createMessage and elicitation/create. | basic/utilities/tasks#client-capabilities
`)
