import { parseRequirements } from '../parse-requirements.js'

/** Requirements on tasks as the extension io.modelcontextprotocol/tasks has them. */
export const taskx = parseRequirements(`
TASKX-01 | fact | both | 2026-07-28 | The extension is declared in capabilities.extensions: by the client with each request, by the server in server/discover. | SEP-2663
TASKX-02 | MUST | server | 2025-11-25, removed 2026-07-28 | In 2025-11-25 the extension means nothing and enables no tasks. | SEP-2663
TASKX-03 | MAY | server | 2026-07-28 | The server alone decides, request by request, whether a tools/call becomes a task. | SEP-2663
TASKX-04 | MUST | server | 2026-07-28 | A client that did not declare the extension with that very request never gets a task. | SEP-2663
TASKX-05 | MUST | server | 2026-07-28 | A call that cannot be served without one is then -32021, with the extension in requiredCapabilities. | SEP-2663
TASKX-06 | MUST | client | 2026-07-28 | A client that declares the extension handles results and tasks for every tools/call; a task in answer to another method is invalid. | SEP-2663
TASKX-07 | MUST | server | 2026-07-28 | resultType is "task" in the result that creates one, and nowhere else. | SEP-2663
TASKX-08 | fact | server | 2026-07-28 | That result is flat: taskId, status, createdAt, lastUpdatedAt, ttlMs (null: no end), pollIntervalMs?, statusMessage?. | SEP-2663
TASKX-09 | MUST | server | 2026-07-28 | A task is durable, and tasks/get finds it, before the result that creates it is sent. | SEP-2663
TASKX-10 | SHOULD | server | 2026-07-28 | Rounds of input end before the task is created; their keys and those of the task are apart. | SEP-2663
TASKX-11 | MUST | server | 2026-07-28 | resultType of tasks/get, tasks/update and tasks/cancel is "complete". | SEP-2663
TASKX-12 | MUST | server | 2026-07-28 | tasks/get answers at once with the status, all inputRequests that are open, and the result or error of a task that ended. | SEP-2663
TASKX-13 | SHOULD | client | 2026-07-28 | pollIntervalMs is respected as it changes, polling goes on until the end or a cancellation, task ids are kept durably. | SEP-2663
TASKX-14 | MAY | server | 2026-07-28 | Who polls faster may be limited; a task may fail or vanish after ttlMs. | SEP-2663
TASKX-15 | MUST | client | 2026-07-28 | In input_required the client reads inputRequests (SHOULD: answers them by tasks/update and goes on watching). | SEP-2663
TASKX-16 | MUST | client | 2026-07-28 | What a task asks is trusted and shown no differently from what a request asks. | SEP-2663
TASKX-17 | SHOULD | client | 2026-07-28 | Keys of inputRequests that were seen before are not asked again. | SEP-2663
TASKX-18 | MUST | server | 2026-07-28 | A key is used for one question in the life of the task. | SEP-2663
TASKX-19 | MUST | server | 2026-07-28 | tasks/update is acknowledged with an empty result; it may answer some questions only, and take effect later. | SEP-2663
TASKX-20 | SHOULD | server | 2026-07-28 | Answers to questions that are not open are ignored. | SEP-2663
TASKX-21 | MUST | server | 2026-07-28 | tasks/cancel is acknowledged with an empty result; the task may go on, or end otherwise. | SEP-2663
TASKX-22 | MUST | both | 2026-07-28 | notifications/cancelled cancels no task. | SEP-2663
TASKX-23 | MUST | server | 2026-07-28 | failed is a JSON-RPC error, told in error; a tool result with isError true is completed. | SEP-2663
TASKX-24 | MUST | server | 2026-07-28 | An unknown taskId is -32602 in tasks/get (SHOULD: in tasks/update and tasks/cancel too). | SEP-2663
TASKX-25 | MUST | server | 2026-07-28 | Who did not declare the extension gets -32021 from tasks/get, tasks/update, tasks/cancel and a listen with taskIds. | SEP-2663
TASKX-26 | MAY | server | 2026-07-28 | notifications/tasks, each a whole task, may go to listen streams that name the task in taskIds. | SEP-2663
TASKX-27 | MUST | server | 2026-07-28 | A task has no notifications/progress and no notifications/message, on the listen stream or elsewhere. | SEP-2663
TASKX-28 | MUST | client | 2026-07-28 | Over HTTP, Mcp-Name of tasks/get, tasks/update and tasks/cancel is params.taskId. | SEP-2663
TASKX-29 | MUST | server | 2026-07-28 | tasks/result is -32601, task in params is ignored, and the capabilities of 2025-11-25 are not published. | SEP-2663
TASKX-30 | SHOULD | server | 2026-07-28 | A server with both features lets clients of the older one get and cancel the tasks that it made for them. | SEP-2663
TASKX-31 | MUST | server | 2026-07-28 | Task ids cannot be guessed; every request about a task is authenticated and authorized. | SEP-2663
TASKX-32 | derived | server | all | One store of tasks has two faces, 2025-11-25 (nested, ttl, tasks/result, tasks/list, cancelled before the answer) and the extension (flat, ttlMs, result in tasks/get, tasks/update, acknowledgements). | derived
`)
